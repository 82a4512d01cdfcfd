import { parseInstant } from '../time/parse-instant.ts';
import type { InspectionState } from './inspection-names.ts';

const steps: { readonly [From in InspectionState]: readonly InspectionState[] } = {
  received: ['inProgress', 'onHold'],
  inProgress: ['done', 'onHold'],
  onHold: ['inProgress'],
  // Reopened when the fault was not repaired after all.
  done: ['inProgress'],
};

/** The states that can follow, the usual one first. */
export function nextStates(from: InspectionState): readonly InspectionState[] {
  return steps[from];
}

/** Whether the step needs a reason for later readers: on hold, and reopened. */
export function needsReason(from: InspectionState, to: InspectionState): boolean {
  return to === 'onHold' || from === 'done';
}

/**
 * When something was done, epoch ms: as its author's device said, but not before `after`, the step before it, and not
 * later than `arrivedAt`, for the clock of a device may be wrong. Without such an instant when it arrived.
 */
export function timeDone(given: string | undefined, arrivedAt: number, after?: string): number {
  if (given === undefined) return arrivedAt;
  const earliest = after === undefined ? Number.NEGATIVE_INFINITY : parseInstant(after);
  return Math.min(Math.max(parseInstant(given), earliest), arrivedAt);
}

type Due = { state: InspectionState; dueOn: string | null };

/** Whether an inspection was due before `today` (Seoul day). */
export function isOverdue({ state, dueOn }: Due, today: string): boolean {
  return state !== 'done' && dueOn !== null && dueOn < today;
}

/** Order of open inspections: by due day, those without one last, then older first. */
export function byUrgency(a: Due & { createdAt: string }, b: Due & { createdAt: string }): number {
  const dueOf = ({ dueOn }: Due) => dueOn ?? '9999-12-31';
  return dueOf(a).localeCompare(dueOf(b)) || a.createdAt.localeCompare(b.createdAt);
}
