import type { InspectionState } from './inspection-names.ts';

const steps: { readonly [From in InspectionState]: readonly InspectionState[] } = {
  received: ['inProgress', 'onHold'],
  inProgress: ['done', 'onHold'],
  onHold: ['inProgress'],
  // What was thought to be mended and is not.
  done: ['inProgress'],
};

/** The states an inspection can be taken to, the usual one first. */
export function nextStates(from: InspectionState): readonly InspectionState[] {
  return steps[from];
}

/** Whether somebody who comes later must be able to read why: on hold, and opened again. */
export function needsReason(from: InspectionState, to: InspectionState): boolean {
  return to === 'onHold' || from === 'done';
}

type Due = { state: InspectionState; dueOn: string | null };

/** Whether an inspection should have been finished before `today` (Seoul day). */
export function isOverdue({ state, dueOn }: Due, today: string): boolean {
  return state !== 'done' && dueOn !== null && dueOn < today;
}

/** Order in which open inspections want to be done: by the day they are due, those without one after them, older first. */
export function byUrgency(a: Due & { createdAt: string }, b: Due & { createdAt: string }): number {
  const dueOf = ({ dueOn }: Due) => dueOn ?? '9999-12-31';
  return dueOf(a).localeCompare(dueOf(b)) || a.createdAt.localeCompare(b.createdAt);
}
