import { useRef } from 'react';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { isSame } from '#src/lib/is-same.ts';
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

/** The stored fields of a thing with its queued edits: a form goes on from what its user wrote last. */
export function useUnsentOver<Fields extends object>(endpoint: Endpoint, id: string | number, stored: Fields): Fields {
  const edits = useQueuedEdits(endpoint, id);
  const last = useRef({ stored, fields: {} });
  // What was just sent is not among the stored fields until these are read again.
  if (edits.length > 0 || !isSame(stored, last.current.stored))
    last.current = { stored, fields: Object.assign({}, ...edits.map(({ fields }) => fields)) };
  const known = Object.entries(last.current.fields).filter(([name]) => name in stored);
  return { ...stored, ...Object.fromEntries(known) };
}
