import { createInspection, type Inspection, inspectionFieldsOf } from '#contract/inspection/inspection.ts';
import { useWrittenOnceKnown } from '#src/api/outbox/use-written.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { useChoices } from './use-choices.ts';

/**
 * An inspection that was created on this device and is not in `seen` yet; null if there is none, undefined until the
 * device has answered.
 */
export function useUnsentInspection(
  id: string,
  seen: Dated | undefined,
  farmNameOf: (farmIndex: number) => string,
): Inspection | null | undefined {
  const known = useWrittenOnceKnown(createInspection, seen);
  const queued = known?.find(({ body }) => body?.id === id);
  const made = queued?.body;
  const choices = useChoices(made?.farmIndex, made?.sensorIndex);
  if (!queued || !made) return known && null;
  const { farmIndex, kind, deviceIndex, sensorIndex, evidence } = made;
  const createdAt = new Date(queued.createdAt).toISOString();
  const sensor = choices?.sensors.find(({ index }) => index === sensorIndex);
  const device = choices?.devices.find(({ index }) => index === deviceIndex);
  return {
    ...inspectionFieldsOf(made),
    id,
    farmIndex,
    kind,
    deviceIndex,
    sensorIndex,
    evidence,
    createdAt,
    farmName: farmNameOf(farmIndex),
    target: sensor ? `${sensor.areaName} ${sensor.name}` : (device?.name ?? null),
    assigneeName: choices?.people.find(({ userId }) => userId === made.assignee)?.name ?? made.assignee,
    state: 'received',
    steps: [{ from: null, to: 'received', by: null, at: createdAt, reason: '' }],
    calibration: null,
    // The sensor's current value and correction are known to the server only.
    sensor: null,
  };
}
