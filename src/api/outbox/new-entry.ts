import { type Endpoint, type OutboxRules, urlOf } from '#contract/wire/endpoint.ts';
import { payloadVersionOf } from '#contract/wire/payload-version.ts';
import { isQuietLane } from '#contract/wire/quiet-lane.ts';
import { buildId } from '#src/offline/build-id.ts';
import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import type { NewEntry } from '#src/offline/outbox/outbox-store.ts';
import { queryName } from '../call/query-name.ts';

/** An endpoint whose writes may be queued. */
type OutboxEndpoint = Endpoint & { outbox: OutboxRules };

/** The input of a write, as `call` takes it; for bytes the body is the Blob itself. */
export type WriteInput = { params?: object; query?: object; body?: unknown };

/**
 * A write that is queued in the same transaction as another: both are stored or neither. `about`: the name of the thing
 * that it concerns, where its input does not have it ('1동 12번' for a photo).
 */
export type LinkedWrite = { endpoint: Endpoint; input: WriteInput; about?: string | undefined };

/** Whether this write goes through the outbox; otherwise it is sent now or not at all. */
export function goesThroughOutbox(endpoint: Endpoint, input: WriteInput): endpoint is OutboxEndpoint {
  return endpoint.outbox !== undefined && (endpoint.outbox.mayWait?.(partsOf(endpoint, input)) ?? true);
}

/** Whether the app makes this write by itself, so that nobody is told that it waits. */
export function isQuietWrite(endpoint: Endpoint, input: WriteInput): boolean {
  return isQuietLane(endpoint.outbox?.lane(partsOf(endpoint, input)));
}

type Clocks = Pick<NewEntry, 'createdAt' | 'deviceClock' | 'serverOffset'>;

/** The write as it is queued: it is sent in exactly this form, whichever release sends it. */
export function newEntryOf(
  endpoint: OutboxEndpoint,
  { input, about }: Pick<LinkedWrite, 'input' | 'about'>,
  clocks: Clocks,
  origin: EntryOrigin | null,
): { wish: NewEntry; blob: Blob | undefined } {
  const params = { ...input.params };
  const query = { ...input.query };
  const blob = input.body instanceof Blob ? input.body : undefined;
  const wish: NewEntry = {
    endpoint: queryName(endpoint),
    method: endpoint.method,
    path: urlOf(endpoint, params, query),
    params,
    query,
    origin,
    ...wordsOf(endpoint, { input, about }),
    after: endpoint.outbox.after?.(partsOf(endpoint, input)) ?? [],
    body: blob ? null : JSON.stringify(input.body ?? {}),
    payloadVersion: payloadVersionOf(endpoint.outbox),
    build: buildId,
    ...clocks,
  };
  return { wish, blob };
}

/** What the outbox calls a write, and the lane in which it is sent. */
export function wordsOf(
  { outbox, ...endpoint }: OutboxEndpoint,
  { input, about }: Pick<LinkedWrite, 'input' | 'about'>,
) {
  const parts = partsOf(endpoint, input);
  const words = [about, ...outbox.summary(parts)];
  return { noun: outbox.noun, summary: words.filter((part) => part).join(' · '), lane: outbox.lane(parts) };
}

/** The parsed input, with the schema's defaults. */
function partsOf(endpoint: Pick<Endpoint, 'body'>, { params, query, body }: WriteInput) {
  const checked = endpoint.body.safeParse(body ?? {});
  return { params: { ...params }, query: { ...query }, body: checked.success ? checked.data : body };
}
