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
 * them. Undefined until it is known.
 */
export function useChoices(farmIndex: number | undefined): InspectionChoices | undefined {
  const choices = useQuery(choicesQuery(farmIndex)).data?.value;
  const made = useQueued(createSensor);
  if (!choices) return undefined;
  const unsent = made.flatMap(({ body }) =>
    body?.provisionalIndex && choices.devices.some(({ index }) => index === body.deviceIndex)
      ? [{ ...body, index: body.provisionalIndex }]
      : [],
  );
  return { ...choices, sensors: [...choices.sensors, ...unsent] };
}
