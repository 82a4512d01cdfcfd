import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ActuatorSettings, actuatorRows, actuatorSettings } from '#contract/control/actuator.ts';
import { updateActuator } from '#contract/control/control-calls.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { watchedControl } from './control-query.ts';
import { type ActuatorNow, knownAt, NO_LINK_WORDS, stateAgeWords, stateWords } from './control-words.tsx';

type EquipmentPageProps = {
  farm: Pick<Farm, 'index' | 'farmName' | 'right'>;
  mayWrite: boolean;
};

/** The limits of each actuator, and whether the server may control it. */
export function EquipmentPage({ farm, mayWrite }: EquipmentPageProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  const control = useQuery(watchedControl(farm.index));
  const [open, setOpen] = useState<number>();
  if (control.isError && !control.data) throw control.error;
  const view = control.data?.value;
  const mayEdit = mayWrite && farm.right !== 'read' && !isOffline;
  return (
    <div className="flex flex-col gap-5">
      <PageHead title="장비 설정" lead={`${farm.farmName}. 제어를 허용한 장비만 서버가 움직입니다.`} />
      <DataAgeNote seen={control.data} now={now} />
      {isOffline && <Banner tone="offline">{NO_LINK_WORDS}</Banner>}
      {!view && <Skeleton className="h-[40rem] max-w-2xl" />}
      <ul className="flex max-w-2xl flex-col gap-3">
        {view?.actuators
          .map((one) => knownAt(one, now))
          .map((actuator) => (
            <li key={actuator.channel} className="rounded-card bg-card p-4 shadow-card">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <div className="min-w-0">
                  <h2 className="font-semibold">{`${actuator.areaName} ${actuator.name}`}</h2>
                  <p>
                    <span className="font-medium">{stateWords(actuator)}</span>{' '}
                    <span className="text-age text-ink-soft">{stateAgeWords(actuator, now)}</span>
                  </p>
                  <p className="text-ink-soft">{limitWords(actuator)}</p>
                  {!actuator.settings.isCommanded && <p>{notCommandedWords(mayEdit)}</p>}
                </div>
                {mayEdit && open !== actuator.channel && (
                  <Button
                    aria-label={`${actuator.areaName} ${actuator.name} 고치기`}
                    onClick={() => setOpen(actuator.channel)}
                  >
                    고치기
                  </Button>
                )}
              </div>
              {open === actuator.channel && <ActuatorForm actuator={actuator} onClose={() => setOpen(undefined)} />}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Why an uncontrolled actuator cannot be operated, and what the reader can do. */
function notCommandedWords(mayEdit: boolean): string {
  const why = '상태만 볼 수 있고, 서버가 움직이지 않는 장비입니다.';
  return mayEdit
    ? `${why} 고치기에서 제어 허용을 켜면 규칙과 직접 조작으로 움직일 수 있습니다.`
    : `${why} 농장주가 이 화면에서 제어를 허용할 수 있습니다.`;
}

function limitWords({ settings: { isCommanded, maxRunSec, maxDailySec, minOnSec, minOffSec } }: ActuatorNow): string {
  const parts = [
    isCommanded ? '제어 허용' : '제어 안 함',
    `한 번 최대 ${Math.round(maxRunSec / 60)}분`,
    maxDailySec === null ? '' : `하루 최대 ${Math.round(maxDailySec / 60)}분`,
    `최소 가동 ${minOnSec}초, 최소 정지 ${minOffSec}초`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function ActuatorForm({ actuator, onClose }: { actuator: ActuatorNow; onClose: () => void }) {
  const { attempt } = useSave(updateActuator);
  const { kind } = actuatorRows[actuator.type];
  const { form } = useEntryForm<ActuatorSettings, { message: string }>({
    name: `actuator ${actuator.channel}`,
    initial: actuator.settings,
    schema: actuatorSettings(actuator.type),
    send: (mine, base) => attempt({ params: { id: actuator.channel }, body: { ...mine, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
  });
  const seconds = (name: 'minOnSec' | 'minOffSec' | 'maxRunSec', label: string) => {
    const field = form.field(name);
    return <NumberField label={label} unit="초" {...field} onChange={(typed) => field.onChange(typed ?? Number.NaN)} />;
  };
  return (
    <Form form={form} label={`${actuator.name} 설정`}>
      <FormSection>
        <Switch
          label="제어 허용"
          {...form.field('isCommanded')}
          help="허용하면 서버가 규칙과 직접 조작에 따라 이 장비를 움직입니다. 한도는 제어기도 지킵니다."
        />
        {seconds('maxRunSec', '한 번 최대 가동')}
        <NumberField label="하루 최대 가동" unit="초" {...form.field('maxDailySec')} />
        {seconds('minOnSec', '최소 가동')}
        {seconds('minOffSec', '최소 정지')}
        {kind === 'position' && (
          <>
            <NumberField label="여는 시간" unit="초" {...form.field('travelOpenSec')} />
            <NumberField label="닫는 시간" unit="초" {...form.field('travelCloseSec')} />
          </>
        )}
        {actuator.type === 'WATER' && (
          <>
            <NumberField label="정상 유량" unit="L/분" {...form.field('nominalLpm')} />
            <NumberField label="관수 면적" unit="m²" {...form.field('areaM2')} />
          </>
        )}
      </FormSection>
      <FormActions isBusy={form.isBusy} onCancel={onClose} isInPlace />
    </Form>
  );
}
