import { errors } from '#contract/wire/errors.ts';
import { INSTANCE_ID, type ReadMode } from '#contract/wire/headers.ts';
import { type KeptPolicy, offlinePolicies } from '#contract/wire/offline-policies.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import { pause, type Timers } from '#src/offline/timers.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { type Fetch, fetchUpstream, type Outcome } from './fetch-upstream.ts';
import { forAnotherUser, fromDevice, fromServer, notCached, withoutAnswer } from './read-response.ts';
import type { CacheEntry, ResponseCache } from './response-cache.ts';

type ReadsPorts = {
  fetch: Fetch;
  copies: ResponseCache;
  announce(news: WorkerEvent): void;
  now(): number;
  timers: Timers;
};

/** The parts of a page's GET that decide the answer. */
export type ReadRequest = {
  /** Canonical path and query. */
  key: string;
  policy: KeptPolicy;
  /** Whether the answer is the same for every user. */
  isPublic: boolean;
  /** The user that the page believes to be signed in. */
  uid: string | null;
  authorization: string | null;
  mode: ReadMode | 'default';
};

export type WarmKey = Pick<ReadRequest, 'key' | 'policy' | 'isPublic'>;

/** How long to look for a cached ETag before asking the server without it, ms. */
const ETAG_PATIENCE_MS = 150;

/** Most concurrent requests while the cache is warmed. */
const WARM_WIDTH = 3;

/** Most answers of a first screen held in memory until the device knows its user; later ones are fetched again. */
const MAX_UNCLAIMED = 50;

/** The outcome of a request, its ETag, and when it was sent, epoch ms of the device. */
type Heard = { outcome: Outcome; etag: string | null; startedAt: number };

type Unclaimed = { asked: ReadRequest; outcome: Extract<Outcome, { kind: 'answer' }>; at: number };

/** Answers the page's reads from network and cache, according to the offline policy of each. */
export class ApiReads {
  readonly #ports: ReadsPorts;
  readonly #breaker: Breaker;
  /** Answers shown before the device knew the user, by key; of one user at a time. */
  readonly #unclaimed = new Map<string, Unclaimed>();

  constructor(ports: ReadsPorts) {
    this.#ports = ports;
    this.#breaker = createBreaker(ports.now, offlinePolicies.live.keeping.withCopyMs);
  }

  /** Always resolves with a response; work that continues afterwards is passed to `keepAlive`. */
  async answer(asked: ReadRequest, keepAlive: (work: Promise<unknown>) => void): Promise<Response> {
    const { uid } = asked;
    const held = this.#lookUp(asked);
    if (asked.mode === 'cache-only') {
      const row = (await held)?.row;
      return row ? fromDevice({ uid, row, from: 'hit' }) : notCached();
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
    // A fallback for live values is marked as stale even when the network was not tried.
    return fromDevice({ uid, row, from: isStaleFallback ? 'stale' : 'hit' });
  }

  /**
   * Stores the answers held in memory, then fetches and caches the keys that are missing. Resolves with the number of
   * keys in the cache afterwards.
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
        const asked: ReadRequest = { ...next, uid, authorization: `Bearer ${token}`, mode: 'default' };
        const held = copies.find(uid, next.key);
        const { work } = await this.#ask(asked, held, await this.#etagSoon(next, held), () => false);
        await work;
        if ((await copies.find(uid, next.key))?.row) kept++;
      }
    };
    await Promise.all(Array.from({ length: WARM_WIDTH }, workOff));
    // Keys of pages that the user has left meanwhile.
    for (const key of [...this.#unclaimed.keys()]) await this.#claim(key, uid);
    return kept;
  }

  /** Where to cache the answer, and the cached one; without it for mode `network`, whose page cannot use it. */
  async #lookUp({ uid, key, mode }: ReadRequest): Promise<CacheEntry | null> {
    const found = await this.#ports.copies.find(uid, key);
    return found && mode === 'network-only' ? { ...found, row: null } : found;
  }

  /** Asks the server; `work` stores the answer, whether or not the caller still waits for it. */
  async #ask(asked: ReadRequest, held: Promise<CacheEntry | null>, etag: string | null, isBehind: () => boolean) {
    const { fetch, timers, now } = this.#ports;
    const startedAt = now();
    const outcome = await fetchUpstream(fetch, timers, {
      ...asked,
      etag,
      abortMs: offlinePolicies[asked.policy].abortMs,
    });
    if (outcome.kind !== 'none') this.#breaker.answered(now() - startedAt);
    return { outcome, work: this.#follow(asked, held, { outcome, etag, startedAt }, isBehind) };
  }

