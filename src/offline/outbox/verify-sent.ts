import { urlOf } from '#contract/wire/endpoint.ts';
import { EXPECTED_USER } from '#contract/wire/headers.ts';
import { offlinePolicies } from '#contract/wire/offline-policies.ts';
import { MAX_RECEIPTS, receipts } from '#contract/wire/receipts.ts';
import { type ExchangePorts, exchange } from '../exchange.ts';
import { nameUser } from '../headers.ts';
import { jsonOf } from '../json-of.ts';
import type { OutboxStore } from './outbox-store.ts';
import { VERIFIED_MS } from './prune-history.ts';

export type VerifyPorts = ExchangePorts & {
  uid: string;
  store: Pick<OutboxStore, 'instance' | 'sentSince' | 'settleInstance'>;
  /** Id of the server's database, as last received; null before that. */
  instance: string | null;
  /** As in `DrainPorts`. */
  token(): Promise<string | null>;
  now(): number;
};

/**
 * Asks a server whose database was replaced by an older copy which writes of the last days it has, and queues the
 * others again. Called before a drain, so that later writes are not sent first; false when the server does not answer.
 * Page and worker may both call it: nothing is done twice.
 */
export async function verifySent(ports: VerifyPorts): Promise<boolean> {
  const { store, instance, now } = ports;
  if (instance === null) return true;
  const known = await store.instance();
  if (known === instance) return true;
  const sent = known === undefined ? [] : await store.sentSince(now() - VERIFIED_MS);
  const has = await askedFor(ports, sent);
  if (has === null) return false;
  // An older server, or an ended session: the queue is unaffected, and the next drain asks again.
  if (has === undefined) return true;
  await store.settleInstance(
    instance,
    sent.filter((id) => !has.has(id)),
    now(),
  );
  return true;
}

/** Which of these writes the server has; null without an answer, undefined when it refuses to say. */
async function askedFor(ports: VerifyPorts, keys: readonly string[]): Promise<ReadonlySet<string> | null | undefined> {
  const has = new Set<string>();
  for (let at = 0; at < keys.length; at += MAX_RECEIPTS) {
    const token = await ports.token();
    if (token === null) return null;
    const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${token}` });
    nameUser(headers, EXPECTED_USER, ports.uid);
    const url = urlOf(receipts, {}, { keys: keys.slice(at, at + MAX_RECEIPTS) });
    const got = await exchange(ports, { url, headers, limitMs: offlinePolicies[receipts.offline].abortMs });
    if (got.kind === 'none') return null;
    const answer = receipts.answer.safeParse(jsonOf(got.content));
    if (!got.response.ok || !answer.success) return undefined;
    for (const { key } of answer.data) has.add(key);
  }
  return has;
}
