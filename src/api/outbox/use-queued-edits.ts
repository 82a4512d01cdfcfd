import type { Endpoint } from '#contract/wire/endpoint.ts';
import { readEdit, touchedBy } from '#src/offline/outbox/merge-edits.ts';
import { type Queued, useQueued } from './use-queued.ts';

/** An edit that the server has not answered yet. */
type QueuedEdit = Pick<Queued<Endpoint>, 'entryId' | 'state'> & {
  /** The new values of the fields that it changes, by field. */
  fields: Readonly<Record<string, unknown>>;
};

/** The queued edits of one thing, given by the `id` in their path; oldest first. */
export function useQueuedEdits(endpoint: Endpoint, id: string | number): readonly QueuedEdit[] {
  return useQueued(endpoint)
    .filter(({ params }) => String(params.id) === String(id))
    .map(({ entryId, state, body }) => {
      const edit = readEdit(JSON.stringify(body ?? null));
      return { entryId, state, fields: edit ? touchedBy(edit) : {} };
    });
}
