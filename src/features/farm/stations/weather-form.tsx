import { useRef, useState } from 'react';
import { type FarmDetail, type WeatherInfo, weatherInfo } from '#contract/farm/farm-manage.ts';
import { type AmbientKeys, awsInfo, type WeatherField } from '#contract/farm/farm-weather.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import { conflictMessage } from '#contract/wire/write-text.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { settleConflict } from '#src/lib/form/settle-conflict.ts';
import { useForm } from '#src/lib/form/use-form.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import type { Side } from '#src/ui/field/conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { AmbientFields } from './ambient-fields.tsx';
import { OwnStationField } from './own-station-field.tsx';
import { StationField } from './station-field.tsx';
import { WeatherConflictPanel } from './weather-conflict-panel.tsx';

type Values = { publicStationId: string | null; ambientMac: string; ambientKeys: AmbientKeys | undefined };

/** The form's values; an empty address is none. */
const valuesOf = ({ publicStationId, ambientMac }: WeatherInfo) => ({ publicStationId, ambientMac: ambientMac ?? '' });

const bodyOf = ({ publicStationId, ambientMac, ambientKeys }: Values, base: WeatherInfo) => {
  return { publicStationId, ambientMac: ambientMac.trim() === '' ? null : ambientMac, ambientKeys, base };
};

const weatherFields = ['publicStationId', 'ambientMac', 'ambientKeys'] as const satisfies readonly WeatherField[];

type WeatherFormProps = {
  farm: Pick<FarmDetail, 'index' | 'latitude' | 'longitude'>;
  weather: WeatherInfo;
  /** Called with the stored values; the caller must remount the form, so that no key stays in it. */
  onSaved: (weather: WeatherInfo) => void;
};

/** The weather stations of a farm; saved separately from the farm, and never stored on the device. */
export function WeatherForm({ farm, weather, onSaved }: WeatherFormProps) {
  const base = useRef(weather);
  const [areSet, setAreSet] = useState(weather.hasAmbientKeys);
  const [conflict, setConflict] = useState<{ fields: WeatherField[]; current: WeatherInfo }>();
  const { attempt } = useSave(awsInfo);
  const { ask, dialog } = useConfirm();
  const form = useForm<Values>({
    initial: { ...valuesOf(weather), ambientKeys: undefined },
    validate(values) {
      const checked = awsInfo.body.safeParse(bodyOf(values, base.current));
      return checked.success ? {} : problemsOf(checked.error);
    },
    async onSubmit(values) {
      const outcome = await attempt({ params: { id: farm.index }, body: bodyOf(values, base.current) });
      if ('answer' in outcome) {
        showToast(outcome.answer.message);
        onSaved(outcome.answer.data.weather);
        return undefined;
      }
      const { conflict: met, problems, failure } = outcome.trouble;
      if (!met) return failure ? { ...problems, '': failure.message } : problems;
      const current = weatherInfo.parse(met.current);
      setConflict({ fields: weatherFields.filter((name) => met.conflicts.includes(name)), current });
      return { '': conflictMessage };
    },
  });

  function handleSettle(sides: Partial<Record<WeatherField, Side>>) {
    if (!conflict) return;
    const { current } = conflict;
    const clash = { base: valuesOf(base.current), mine: form.values, current: valuesOf(current) };
    const { ambientKeys, ...stations } = form.values;
    const settled = settleConflict({ ...clash, mine: stations }, sides);
    setConflict(undefined);
    setAreSet(current.hasAmbientKeys);
    base.current = current;
    form.set('publicStationId', settled.publicStationId);
    form.set('ambientMac', settled.ambientMac);
    form.set('ambientKeys', sides.ambientKeys === 'theirs' ? undefined : ambientKeys);
    void form.submit();
  }

  function handleClear() {
    ask({
      title: '연결 키를 지울까요?',
      text: <p>농장 기상대의 값을 더 받지 않습니다. 다시 받으려면 키를 새로 입력해야 합니다.</p>,
      confirmLabel: '지우기',
      async onConfirm() {
        const { publicStationId, ambientMac } = base.current;
        const body = { publicStationId, ambientMac, ambientKeys: null, base: base.current };
        const outcome = await attempt({ params: { id: farm.index }, body });
        if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
        showToast('연결 키를 지웠습니다.');
        onSaved(outcome.answer.data.weather);
        return undefined;
      },
    });
  }

  if (conflict) {
    return (
      <WeatherConflictPanel
        fields={conflict.fields}
        base={base.current}
        mine={form.values}
        current={conflict.current}
        onSave={handleSettle}
        onCancel={() => setConflict(undefined)}
        isBusy={form.isBusy}
      />
    );
  }
  const { latitude, longitude } = farm;
  return (
    <Form form={form} label="기상 관측소" isWide>
      <FormSection
        title="기상 관측소"
        lead="농장 밖의 날씨를 가져올 곳입니다. 공공 관측소와 농장 기상대를 함께 쓸 수 있습니다."
      >
        <StationField
          {...form.field('publicStationId')}
          position={latitude === null || longitude === null ? null : { latitude, longitude }}
        />
        <div className="flex flex-col gap-4 border-t border-line pt-6">
          <div>
            <h3 className="font-bold">농장 기상대 (Ambient Weather)</h3>
            <p className="text-ink-soft">농장에 직접 세운 기상대가 있으면 그 값도 보여 드립니다.</p>
          </div>
          <AmbientFields
            areSet={areSet}
            keys={form.values.ambientKeys}
            onChange={(keys) => form.set('ambientKeys', keys)}
            onClear={handleClear}
            errorOf={form.errorOf}
          />
          <OwnStationField
            farmIndex={farm.index}
            keys={form.values.ambientKeys}
            value={form.values.ambientMac}
            onChange={(mac) => form.set('ambientMac', mac)}
          />
          <TextField
            label="기기 번호 (MAC)"
            help="비워 두면 계정의 첫 기기를 씁니다."
            placeholder="00:0E:C6:20:0F:7B"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.text('ambientMac')}
          />
        </div>
        {/* Not FormActions: its bar belongs to the farm's own form. */}
        <Button type="submit" isBusy={form.isBusy} className="sm:self-end">
          관측소 저장
        </Button>
      </FormSection>
      {dialog}
    </Form>
  );
}
