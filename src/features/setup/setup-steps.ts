export const stepNames = ['farm', 'crop', 'device', 'sensor', 'value'] as const;
export type StepName = (typeof stepNames)[number];

export type SetupStep = { name: StepName; state: 'done' | 'next' | 'later' };

type Found = { hasCrop: boolean; hasDevice: boolean; hasSensor: boolean; hasValue: boolean };

/** The steps from a farm to its first value: done, next and later ones. */
export function setupSteps({ hasCrop, hasDevice, hasSensor, hasValue }: Found): SetupStep[] {
  const isDone: Record<StepName, boolean> = {
    farm: true,
    crop: hasCrop,
    device: hasDevice,
    sensor: hasSensor,
    value: hasValue,
  };
  const next = stepNames.find((name) => !isDone[name]);
  return stepNames.map((name) => {
    if (isDone[name]) return { name, state: 'done' };
    return { name, state: name === next ? 'next' : 'later' };
  });
}
