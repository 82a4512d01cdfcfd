import { useRef } from 'react';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { isSame } from '#src/lib/is-same.ts';
import type { ListState } from '#src/lib/list/list-state.ts';
import type { WrittenState } from '#src/offline/outbox/entry.ts';
import { readEdit, touchedBy } from '#src/offline/outbox/merge-edits.ts';
import { useWritten, type Written } from './use-written.ts';

/** An edit that the data on the screen does not have yet. */
type QueuedEdit = Pick<Written<Endpoint>, 'entryId' | 'state'> & {
  /** The new values of the fields that it changes, by field. */
  fields: Readonly<Record<string, unknown>>;
};

/** The edits of one thing, given by the `id` in their path, that `seen` does not have yet; oldest first. */
export function useQueuedEdits(endpoint: Endpoint, id: string | number, seen?: Dated): readonly QueuedEdit[] {
  return useWritten(endpoint, seen)
    .filter(({ params }) => String(params.id) === String(id))
    .map(({ entryId, state, body }) => ({ entryId, state, fields: fieldsOf(body) }));
}

/** The new values of the fields that a queued write changes; all of them for one that is not an edit. */
function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  const edit = readEdit(JSON.stringify(body ?? null));
  return edit ? touchedBy(edit) : { ...(body ?? {}) };
}

/** A row of a list, with the state of the last write to it that the list does not have yet. */
export type WithQueued<Row> = Row & { queued?: WrittenState };

/** The list with what was written to its rows since: writes that have the `id` in their path, oldest first. */
export function useUnsentRows<Row extends object, Key extends string>(
  list: ListState<Row, Key>,
  endpoint: Endpoint,
  idOf: (row: Row) => string | number,
): ListState<WithQueued<Row>, Key> {
  return { ...list, rows: useRowsAsWritten(list.rows, endpoint, { idOf, seen: list.since }) };
}

/** The same for rows that were read with `seen`. */
export function useRowsAsWritten<Row extends object>(
  rows: readonly Row[],
  endpoint: Endpoint,
  { idOf, seen }: { idOf: (row: Row) => string | number; seen: Dated | undefined },
): WithQueued<Row>[] {
  const written = useWritten(endpoint, seen);
  return rows.map((row) =>
    written.filter(({ params }) => String(params.id) === String(idOf(row))).reduce<WithQueued<Row>>(withWrite, row),
  );
}

function withWrite<Row extends object>(row: Row, { state, body }: Written<Endpoint>): WithQueued<Row> {
  const known = Object.entries(fieldsOf(body)).filter(([name]) => name in row);
  return { ...row, ...Object.fromEntries(known), queued: state };
}

/**
 * The stored fields of a thing, as read with `seen`, with the edits that these do not have yet: a form goes on from what
 * its user wrote last.
 */
export function useUnsentOver<Fields extends object>(
  endpoint: Endpoint,
  id: string | number,
  stored: Fields,
  seen?: Dated,
): Fields {
  const edits = useQueuedEdits(endpoint, id, seen);
  const last = useRef({ stored, fields: {} });
  // What was just sent is not among the stored fields until these are read again.
  if (edits.length > 0 || !isSame(stored, last.current.stored))
    last.current = { stored, fields: Object.assign({}, ...edits.map(({ fields }) => fields)) };
  const known = Object.entries(last.current.fields).filter(([name]) => name in stored);
  return { ...stored, ...Object.fromEntries(known) };
}
