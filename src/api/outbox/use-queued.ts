import { useEffect, useState } from 'react';
import type { BodyOf, Endpoint } from '#contract/wire/endpoint.ts';
import { upgradedBody } from '#contract/wire/payload-version.ts';
import { type Entry, type QueuedState, queuedStateOf } from '#src/offline/outbox/entry.ts';
import { queryName } from '../call/query-name.ts';
import { useSessionStore } from '../session/session.ts';

/** A write of this user on this device that the server has not answered yet. */
export type Queued<E extends Endpoint> = {
  /** Id of the entry in the outbox. */
  entryId: string;
  state: QueuedState;
  /** When it was written, epoch ms of the server's clock as far as that was known. */
  createdAt: number;
  /** Path and query parameters of the request. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The queued body; undefined if it is bytes or does not match the current schema. */
  body: BodyOf<E> | undefined;
};

/**
 * The queued writes to this endpoint, oldest first: merged into the rows of a list until the server has them. Empty
 * until the device has answered. They are never written to the query cache.
 */
export function useQueued<E extends Endpoint>(endpoint: E): readonly Queued<E>[] {
  return useQueuedOnceKnown(endpoint) ?? [];
}

/** The same, but undefined until the device has answered: for pages that show nothing else. */
export function useQueuedOnceKnown<E extends Endpoint>(endpoint: E): readonly Queued<E>[] | undefined {
  const session = useSessionStore();
  const uid = session.uid();
  const [queued, setQueued] = useState<readonly Queued<E>[]>();
  useEffect(() => {
    if (uid === null) return;
    let isGone = false;
    let stop = () => {};
    // Dexie is loaded with the first page that shows queued writes.
    import('#src/offline/outbox/watch-entries.ts').then(
      ({ watchEntries }) => {
        if (isGone) return;
        const take = (entries: readonly Entry[]) => setQueued(entries.map((entry) => queuedOf(endpoint, entry)));
        stop = watchEntries(uid, take, queryName(endpoint));
      },
      // There is no connection and no worker: no rows exist to merge into either.
      () => setQueued([]),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [uid, endpoint]);
  return queued;
}

function queuedOf<E extends Endpoint>(endpoint: E, entry: Entry): Queued<E> {
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
