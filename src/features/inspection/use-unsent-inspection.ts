import { useQuery } from '@tanstack/react-query';
import {
  type CalibrationFields,
  calibrateSensor,
  correctionOn,
  createSensor,
  getSensor,
} from '#contract/device/sensor.ts';
import { createInspection, type Inspection, inspectionFieldsOf } from '#contract/inspection/inspection.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { seoulDate } from '#contract/time/time.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { useClock } from '#src/api/call/server-clock.ts';
import { useProvisional } from '#src/api/outbox/use-provisional.ts';
import { useWritten, useWrittenOnceKnown } from '#src/api/outbox/use-written.ts';
import { readQuery } from '#src/api/read/query.ts';
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
  const inspected = useInspectedSensor(made?.sensorIndex ?? null);
  if (!queued || !made) return known && null;
  const { farmIndex, kind, deviceIndex, sensorIndex, evidence } = made;
  const createdAt = made.at ?? new Date(queued.createdAt).toISOString();
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
    sensor: inspected,
  };
}

/**
 * What the device knows of a sensor, with corrections that are not sent yet; null where it has never seen its page, and
 * its correction with that.
 */
function useInspectedSensor(index: number | null): Inspection['sensor'] {
  const today = seoulDate(useClock().now());
  const isAsked = index !== null && !isProvisional(index);
  const read = useQuery({ ...readQuery(getSensor, { params: { id: index ?? 0 } }), enabled: isAsked }).data;
  const { asked } = useProvisional(createSensor, index ?? undefined);
  const unsent = useWritten(calibrateSensor, read).flatMap(({ params, body }) =>
    Number(params.id) === index && body ? [body] : [],
  );
  if (index === null) return null;
  const correction = (stored: readonly CalibrationFields[]) => {
    // The later of two for one day counts.
    const newestFirst = [...unsent.toReversed(), ...stored].sort((one, other) =>
      other.sinceOn.localeCompare(one.sinceOn),
    );
    return correctionOn(newestFirst, today);
  };
  if (read) {
    const { type, unit, value, readAt, calibrations } = read.value;
    return { type, unit, value, readAt, correction: correction(calibrations) };
  }
  if (!asked) return null;
  const { type } = asked.body;
  return { type, unit: channelTypes[type].unit, value: null, readAt: null, correction: correction([]) };
}
