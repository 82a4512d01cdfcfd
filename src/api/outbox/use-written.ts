import { useCallback } from 'react';
import { HOUR_MS } from '#contract/time/time.ts';
import type { BodyOf, Endpoint } from '#contract/wire/endpoint.ts';
import { upgradedBody } from '#contract/wire/payload-version.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { type Entry, type HistoryItem, queuedStateOf, type WrittenState } from '#src/offline/outbox/entry.ts';
import { queryName } from '../call/query-name.ts';
import { useClock } from '../call/server-clock.ts';
import { useWatched, type Watching } from './use-watched.ts';

/** A write of this user on this device that the data on the screen does not have. */
export type Written<E extends Endpoint> = {
  /** Id of its entry in the outbox. */
  entryId: string;
  state: WrittenState;
  /** When it was written, epoch ms of the server's clock as far as that was known. */
  createdAt: number;
  /** Path and query parameters of the request. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The queued body; undefined if it is bytes or does not match the current schema. */
  body: BodyOf<E> | undefined;
  /** When the server had taken it, epoch ms of its clock; undefined before. */
  answeredAt?: number | undefined;
  /** The index that the server gave to what it created; undefined before, and for what has none. */
  sentAs?: number | undefined;
};

/**
 * The writes to this endpoint that `seen`, the data on the screen, does not have yet, oldest first: queued ones, and
 * those that were sent after the server sent that data. A connection often lasts for the one and not for reading again.
 * Without `seen` the queued ones alone. Empty until the device has answered. They are never written to the query cache.
 */
export function useWritten<E extends Endpoint>(endpoint: E, seen?: Dated): readonly Written<E>[] {
  return useWrittenOnceKnown(endpoint, seen) ?? nothing;
}

/** The same, but undefined until the device has answered: for pages that show nothing else. */
export function useWrittenOnceKnown<E extends Endpoint>(endpoint: E, seen?: Dated): readonly Written<E>[] | undefined {
  const offset = useClock().offset.get();
  // In steps, so that a newer response seldom means another subscription.
  const sentAfter = seen ? Math.floor((seen.fetchedAt - offset) / HOUR_MS - 1) * HOUR_MS : Number.POSITIVE_INFINITY;
  const watch = useCallback(
    (parts: Watching, uid: string, listener: (written: readonly Written<E>[]) => void) =>
      parts.watchWrites(uid, { endpoint: queryName(endpoint), sentAfter }, ({ unsent, sent }) =>
        listener([...sent.map((item) => sentOf(endpoint, item)), ...unsent.map((entry) => queuedOf(endpoint, entry))]),
      ),
    [endpoint, sentAfter],
  );
  const written: readonly Written<E>[] | undefined = useWatched(watch, nothing);
  return written?.filter((one) => lacks(seen, one));
}

/** Whether the data that was read does not have a write: it waits, or the server took it later than it was read. */
export function lacks(seen: Dated | undefined, { state, answeredAt }: Pick<Written<Endpoint>, 'state' | 'answeredAt'>) {
  const readAt = seen?.fetchedAt ?? Number.POSITIVE_INFINITY;
  return state !== 'sent' || (answeredAt ?? readAt) > readAt;
}

const nothing: readonly never[] = [];

function sentOf<E extends Endpoint>(endpoint: E, { entry, receipt }: HistoryItem): Written<E> {
  const { data }: { data?: unknown } = Object(JSON.parse(receipt?.body || 'null'));
  const { index }: { index?: unknown } = Object(data);
  return {
    ...queuedOf(endpoint, entry),
    state: 'sent',
    answeredAt: receipt?.answeredAt ?? undefined,
    sentAs: typeof index === 'number' ? index : undefined,
  };
}

function queuedOf<E extends Endpoint>(endpoint: E, entry: Entry): Written<E> {
  const { id, createdAt, params, query } = entry;
  const frozen = bodyOf(endpoint, entry);
  const checked = frozen && endpoint.body.safeParse(frozen.body);
  return {
    entryId: id,
    state: queuedStateOf(entry),
    createdAt,
    params,
    query,
    // The value has passed the schema from which the body's type is inferred.
    body: checked?.success ? (checked.data as BodyOf<E>) : undefined,
  };
}

/** Undefined if the body is bytes, or if a newer release froze it. */
function bodyOf({ outbox }: Endpoint, { body, payloadVersion }: Entry): { body: unknown } | undefined {
  return body === null ? undefined : upgradedBody(outbox ?? {}, payloadVersion, JSON.parse(body));
}
