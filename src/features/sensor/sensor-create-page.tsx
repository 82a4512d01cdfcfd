import { createSensor } from '#contract/device/sensor.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { DraftBanner } from '#src/ui/field/draft-banner.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SensorFieldSet, type SensorValues } from './sensor-fields.tsx';
import { BackLink, backLabel, type Origin } from './sensor-link.tsx';
import { useGoBack } from './use-go-back.ts';

type SensorCreatePageProps = {
  /** The device from whose page one came; it is chosen then. */
  origin: Origin;
  /** What the device calls it, where that is known. */
  code: string;
  /** The chosen farm, to whose devices the choice is narrowed; null: of any. */
  farmIndex: number | null;
};

/** A new sensor or actuator. */
export function SensorCreatePage({ origin, code, farmIndex }: SensorCreatePageProps) {
  const { attempt } = useSave(createSensor);
  const goBack = useGoBack();
  const initial: SensorValues = {
    deviceIndex: origin?.deviceIndex ?? null,
    code,
    type: null,
    name: '',
    areaName: '',
    intervalMs: MINUTE_MS,
    plausibleMin: null,
    plausibleMax: null,
  };
  const { form, draft } = useEntryForm({
    name: 'sensor new',
    initial,
    schema: createSensor.body,
    send: (values) => attempt({ body: createSensor.body.parse(values) }),
    onSaved: ({ message }) => {
      showToast(message);
      goBack(origin);
    },
    conflictWords: '',
  });
  const isDeviceKnown = origin !== undefined;
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="센서 등록"
        renderBack={(children, className) => (
          <BackLink origin={origin} className={className}>
            {children}
          </BackLink>
        )}
        backLabel={backLabel(origin)}
        lead="센서와, 상태를 보내는 구동기를 같은 방법으로 등록합니다."
      />
      {draft && <DraftBanner draft={draft} />}
      <Form form={form} label="센서 등록">
        <SensorFieldSet form={form} farmIndex={isDeviceKnown ? null : farmIndex} isTypeFixed={false} />
        <FormActions
          submitLabel="등록"
          isBusy={form.isBusy}
          cancel={
            <BackLink origin={origin} className={buttonClass()}>
              취소
            </BackLink>
          }
        />
      </Form>
    </div>
  );
}
