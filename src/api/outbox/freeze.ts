import { type Endpoint, type OutboxRules, urlOf } from '#contract/wire/endpoint.ts';
import { payloadVersionOf } from '#contract/wire/payload-version.ts';
import { buildId } from '#src/offline/build-id.ts';
import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import type { NewEntry } from '#src/offline/outbox/outbox-store.ts';
import { queryName } from '../call/query-name.ts';

/** An endpoint whose writes may wait. */
type OutboxEndpoint = Endpoint & { outbox: OutboxRules };

/** What a write takes, as `call` does; bytes stand as the body itself. */
export type WriteInput = { params?: object; query?: object; body?: unknown };

/** A write that is put in together with another one: with both or with neither the device goes on. */
export type BesideWrite = { endpoint: Endpoint; input: WriteInput };

/** Whether this write goes through the outbox; else it is sent now or not at all. */
export function goesThroughOutbox(endpoint: Endpoint, input: WriteInput): endpoint is OutboxEndpoint {
  return endpoint.outbox !== undefined && (endpoint.outbox.mayWait?.(partsOf(endpoint, input)) ?? true);
}

type Clocks = Pick<NewEntry, 'createdAt' | 'deviceClock' | 'serverOffset'>;

/** The write as it is put in: what is sent later is what was written now, whatever the release that sends it. */
export function freeze(
  endpoint: OutboxEndpoint,
  input: WriteInput,
  clocks: Clocks,
  origin: EntryOrigin | null,
): { wish: NewEntry; blob: Blob | undefined } {
  const { noun, summary, lane, after } = endpoint.outbox;
  const parts = partsOf(endpoint, input);
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
    noun,
    summary: summary(parts)
      .filter((part) => part)
      .join(' · '),
    lane: lane(parts),
    after: after?.(parts) ?? [],
    body: blob ? null : JSON.stringify(input.body ?? {}),
    payloadVersion: payloadVersionOf(endpoint.outbox),
    build: buildId,
    ...clocks,
  };
  return { wish, blob };
}

/** The input with what its schema fills in. */
function partsOf(endpoint: Endpoint, { params, query, body }: WriteInput) {
  const checked = endpoint.body.safeParse(body ?? {});
  return { params: { ...params }, query: { ...query }, body: checked.success ? checked.data : body };
}
