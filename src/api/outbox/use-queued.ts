import { useEffect, useState } from 'react';
import type { BodyOf, Endpoint } from '#contract/wire/endpoint.ts';
import { upgradedBody } from '#contract/wire/payload-version.ts';
import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { queryName } from '../call/query-name.ts';
import { useSessionStore } from '../session/session.ts';

/** How a write that is not on the server yet stands; `queuedWords` has its words. */
type QueuedState = 'waiting' | 'sending' | 'attention';

/** A write of this user on this device that the server has not answered yet. */
export type Queued<E extends Endpoint> = {
  /** Names it in the outbox. */
  entryId: string;
  state: QueuedState;
  /** When it was written, epoch ms of the server's clock as far as it was known. */
  createdAt: number;
  /** As they were asked. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** As it was put in; undefined where it is bytes, or an older release froze something else. */
  body: BodyOf<E> | undefined;
};

/**
 * What waits in the outbox for this endpoint, in the order in which it was written: to be laid over the rows of a list
 * until the server has it. Empty until the device has answered. Never written to what was read.
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
    // The library behind it comes with the first page that shows what waits.
    import('#src/offline/outbox/watch-entries.ts').then(
      ({ watchEntries }) => {
        if (isGone) return;
        const take = (entries: readonly Entry[]) => setQueued(entries.map((entry) => queuedOf(endpoint, entry)));
        stop = watchEntries(uid, take, queryName(endpoint));
      },
      // Without a connection and without a worker: there is nothing to lay over either.
      () => setQueued([]),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [uid, endpoint]);
  return queued;
}

/** How things stand that were changed and not sent yet, by id. */
export type QueuedStates = ReadonlyMap<string, QueuedState>;

/** How edits stand that the server has not answered yet, by the `id` in their path: of several on one thing the last. */
export function useQueuedStates(endpoint: Endpoint): QueuedStates {
  return new Map(useQueued(endpoint).map(({ params, state }) => [String(params.id), state]));
}

function queuedOf<E extends Endpoint>(endpoint: E, entry: Entry): Queued<E> {
  const { id, state, createdAt, params, query } = entry;
  const frozen = bodyOf(endpoint, entry);
  const checked = frozen && endpoint.body.safeParse(frozen.body);
  return {
    entryId: id,
    state: isParked(entry) ? 'attention' : state === 'sending' ? 'sending' : 'waiting',
    createdAt,
    params,
    query,
    // The schema that was just passed is the one the body's type was inferred from.
    body: checked?.success ? (checked.data as BodyOf<E>) : undefined,
  };
}

/** Undefined where it is bytes, or a newer release froze it. */
function bodyOf({ outbox }: Endpoint, { body, payloadVersion }: Entry): { body: unknown } | undefined {
  return body === null ? undefined : upgradedBody(outbox ?? {}, payloadVersion, JSON.parse(body));
}
