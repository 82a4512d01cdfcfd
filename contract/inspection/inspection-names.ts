// Separate from the checklists: routes need only these names, and load with the first chunk.

/** Kinds of equipment, each with its own checklist. */
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

/** States of an inspection: received, in progress, on hold, done. */
export const inspectionStates = ['received', 'inProgress', 'onHold', 'done'] as const;
export type InspectionState = (typeof inspectionStates)[number];

/** Filters of the list: one state, or all that are not done. */
export const inspectionFilters = ['open', ...inspectionStates] as const;
