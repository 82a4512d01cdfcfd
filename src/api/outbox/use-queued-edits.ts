import { useRef } from 'react';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { isSame } from '#src/lib/is-same.ts';
import type { ListState } from '#src/lib/list/list-state.ts';
import type { QueuedState } from '#src/offline/outbox/entry.ts';
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
    .map(({ entryId, state, body }) => ({ entryId, state, fields: fieldsOf(body) }));
}

/** The new values of the fields that a queued write changes; all of them for one that is not an edit. */
function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  const edit = readEdit(JSON.stringify(body ?? null));
  return edit ? touchedBy(edit) : { ...(body ?? {}) };
}

/** A row of a list, with the state of its last unsent write if it has one. */
export type WithQueued<Row> = Row & { queued?: QueuedState };

/** The list with what was written to its rows since: queued writes, which have the `id` in their path, oldest first. */
export function useUnsentRows<Row extends object, Key extends string>(
  list: ListState<Row, Key>,
  endpoint: Endpoint,
  idOf: (row: Row) => string | number,
): ListState<WithQueued<Row>, Key> {
  const queued = useQueued(endpoint);
  const rows = list.rows.map((row) =>
    queued.filter(({ params }) => String(params.id) === String(idOf(row))).reduce<WithQueued<Row>>(withWrite, row),
  );
  return { ...list, rows };
}

function withWrite<Row extends object>(row: Row, { state, body }: Queued<Endpoint>): WithQueued<Row> {
  const known = Object.entries(fieldsOf(body)).filter(([name]) => name in row);
  return { ...row, ...Object.fromEntries(known), queued: state };
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
