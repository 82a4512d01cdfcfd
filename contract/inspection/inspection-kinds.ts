/** Kinds of equipment that are inspected, each by a checklist of its own; apart from those, as addresses need no more. */
export const inspectionKindNames = [
  'controller',
  'airSensor',
  'soilSensor',
  'flowMeter',
  'heater',
  'vent',
  'curtain',
  'pumpValve',
  'other',
] as const;
export type InspectionKind = (typeof inspectionKindNames)[number];
