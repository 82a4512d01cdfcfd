import { errors } from '#contract/wire/errors.ts';
import { INSTANCE } from '#contract/wire/headers.ts';
import { type KeptPolicy, offlinePolicies } from '#contract/wire/offline-policies.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import { pause, type Timers } from '#src/offline/timers.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { type Fetch, fetchUpstream, type Outcome } from './fetch-upstream.ts';
import { forSomebodyElse, fromDevice, fromServer, withoutAnswer, withoutCopy } from './read-response.ts';
import type { CacheEntry, ResponseCache } from './response-cache.ts';

type ReadsPorts = {
  fetch: Fetch;
  copies: ResponseCache;
  announce(news: WorkerEvent): void;
  now(): number;
  timers: Timers;
};

/** A GET of the page, as far as it decides the answer. */
export type ReadRequest = {
  /** Canonical path and query. */
  key: string;
  policy: KeptPolicy;
  /** Answered for nobody in particular. */
  isPublic: boolean;
  /** Whom the page believes to be signed in. */
  uid: string | null;
  authorization: string | null;
  mode: 'network-and-copy' | 'copy' | 'network';
};

export type WarmKey = Pick<ReadRequest, 'key' | 'policy' | 'isPublic'>;

/** How long to look for a copy's ETag before asking the server without it, ms. */
const ETAG_PATIENCE_MS = 150;

/** At most this many requests at once when the device is filled behind the page. */
const WARM_WIDTH = 3;

/** Answers of a first screen that wait for the device to know their user; more than these are asked for again. */
const MAX_UNCLAIMED = 50;

type Unclaimed = { asked: ReadRequest; outcome: Extract<Outcome, { kind: 'answer' }>; at: number };

/** Answers the page's reads from network and device, each class by its rules. */
export class ApiReads {
  readonly #ports: ReadsPorts;
  readonly #breaker: Breaker;
  /** What a user was shown before the device knew them, by key; of one user at a time. */
  readonly #unclaimed = new Map<string, Unclaimed>();

  constructor(ports: ReadsPorts) {
    this.#ports = ports;
    this.#breaker = createBreaker(ports.now, offlinePolicies.live.keeping.withCopyMs);
  }

  /** Always resolves with a response; `keepAlive` gets the work that goes on after it. */
  async answer(asked: ReadRequest, keepAlive: (work: Promise<unknown>) => void): Promise<Response> {
    const { uid } = asked;
    const held = this.#lookUp(asked);
    if (asked.mode === 'copy') {
      const row = (await held)?.row;
      return row ? fromDevice({ uid, row, from: 'hit' }) : withoutCopy();
    }
    const { withCopyMs, isStaleFallback } = offlinePolicies[asked.policy].keeping;
    const isAtOnce = withCopyMs === 0 || (isStaleFallback && this.#breaker.isOpen());
    const etag = await this.#etagSoon(asked, held);
    let isBehind = false;
    const asking = this.#ask(asked, held, etag, () => isBehind);
    keepAlive(asking.then(({ work }) => work));
    const patience = this.#patience(asked.policy, isAtOnce, held);
    const first = await Promise.race([asking, patience.isOver]);
    patience.cancel();
    if (first !== 'impatient') return this.#fromNetwork(asked, first.outcome, held);
    isBehind = true;
    const row = (await held)?.row;
    if (isStaleFallback && !(isAtOnce && row)) this.#breaker.timedOut();
    if (!row) return withoutAnswer('timeout');
    if (!isAtOnce) return fromDevice({ uid, row, from: 'stale', reason: 'timeout' });
    // It stands in for figures of now even when nothing was waited for.
    return fromDevice({ uid, row, from: isStaleFallback ? 'stale' : 'hit' });
  }

  /**
   * Keeps what was answered before the device knew the user, then fetches and keeps what nobody asked for yet; answers
   * how many are on the device afterwards.
   */
  async warm(keys: readonly WarmKey[], uid: string, token: string): Promise<number> {
    const { copies } = this.#ports;
    const left = [...keys];
    let kept = 0;
    const workOff = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        if (await this.#claim(next.key, uid)) {
          kept++;
          continue;
        }
        const asked: ReadRequest = { ...next, uid, authorization: `Bearer ${token}`, mode: 'network-and-copy' };
        const held = copies.find(uid, next.key);
        const { work } = await this.#ask(asked, held, await this.#etagSoon(next, held), () => false);
        await work;
        if ((await copies.find(uid, next.key))?.row) kept++;
      }
    };
    await Promise.all(Array.from({ length: WARM_WIDTH }, workOff));
    // Of what was seen on pages that have been left meanwhile.
    for (const key of [...this.#unclaimed.keys()]) await this.#claim(key, uid);
    return kept;
  }

  /** The copy and where to keep the answer; without the copy when the page could not use it. */
  async #lookUp({ uid, key, mode }: ReadRequest): Promise<CacheEntry | null> {
    const found = await this.#ports.copies.find(uid, key);
    return found && mode === 'network' ? { ...found, row: null } : found;
  }

