// Apart from what is made of them: addresses need no more, and come with the first file.

/** Kinds of equipment that are inspected, each by a checklist of its own. */
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

/** How an inspection stands: taken in, being worked on, waiting for something, finished. */
export const inspectionStates = ['received', 'inProgress', 'onHold', 'done'] as const;
export type InspectionState = (typeof inspectionStates)[number];

/** What a list can be narrowed to: one state, or all that are not done. */
export const inspectionFilters = ['open', ...inspectionStates] as const;
