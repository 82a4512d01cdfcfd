import type { ReactNode } from 'react';
import { groupingWords } from '#contract/control/rule/condition-text.ts';
import { measures, type ReservationTarget } from '#contract/control/rule/reservation-target.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { measureWords } from '#contract/control/rule/rule-sentence-text.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { ChannelChips } from './channel-fields.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { Figure } from './figure.tsx';
import { RowList } from './row-list.tsx';
import { MoreFields, NameFields, UseFields, WhenFields } from './shared-fields.tsx';
import { WindowEnds } from './windows-field.tsx';

type TargetFieldsProps = { form: FormHandle<ReservationTarget>; choices: RuleChoices };

type TargetFieldSetProps = TargetFieldsProps & {
  /** What guidance says against the typed targets. */
  guidance: ReactNode;
};

const directionWords = { lower: '넘으면 낮추기', raise: '모자라면 올리기' } as const;
const controlWords = { band: '조금씩 (비례)', onoff: '켜고 끄기' } as const;

/** Widths of a new rule in the unit of what it measures (practical knowledge); those of another unit mean nothing. */
const usualWidths = {
  TEMPERATURE: { bandWidth: 6, hysteresis: 1 },
  HUMIDITY: { bandWidth: 15, hysteresis: 3 },
  VPD: { bandWidth: 0.6, hysteresis: 0.1 },
  SOIL_TEMPERATURE: { bandWidth: 6, hysteresis: 1 },
} as const;

const folded = { names: ['minPct', 'openStepPct'], lead: '최소 개도, 여는 폭' };

/** The fields of a rule that keeps a value at a target, in the order of its sentence. */
export function TargetFieldSet({ form, choices, guidance }: TargetFieldSetProps) {
  const { values } = form;
  const { unit } = measures[values.measure];
  const sensorTypes: readonly ChannelTypeName[] =
    values.measure === 'VPD' ? ['TEMPERATURE', 'HUMIDITY'] : [values.measure];
  const measure = form.field('measure');
  const actuators = form.field('actuators');
  const isFan = (channels: readonly number[]) =>
    choices.channels.some(({ index, type }) => type === 'FAN' && channels.includes(index));
  return (
    <>
      <NameFields form={form} choices={choices} example="낮 환기" />
      <FormSection title="무엇을">
        <ChoiceSelect
          label="값"
          {...measure}
          onChange={(next) => {
            measure.onChange(next);
            form.set('sensors', []);
            const { bandWidth, hysteresis } = usualWidths[next];
            form.set('bandWidth', bandWidth);
            form.set('hysteresis', hysteresis);
          }}
          words={measureWords}
        />
        <ChannelChips
          label="센서"
          isRequired
          {...form.field('sensors')}
          channels={choices.channels}
          types={sensorTypes}
        />
        {values.sensors.length > 1 && <ChoiceSelect label="여러 센서는" {...form.field('by')} words={groupingWords} />}
        <ChoiceSelect label="방향" {...form.field('direction')} words={directionWords} />
        <TargetRows form={form} choices={choices} />
        {guidance}
      </FormSection>
      <FormSection title="무엇으로">
        <ChannelChips
          label="장비"
          isRequired
          {...actuators}
          onChange={(next) => {
            actuators.onChange(next);
            // A fan knows on and off only.
            if (isFan(next)) form.set('control', 'onoff');
          }}
          channels={choices.channels}
          types={['VENT', 'FAN', 'CURTAIN']}
        />
        <ChoiceSelect label="움직임" {...form.field('control')} words={controlWords} />
        {values.control === 'band' ? (
          <Figure
            label="비례 폭"
            unit={unit}
            help="목표에서 이만큼 벗어나면 최대로 엽니다."
            {...form.field('bandWidth')}
          />
        ) : (
          <Figure label="편차" unit={unit} help="목표에서 이만큼 돌아오면 멈춥니다." {...form.field('hysteresis')} />
        )}
        <Figure label="최대 개도" unit="%" {...form.field('maxPct')} />
      </FormSection>
      <WhenFields form={form} choices={choices} />
      <MoreFields form={form} choices={choices} own={folded}>
        <Figure label="최소 개도" unit="%" {...form.field('minPct')} />
        <Figure label="한 번에 여는 폭" unit="%" {...form.field('openStepPct')} />
      </MoreFields>
      <UseFields form={form} />
    </>
  );
}

function TargetRows({ form }: TargetFieldsProps) {
  const { values, errorOf } = form;
  const targets = form.field('targets');
  const { unit } = measures[values.measure];
  const last = targets.value.at(-1);
  return (
    <RowList
      name="targets"
      label="시간대 목표"
      error={targets.error}
      rows={targets.value}
      onChange={targets.onChange}
      titleOf={(place) => `${place}번 목표`}
      offered={
        targets.value.length < 8
          ? { from: last?.to ?? 'sunrise', to: last ? 'sunrise' : 'sunset', value: last?.value ?? Number.NaN }
          : undefined
      }
      addLabel="목표 더하기"
    >
      {(target, at, change) => (
        <>
          <WindowEnds name={`targets.${at}`} place={at + 1} window={target} {...{ change, errorOf }} />
          {values.measure === 'TEMPERATURE' && (
            <Switch
              label="생육 달력의 주간 최고를 따르기"
              name={`targets.${at}.calendar`}
              value={target.value === 'calendar-high'}
              onChange={(follows) => change({ value: follows ? 'calendar-high' : Number.NaN })}
            />
          )}
          {target.value !== 'calendar-high' && (
            <Figure
              label="목표"
              isRequired
              unit={unit}
              name={`targets.${at}.value`}
              error={errorOf(`targets.${at}.value`)}
              value={target.value}
              onChange={(value) => change({ value })}
            />
          )}
        </>
      )}
    </RowList>
  );
}
