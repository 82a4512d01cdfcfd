import { Link } from '@tanstack/react-router';
import Cpu from 'lucide-react/icons/cpu';
import { useState } from 'react';
import { ignoreCode } from '#contract/device/device.ts';
import { unknownWords } from '#contract/device/device-text.ts';
import { likelyType } from '#contract/device/likely-type.ts';
import { createSensor } from '#contract/device/sensor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { newProvisionalIndex } from '#contract/wire/provisional-index.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { useLateValues } from '#src/lib/form/use-late-values.ts';
import { formatPlain } from '#src/lib/format-number.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SensorFieldSet, type SensorValues } from './sensor-fields.tsx';
import { SensorFormActions } from './sensor-form-actions.tsx';
import { BackLink, backLabel, type Origin } from './sensor-link.tsx';
import { useGoBack } from './use-go-back.ts';
import { likelyInterval, useDevices, useLikelyArea, useUnknown } from './use-likely.ts';

type SensorCreatePageProps = {
  /** The device from whose page the user came, as default. */
  origin: Origin;
  /** The device's code for the sensor, if known. */
  code: string;
  /** The chosen farm, which limits the choice of devices; null: all farms. */
  farmIndex: number | null;
};

/**
 * The form for a new sensor or actuator. For a code that its device already sends, the fields are filled in as far as
 * they can be guessed.
 */
export function SensorCreatePage({ origin, code, farmIndex }: SensorCreatePageProps) {
  const devices = useDevices(origin ? null : farmIndex);
  const unknown = useUnknown(origin?.deviceIndex, code);
  const title = unknown ? `${code} ${withParticle(formatPlain(unknown.value), '을')} ${unknownWords}` : '센서 등록';
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={title}
        renderBack={(children, className) => (
          <BackLink origin={origin} className={className}>
            {children}
          </BackLink>
        )}
        backLabel={backLabel(origin)}
        lead={
          unknown
            ? '무엇을 재는지와 어디에 있는지만 정해 주세요. 맡아 둔 값부터 이어서 보여 드립니다.'
            : '센서와 구동기(난방기, 측창 등)를 여기에서 등록합니다.'
        }
      />
      {origin && unknown && <UnwantedRow origin={origin} code={code} />}
      {devices?.length === 0 ? (
        <EmptyState
          title="먼저 장치를 등록해 주세요"
          icon={<Cpu aria-hidden className="size-8" />}
          action={
            <Link to="/cms/device/device-create" className={buttonClass('primary')}>
              장치 등록
            </Link>
          }
        >
          센서는 값을 보내는 장치에 달립니다.
        </EmptyState>
      ) : (
        <SensorCreateForm
          origin={origin}
          code={code}
          farmIndex={farmIndex}
          onlyDevice={devices?.length === 1 ? (devices[0]?.index ?? null) : null}
          intervalMs={likelyInterval(unknown)}
        />
      )}
    </div>
  );
}

/** Marks a code as ignored: for diagnostic values of a device, such as its battery. */
function UnwantedRow({ origin, code }: { origin: NonNullable<Origin>; code: string }) {
  const { attempt, isSaving } = useSave(ignoreCode);
  const goBack = useGoBack();
  async function handleDrop() {
    const outcome = await attempt({ params: { id: origin.deviceIndex }, body: { code } });
    if ('trouble' in outcome) {
      showToast(troubleText(outcome.trouble), 'failed');
      return;
    }
    showToast(outcome.answer.message);
    goBack(origin);
  }
  return (
    <div className="flex max-w-2xl flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-ink-soft">볼 필요가 없는 값이면 더 묻지 않습니다.</p>
      <Button onClick={() => void handleDrop()} isBusy={isSaving}>
        쓰지 않음
      </Button>
    </div>
  );
}

type SensorCreateFormProps = SensorCreatePageProps & {
  /** The default if there is only one device; null if there are several, or none is loaded. */
  onlyDevice: number | null;
  intervalMs: number;
};

/** The index is part of the draft, so that a sensor is never created twice, and other writes can name it at once. */
type NewSensor = SensorValues & { provisionalIndex: number };

function SensorCreateForm({ origin, code, farmIndex, onlyDevice, intervalMs }: SensorCreateFormProps) {
  const { attempt } = useSave(createSensor);
  const goBack = useGoBack();
  const isOffline = useIsOffline();
  const type = likelyType(code);
  const [provisionalIndex] = useState(newProvisionalIndex);
  const initial: NewSensor = {
    provisionalIndex,
    deviceIndex: origin?.deviceIndex ?? null,
    code,
    type,
    name: type === null ? '' : channelTypes[type].label,
    areaName: '',
    intervalMs,
    plausibleMin: null,
    plausibleMax: null,
  };
  const isKnown = origin !== undefined && code !== '';
  const { form, draft } = useEntryForm<NewSensor, { message: string }>({
    name: isKnown ? `sensor new ${origin.deviceIndex} ${code}` : 'sensor new',
    initial,
    schema: createSensor.body,
    send: (values) => attempt({ body: createSensor.body.parse(values) }),
    onSaved: ({ message }) => {
      showToast(message);
      goBack(origin);
    },
    onKept: () => goBack(origin),
  });
  const deviceIndex = form.values.deviceIndex ?? onlyDevice;
  useLateValues(form, { deviceIndex, areaName: useLikelyArea(deviceIndex), intervalMs });
  return (
    <Form
      form={form}
      draft={draft}
      label="센서 등록"
      isWide
      actions={
        <SensorFormActions
          submitLabel="등록"
          isBusy={form.isBusy}
          origin={origin}
          isOffline={isOffline}
          types={[form.values.type]}
        />
      }
    >
      <SensorFieldSet form={form} farmIndex={origin ? null : farmIndex} isTypeFixed={false} isKnown={isKnown} />
    </Form>
  );
}
