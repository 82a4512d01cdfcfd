import { useQuery } from '@tanstack/react-query';
import { createSensor, type SensorFields } from '#contract/device/sensor.ts';
import { type InspectionChoices, inspectionChoices } from '#contract/inspection/inspection.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { type Provisional, useProvisional } from '#src/api/outbox/use-provisional.ts';
import { withProvisional } from '#src/api/outbox/with-provisional.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useSeen } from '#src/api/read/use-seen.ts';

/** The possible subjects and assignees of a farm's inspections; not asked for a farm that is not sent yet. */
export const choicesQuery = (farmIndex: number | undefined) => ({
  ...readQuery(inspectionChoices, { params: { id: farmIndex ?? 0 } }),
  enabled: farmIndex !== undefined && !isProvisional(farmIndex),
});

/**
 * The same with the sensors that were created on this device and are not read yet: an inspection of one that waits is
 * sent after it. Where the device never saw the choices, only `chosen`, the sensor that is inspected. Undefined until it
 * is known.
 */
export function useChoices(
  farmIndex: number | undefined,
  chosen: number | null | undefined,
): InspectionChoices | undefined {
  const read = useQuery(choicesQuery(farmIndex));
  const { unread, asked } = useProvisional(createSensor, chosen ?? undefined, useSeen(read));
  const choices = read.data?.value ?? (asked ? nothing : undefined);
  if (!choices) return undefined;
  const isOfFarm = ({ body }: Made) => choices.devices.some(({ index }) => index === body.deviceIndex);
  const made = { unread: unread.filter(isOfFarm).map(sensorOf), asked: asked && sensorOf(asked) };
  return { ...choices, sensors: withProvisional(choices.sensors, made) };
}

type Made = Provisional<SensorFields>;

const sensorOf = ({ index, sentAs, body }: Made) => ({ ...body, index, sentAs });

const nothing: InspectionChoices = { devices: [], people: [], sensors: [] };
