import { waitingWrites } from '#contract/waiting-writes.ts';
import { type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { upgradedBody } from '#contract/wire/payload-version.ts';
import { jsonOf } from '#src/offline/json-of.ts';
import type { Entry } from '#src/offline/outbox/entry.ts';
import { queryName } from '../call/query-name.ts';
import { goesThroughOutbox, type WriteInput, wordsOf } from './new-entry.ts';

/**
 * An entry of a file as this app would have queued it; null for one that it would not have queued. A file can be made by
 * anybody, and is sent with the rights of whoever opens it: it may contain nothing that moves equipment or gives rights,
 * and may not call a write something else than it is.
 */
export function entryFromFile(entry: Entry): Entry | null {
  const endpoint = waitingWrites.find((one) => queryName(one) === entry.endpoint);
  const input = endpoint && inputOf(endpoint, entry);
  if (!endpoint || !input || !goesThroughOutbox(endpoint, input)) return null;
  const { noun, summary, lane } = wordsOf(endpoint, { input });
  // The name of the thing, which stands first, is not in the input of every write.
  const isTold = entry.summary === summary || entry.summary?.endsWith(` · ${summary}`) === true || summary === '';
  return { ...entry, noun, lane: lane ?? entry.id, summary: isTold ? entry.summary : summary };
}

/** What the request of an entry says to its endpoint; undefined if it is not one to it, or is invalid. */
function inputOf(
  endpoint: Endpoint,
  { method, path, params, query, body, payloadVersion }: Entry,
): WriteInput | undefined {
  const isSamePath = method === endpoint.method && path === urlOf(endpoint, params, query);
  // '..' would be taken for a step up.
  const isValid =
    endpoint.params.safeParse(textsOf(params)).success && endpoint.query.safeParse(textsOf(query)).success;
  const isBytes = endpoint.takes !== 'application/json';
  if (!isSamePath || !isValid || isBytes !== (body === null)) return undefined;
  if (body === null) return { params, query };
  const upgraded = upgradedBody(endpoint.outbox ?? {}, payloadVersion, jsonOf(body));
  return upgraded && endpoint.body.safeParse(upgraded.body).success
    ? { params, query, body: upgraded.body }
    : undefined;
}

/** Parameters as a URL has them. */
const textsOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
