import { useQuery } from '@tanstack/react-query';
import { getDevice } from '#contract/device/device.ts';
import {
  createSensor,
  type SensorDetail,
  type SensorFields,
  sensorFieldsOf,
  updateSensor,
} from '#contract/device/sensor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { useUnsentOver } from '#src/api/outbox/use-queued-edits.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { formatWithUnit } from '#src/lib/format-number.ts';
import { showToast } from '#src/lib/toasts.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { SensorFieldSet, type SensorValues } from './sensor-fields.tsx';
import { SensorFormActions } from './sensor-form-actions.tsx';
import type { Origin } from './sensor-link.tsx';
import { fieldLabels, intervalWords } from './sensor-words.tsx';
import { useGoBack } from './use-go-back.ts';

type SensorEditFormProps = {
  /** `farmIndex`: null while the farm of its device is not known. */
  sensor: SensorFields & { index: number; farmIndex: number | null } & Pick<SensorDetail, 'hasReadings'>;
  /** The response that had it; undefined for one that is not sent yet. */
  seen?: Dated | undefined;
  origin: Origin;
};

export function SensorEditForm({ sensor, seen, origin }: SensorEditFormProps) {
  const { attempt } = useSave(updateSensor);
  const goBack = useGoBack();
  const isOffline = useIsOffline();
  const initial: SensorValues = useUnsentOver(updateSensor, sensor.index, sensorFieldsOf(sensor), seen);
  const { form, conflict, draft } = useEntryForm({
    name: `sensor ${sensor.index}`,
    initial,
    schema: createSensor.body,
    send: (values, base) =>
      attempt({
        params: { id: sensor.index },
        body: { ...createSensor.body.parse(values), base: createSensor.body.parse(base) },
      }),
    onSaved: ({ message }) => {
      showToast(message);
      goBack(origin);
    },
    onKept: () => goBack(origin),
  });
  if (conflict) {
    const words = (name: keyof SensorValues, values: SensorValues) => <FieldWords name={name} values={values} />;
    return <EntryConflictPanel {...conflict} labels={fieldLabels} wordsOf={words} />;
  }
  return (
    <Form
      form={form}
      draft={draft}
      label="센서 정보"
      isWide
      actions={
        <SensorFormActions
          isBusy={form.isBusy}
          origin={origin}
          isOffline={isOffline}
          types={[sensor.type, form.values.type]}
        />
      }
    >
      <SensorFieldSet form={form} farmIndex={sensor.farmIndex} isTypeFixed={sensor.hasReadings} />
    </Form>
  );
}

/** The text of a field in a comparison. */
function FieldWords({ name, values }: { name: keyof SensorValues; values: SensorValues }) {
  const { type, deviceIndex, intervalMs } = values;
  switch (name) {
    case 'type':
      return type === null ? '-' : channelTypes[type].label;
    case 'deviceIndex':
      return deviceIndex === null ? '-' : <DeviceName index={deviceIndex} />;
    case 'intervalMs':
      return intervalMs === null ? '-' : intervalWords(intervalMs);
    case 'plausibleMin':
    case 'plausibleMax':
      return values[name] === null ? '기본 범위' : formatWithUnit(values[name], type ? channelTypes[type].unit : '', 1);
    default:
      return values[name] || '-';
  }
}

function DeviceName({ index }: { index: number }) {
  const device = useQuery(readQuery(getDevice, { params: { id: index } }));
  return device.data?.value.name ?? '-';
}