  async #follow(
    asked: ReadRequest,
    held: Promise<CacheEntry | null>,
    { outcome, etag, startedAt }: Heard,
    isBehind: () => boolean,
  ): Promise<void> {
    const { announce, now } = this.#ports;
    const { key, uid } = asked;
    if (isBehind()) announce({ type: 'reach', reason: outcome.kind === 'none' ? outcome.reason : null });
    if (outcome.kind === 'none' || uid === null) return;
    await this.#ports.copies.hear(outcome.headers.get(INSTANCE_ID));
    if (outcome.kind === 'answer' && outcome.status === 401) return announce({ type: 'auth-required', uid });
    if (isForSomebodyElse(outcome, asked)) return announce({ type: 'identity-changed', uid });
    const found = await held;
    if (!found) return this.#hold(uid, asked, outcome);
    const change = await this.#keep(asked, found, { outcome, etag, startedAt, at: now() });
    if (change && isBehind()) announce({ type: change, uid, key });
  }

  /**
   * Holds the newest answer of each key in memory while the device does not know its user or its storage does not
   * respond.
   */
  #hold(uid: string, asked: ReadRequest, outcome: Outcome): void {
    for (const [key, { asked: of }] of this.#unclaimed) if (of.uid !== uid) this.#unclaimed.delete(key);
    if (outcome.kind !== 'answer' || outcome.status !== 200) return;
    if (this.#unclaimed.size < MAX_UNCLAIMED) this.#unclaimed.set(asked.key, { asked, outcome, at: this.#ports.now() });
  }

  /**
   * Stores an answer that was held in memory, unless the cache has a newer one; false when there is none, or the cache
   * is still unavailable. Compares the server's times, because the device's clock may have been changed.
   */
  async #claim(key: string, uid: string): Promise<boolean> {
    const held = this.#unclaimed.get(key);
    if (held?.asked.uid !== uid) return false;
    const found = await this.#ports.copies.find(uid, key);
    if (found === null) return false;
    this.#unclaimed.delete(key);
    const { row } = found;
    const isOutdone = row?.key === key && (row.serverTime ?? 0) > (held.outcome.serverTime ?? Number.POSITIVE_INFINITY);
    if (isOutdone) return true;
    const heard = { outcome: held.outcome, etag: null, startedAt: held.at, at: held.at };
    return (await this.#keep(held.asked, found, heard)) !== null;
  }

  /** Drops everything held for a user who has signed out. */
  release(uid: string): void {
    for (const [key, { asked }] of this.#unclaimed) if (asked.uid === uid) this.#unclaimed.delete(key);
  }

  /** Applies the outcome to the cache; resolves with what changed there. */
  async #keep(
    asked: ReadRequest,
    { partition, row }: CacheEntry,
    { outcome, etag: askedWith, startedAt, at: fetchedAt }: Heard & { at: number },
  ): Promise<'updated' | 'removed' | null> {
    const { copies, now } = this.#ports;
    if (outcome.kind === 'none') return null;
    const { key, policy } = asked;
    const at = { fetchedAt, serverTime: outcome.serverTime };
    if (outcome.kind === 'unchanged') {
      return (await copies.confirm(partition, key, { ...at, etag: askedWith })) ? 'updated' : null;
    }
    if (outcome.status === 200) {
      const { body, headers } = outcome;
      const content = { body, etag: headers.get('ETag'), bytes: sizeOf(body) + key.length };
      const epoch = partition.epoch;
      const fresh = { key, policy, ...at, lastUsed: now(), ...content, epoch };
      return (await copies.keep(partition, fresh, startedAt)) ? 'updated' : null;
    }
    const isGone = [403, 404, 410].includes(outcome.status);
    return isGone && row !== null && (await copies.remove(partition, key)) ? 'removed' : null;
  }

  /** Resolves when waiting for the network is no longer worthwhile: sooner with a cached answer. */
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

  /** The cached ETag, if storage is fast enough; a storage that hangs must not delay the network. */
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
      return forAnotherUser(outcome.headers);
    }
    const now = this.#ports.now();
    // A good answer does not wait for a storage that may hang; for all others the cached answer is preferred.
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

/** Size by the unit of `ApiRow`. */
function sizeOf(body: string | Blob): number {
  return typeof body === 'string' ? body.length : body.size;
}

/** Whether the server answered for, or asked for, another user than the page's. */
function isForSomebodyElse(outcome: Exclude<Outcome, { kind: 'none' }>, { uid, isPublic }: ReadRequest): boolean {
  if (uid === null || isPublic) return false;
  if (outcome.kind === 'answer' && outcome.status === errors.IDENTITY_MISMATCH.status) return true;
  // An error answer carries no user.
  if (outcome.kind === 'answer' && outcome.status >= 400) return false;
  return outcome.user !== uid;
}