  /** Asks the server; `work` sees to the consequences, whether or not anybody still waits for the answer. */
  async #ask(asked: ReadRequest, held: Promise<CacheEntry | null>, etag: string | null, isBehind: () => boolean) {
    const { fetch, timers, now } = this.#ports;
    const startedAt = now();
    const outcome = await fetchUpstream(fetch, timers, {
      ...asked,
      etag,
      abortMs: offlinePolicies[asked.policy].abortMs,
    });
    if (outcome.kind !== 'none') this.#breaker.answered(now() - startedAt);
    return { outcome, work: this.#follow(asked, held, outcome, isBehind) };
  }

  async #follow(
    asked: ReadRequest,
    held: Promise<CacheEntry | null>,
    outcome: Outcome,
    isBehind: () => boolean,
  ): Promise<void> {
    const { announce } = this.#ports;
    const { key, uid } = asked;
    if (isBehind()) announce({ type: 'reach', reason: outcome.kind === 'none' ? outcome.reason : null });
    if (outcome.kind === 'none' || uid === null) return;
    await this.#ports.copies.hear(outcome.headers.get(INSTANCE));
    if (outcome.kind === 'answer' && outcome.status === 401) return announce({ type: 'auth-required', uid });
    if (isForSomebodyElse(outcome, asked)) return announce({ type: 'identity-changed', uid });
    const found = await held;
    if (!found) return this.#hold(uid, asked, outcome);
    const change = await this.#keep(asked, found, outcome);
    if (change && isBehind()) announce({ type: change, uid, key });
  }

  /** Nobody is known to the device yet, or it does not answer: the newest of each answer stays in memory. */
  #hold(uid: string, asked: ReadRequest, outcome: Outcome): void {
    for (const [key, { asked: of }] of this.#unclaimed) if (of.uid !== uid) this.#unclaimed.delete(key);
    if (outcome.kind !== 'answer' || outcome.status !== 200) return;
    if (this.#unclaimed.size < MAX_UNCLAIMED) this.#unclaimed.set(asked.key, { asked, outcome, at: this.#ports.now() });
  }

  /**
   * Puts an answer that was held on the device, unless a newer one came there by itself; false where there is none, or
   * the device still keeps nothing. The server's clock tells which is newer: the device's may have been set meanwhile.
   */
  async #claim(key: string, uid: string): Promise<boolean> {
    const held = this.#unclaimed.get(key);
    if (held?.asked.uid !== uid) return false;
    const found = await this.#ports.copies.find(uid, key);
    if (found === null) return false;
    this.#unclaimed.delete(key);
    const { row } = found;
    const isOutdone = row?.key === key && (row.serverTime ?? 0) > (held.outcome.serverTime ?? Number.POSITIVE_INFINITY);
    return isOutdone || (await this.#keep(held.asked, found, held.outcome, held.at)) !== null;
  }

  /** The user has left: what was held for them goes. */
  release(uid: string): void {
    for (const [key, { asked }] of this.#unclaimed) if (asked.uid === uid) this.#unclaimed.delete(key);
  }

  /** Brings the device in line with what the server said; answers what changed there. */
  async #keep(
    asked: ReadRequest,
    { partition, row }: CacheEntry,
    outcome: Outcome,
    answeredAt = this.#ports.now(),
  ): Promise<'updated' | 'removed' | null> {
    const { copies, now } = this.#ports;
    if (outcome.kind === 'none') return null;
    const { key, policy } = asked;
    const at = { fetchedAt: answeredAt, serverTime: outcome.serverTime };
    if (outcome.kind === 'unchanged') return (await copies.confirm(partition, key, at)) ? 'updated' : null;
    if (outcome.status === 200) {
      const { body, headers } = outcome;
      const content = { body, etag: headers.get('ETag'), bytes: sizeOf(body) + key.length };
      const epoch = partition.epoch;
      return (await copies.keep(partition, { key, policy, ...at, lastUsed: now(), ...content, epoch }))
        ? 'updated'
        : null;
    }
    const isGone = [403, 404, 410].includes(outcome.status);
    return isGone && row !== null && (await copies.remove(partition, key)) ? 'removed' : null;
  }

  /** Resolves when waiting for the network is no longer worth it: sooner when a copy stands by. */
  #patience(policy: KeptPolicy, isAtOnce: boolean, held: Promise<CacheEntry | null>) {
    const { withCopyMs, withoutCopyMs } = offlinePolicies[policy].keeping;
    const firstMs = isAtOnce ? 0 : withCopyMs;
    let isCancelled = false;
    let cancel = () => {};
    const wait = async (ms: number) => {
      if (isCancelled) return;
      const waiting = pause(this.#ports.timers, ms);
      cancel = waiting.cancel;
      await waiting.done;
    };
    const isOver = (async () => {
      if (firstMs > 0) await wait(firstMs);
      if (!(await held)?.row) await wait(withoutCopyMs - firstMs);
      return 'impatient' as const;
    })();
    return {
      isOver,
      cancel() {
        isCancelled = true;
        cancel();
      },
    };
  }

  /** The copy's ETag if the storage has it soon; a storage that hangs must not hold up the network. */
  async #etagSoon({ policy, key }: WarmKey, held: Promise<CacheEntry | null>): Promise<string | null> {
    if (!offlinePolicies[policy].keeping.hasEtag) return null;
    const { done, cancel } = pause(this.#ports.timers, ETAG_PATIENCE_MS);
    const found = await Promise.race([held, done.then(() => null)]);
    cancel();
    return found?.row?.key === key ? found.row.etag : null;
  }

  async #fromNetwork(asked: ReadRequest, outcome: Outcome, held: Promise<CacheEntry | null>): Promise<Response> {
    const { uid } = asked;
    if (outcome.kind !== 'none' && isForSomebodyElse(outcome, asked)) {
      return forSomebodyElse(outcome.headers);
    }
    const now = this.#ports.now();
    // A good answer does not wait for a storage that may hang; everything else would rather show the copy.
    if (outcome.kind === 'answer' && outcome.status === 200) return fromServer(outcome, now);
    const row = (await held)?.row;
    if (outcome.kind === 'none') {
      const { reason } = outcome;
      return row ? fromDevice({ uid, row, from: 'stale', reason }) : withoutAnswer(reason);
    }
    if (outcome.kind === 'unchanged') {
      if (!row) return withoutAnswer('timeout');
      return fromDevice({ uid, row: { ...row, fetchedAt: now, serverTime: outcome.serverTime }, from: 'network' });
    }
    const isPassing = outcome.status === 401 || outcome.status === 429 || outcome.status >= 500;
    return isPassing && row ? fromDevice({ uid, row, from: 'stale' }) : fromServer(outcome, now);
  }
}

/** As `ApiRow` counts it. */
function sizeOf(body: string | Blob): number {
  return typeof body === 'string' ? body.length : body.size;
}

/** True when the server answered for another user than the one who asked, or said so itself. */
function isForSomebodyElse(outcome: Exclude<Outcome, { kind: 'none' }>, { uid, isPublic }: ReadRequest): boolean {
  if (uid === null || isPublic) return false;
  if (outcome.kind === 'answer' && outcome.status === errors.IDENTITY_MISMATCH.status) return true;
  // A refusal answers for nobody.
  if (outcome.kind === 'answer' && outcome.status >= 400) return false;
  return outcome.user !== uid;
}
