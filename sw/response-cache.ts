import type { DeviceStore } from '#src/offline/device-db.ts';
import { isOpenFor } from '#src/offline/device-state.ts';
import type { ApiRow, ReadStore } from '#src/offline/read-db.ts';
import { keepBelowCap, putWithinQuota } from '#src/offline/read-evict.ts';
import { mayStandIn, newestOfFamily, recordKeys, replacedBy } from '#src/offline/record-family.ts';

/** The time of last use is only updated when it is older than this, ms. */
const TOUCH_AFTER_MS = 3_600_000;

/** The size limit is checked after this many characters were added. */
const CHECK_CAP_AFTER = 1_000_000;

export type ResponseCachePorts = {
  device: Pick<DeviceStore, 'read' | 'change'>;
  openReads(uid: string): ReadStore;
  deleteReads(uid: string): Promise<void>;
  /** The cached answers of all users. */
  deleteAllReads(): Promise<void>;
  now(): number;
};

/** The cached answers of the user of a request, at the epoch in which it was made. */
type Partition = { uid: string; epoch: number; store: ReadStore };

/** Where to store an answer, and the cached one; `row` is null without one. */
export type CacheEntry = { partition: Partition; row: ApiRow | null };

/**
 * Cache of answers that respects who is signed in: before and after each write it checks that the device's user and
 * epoch are unchanged, so that an answer that arrives after a change of user leaves no trace. Never rejects: without
 * storage the worker uses the network only.
 */
export class ResponseCache {
  readonly #ports: ResponseCachePorts;
  readonly #stores = new Map<string, ReadStore>();
  #addedSinceCheck = CHECK_CAP_AFTER;
  #heard: { instance: string; done: Promise<void> } | null = null;

  constructor(ports: ResponseCachePorts) {
    this.#ports = ports;
  }

  /** Looks up a cached answer; null when nothing may be shown or stored for the user, or storage does not respond. */
  async find(uid: string | null, key: string): Promise<CacheEntry | null> {
    if (uid === null) return null;
    try {
      const state = await this.#ports.device.read();
      if (!isOpenFor(uid, state)) return null;
      const partition = { uid, epoch: state.sessionEpoch, store: this.#storeOf(uid) };
      const row = (await partition.store.get(key)) ?? (await this.#standIn(partition.store, key)) ?? null;
      if (row && this.#ports.now() - row.lastUsed > TOUCH_AFTER_MS) {
        void this.#write(partition, (store) => store.patch(row.key, { lastUsed: this.#ports.now() }));
      }
      return { partition, row };
    } catch {
      // Storage hangs; the network may still answer.
      return null;
    }
  }

  /**
   * Stores the answer to a request of `askedAt`; false when a newer one was stored since, the user is gone, or storage
   * hangs or is full.
   */
  async keep(partition: Partition, row: ApiRow, askedAt: number): Promise<boolean> {
    let isKept = false;
    const isWritten = await this.#write(partition, async (store) => {
      isKept = await putWithinQuota(store, row, (there) => !isNewer(there, row, askedAt));
      const alike = recordKeys(row.key);
      if (alike !== undefined) {
        const old = replacedBy(row.key, await store.keysUnder(alike));
        if (old.length > 0) await store.remove(old);
      }
      this.#addedSinceCheck += row.bytes;
      if (this.#addedSinceCheck < CHECK_CAP_AFTER) return;
      this.#addedSinceCheck = 0;
      await keepBelowCap(store);
    });
    return isWritten && isKept;
  }

  /** Records that the server confirmed the cached answer with this ETag; false if there is another one by now. */
  async confirm(
    partition: Partition,
    key: string,
    { etag, ...fields }: Pick<ApiRow, 'etag' | 'fetchedAt' | 'serverTime'>,
  ): Promise<boolean> {
    let isMeant = false;
    const isWritten = await this.#write(partition, async (store) => {
      const confirmed = { ...fields, lastUsed: this.#ports.now() };
      isMeant = await store.patch(key, confirmed, (there) => there.etag === etag);
    });
    return isWritten && isMeant;
  }

  remove(partition: Partition, key: string): Promise<boolean> {
    return this.#write(partition, (store) => store.remove([key]));
  }

  /** Closes the database of a user who has signed out, so that its deletion is not blocked. */
  release(uid: string): void {
    this.#stores.get(uid)?.close();
    this.#stores.delete(uid);
  }

  /** Deletes the cached answers of all users when the server's database is another one than before. */
  async hear(instance: string | null): Promise<void> {
    if (instance === null) return;
    if (this.#heard?.instance !== instance) this.#heard = { instance, done: this.#dropIfOfAnother(instance) };
    await this.#heard.done;
  }

  async #dropIfOfAnother(instance: string): Promise<void> {
    const { device, deleteAllReads } = this.#ports;
    try {
      let before: string | null = null;
      await device.change((state) => {
        before = state.instance;
        return { instance };
      });
      if (before === null || before === instance) return;
      for (const uid of [...this.#stores.keys()]) this.release(uid);
      await deleteAllReads();
    } catch {
      // Storage hangs; what is cached there shows its age.
    }
  }

  #storeOf(uid: string): ReadStore {
    for (const other of [...this.#stores.keys()]) if (other !== uid) this.release(other);
    const store = this.#stores.get(uid) ?? this.#ports.openReads(uid);
    this.#stores.set(uid, store);
    return store;
  }

  /** For a record that ends now and is not cached: the newest cached one of the same series and length. */
  async #standIn(store: ReadStore, key: string): Promise<ApiRow | undefined> {
    const alike = recordKeys(key);
    if (alike === undefined || !mayStandIn(key, this.#ports.now())) return undefined;
    const newest = newestOfFamily(key, await store.keysUnder(alike));
    return newest === null ? undefined : store.get(newest);
  }

  /** Runs a write for a valid partition, and deletes what was written during a change of user. */
  async #write(partition: Partition, change: (store: ReadStore) => Promise<unknown>): Promise<boolean> {
    try {
      if (!(await this.#stands(partition))) return false;
      await change(partition.store);
      if (await this.#stands(partition)) return true;
      const { currentUid } = await this.#ports.device.read();
      if (currentUid !== partition.uid) {
        this.release(partition.uid);
        await this.#ports.deleteReads(partition.uid);
      }
      return false;
    } catch {
      // Storage hangs or is broken; the cache only serves speed.
      return false;
    }
  }

  async #stands({ uid, epoch }: Partition): Promise<boolean> {
    const state = await this.#ports.device.read();
    return isOpenFor(uid, state) && state.sessionEpoch === epoch;
  }
}

/**
 * Whether a cached answer is newer than one that was asked for at `askedAt`, epoch ms of the device: a request may be
 * answered after later ones. Without the first condition a server whose clock was set back would not be believed.
 */
function isNewer(there: ApiRow, { serverTime }: ApiRow, askedAt: number): boolean {
  return there.fetchedAt >= askedAt && (there.serverTime ?? 0) > (serverTime ?? Number.POSITIVE_INFINITY);
}
