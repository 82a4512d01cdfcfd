import { type Inspection, stepInspection } from '#contract/inspection/inspection.ts';
import type { InspectionState } from '#contract/inspection/inspection-names.ts';
import { useWritten, type Written } from '#src/api/outbox/use-written.ts';
import type { Dated } from '#src/lib/data-age.ts';

type QueuedSteps = {
  /** The changes of state that the page does not have yet, oldest first. */
  queued: readonly Written<typeof stepInspection>[];
  /** The state with them: the next step goes on from there. */
  stateOf: (inspection: Pick<Inspection, 'state'>) => InspectionState;
};

/** What was done with an inspection on this device and is not in `seen` yet. */
export function useQueuedSteps(inspectionId: string, seen: Dated | undefined): QueuedSteps {
  const queued = useWritten(stepInspection, seen).filter(({ params }) => params.id === inspectionId);
  const last = queued.findLast(({ state }) => state !== 'attention')?.body?.state;
  return { queued, stateOf: ({ state }) => last ?? state };
}
