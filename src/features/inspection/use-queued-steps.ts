import { type Inspection, stepInspection } from '#contract/inspection/inspection.ts';
import type { InspectionState } from '#contract/inspection/inspection-names.ts';
import { type Queued, useQueued } from '#src/api/outbox/use-queued.ts';

type QueuedSteps = {
  /** The changes of state that are not sent yet, oldest first. */
  queued: readonly Queued<typeof stepInspection>[];
  /** The state with them: the next step goes on from there. */
  stateOf: (inspection: Pick<Inspection, 'state'>) => InspectionState;
};

/** What was done with an inspection on this device and is not sent yet. */
export function useQueuedSteps(inspectionId: string): QueuedSteps {
  const queued = useQueued(stepInspection).filter(({ params }) => params.id === inspectionId);
  const last = queued.findLast(({ state }) => state !== 'attention')?.body?.state;
  return { queued, stateOf: ({ state }) => last ?? state };
}
