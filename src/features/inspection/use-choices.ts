import { useQuery } from '@tanstack/react-query';
import { createSensor } from '#contract/device/sensor.ts';
import { type InspectionChoices, inspectionChoices } from '#contract/inspection/inspection.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { useQueued } from '#src/api/outbox/use-queued.ts';
import { readQuery } from '#src/api/read/query.ts';

/** The possible subjects and assignees of a farm's inspections; not asked for a farm that is not sent yet. */
export const choicesQuery = (farmIndex: number | undefined) => ({
  ...readQuery(inspectionChoices, { params: { id: farmIndex ?? 0 } }),
  enabled: farmIndex !== undefined && !isProvisional(farmIndex),
});

/**
 * The same with the sensors that were created on this device and are not sent yet: an inspection of them is sent after
 * them. Where the device never saw the choices, only `chosen`, the sensor that is inspected. Undefined until it is known.
 */
export function useChoices(
  farmIndex: number | undefined,
  chosen: number | null | undefined,
): InspectionChoices | undefined {
  const choices = useQuery(choicesQuery(farmIndex)).data?.value;
  const made = useQueued(createSensor);
  const unsent = made.flatMap(({ body }) =>
    body?.provisionalIndex &&
    (body.provisionalIndex === chosen || choices?.devices.some(({ index }) => index === body.deviceIndex))
      ? [{ ...body, index: body.provisionalIndex }]
      : [],
  );
  if (!choices) return unsent.length > 0 ? { devices: [], people: [], sensors: unsent } : undefined;
  return { ...choices, sensors: [...choices.sensors, ...unsent] };
}
