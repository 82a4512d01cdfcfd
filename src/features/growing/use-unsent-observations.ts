import {
  createObservation,
  deleteObservation,
  type ObservationFields,
  updateObservation,
} from '#contract/growing/observation.ts';
import { useDeletions, type WithDeletion } from '#src/api/outbox/use-deletions.ts';
import { useUnsentRows, type WithQueued } from '#src/api/outbox/use-queued-edits.ts';
import { useWritten, type Written } from '#src/api/outbox/use-written.ts';
import type { ListState } from '#src/lib/list/list-state.ts';
import type { GrowingRow, GrowingSort } from './growing-reads.ts';

/** A row of the list, with the states of its last edit and of its deletion that the list does not have yet. */
export type ShownRow = WithDeletion<WithQueued<GrowingRow>>;

type UnsentObservations = {
  /** The list as it was read, with what this device has done with its rows since. */
  list: ListState<ShownRow, GrowingSort>;
  /** What was made on this device and is not in the list, without what was taken back again; oldest first. */
  created: readonly (Omit<Written<typeof createObservation>, 'body'> & { body: ObservationFields | undefined })[];
};

/** The observations of a farm with everything that `stored`, the list that was read, does not have yet. */
export function useUnsentObservations(
  stored: ListState<GrowingRow, GrowingSort>,
  farmIndex: number,
): UnsentObservations {
  const edited = useUnsentRows(stored, updateObservation, ({ id }) => id);
  const created = useWritten(createObservation, stored.since);
  const leavingOf = useDeletions(deleteObservation, stored.since);
  return {
    list: { ...edited, rows: edited.rows.map((row) => ({ ...row, leaving: leavingOf(row.id) })) },
    created: created.filter(({ body }) => body?.farmIndex === farmIndex && leavingOf(body.id) === undefined),
  };
}
