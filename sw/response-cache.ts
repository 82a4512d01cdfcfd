import type { DeviceStore } from '#src/offline/device-db.ts';
import { isOpenFor } from '#src/offline/device-state.ts';
import type { ApiRow, ReadStore } from '#src/offline/read-db.ts';
import { keepBelowCap, putWithinQuota } from '#src/offline/read-evict.ts';
import { mayStandIn, newestOfFamily, recordKeys, replacedBy } from '#src/offline/record-family.ts';

/** A copy that was used this recently is not written again just to note its use, ms. */
const TOUCH_AFTER_MS = 3_600_000;

/** After this much was added the cap is checked, in characters. */
const CHECK_CAP_AFTER = 1_000_000;

export type ResponseCachePorts = {
  device: Pick<DeviceStore, 'read' | 'change'>;
  openReads(uid: string): ReadStore;
  deleteReads(uid: string): Promise<void>;
  /** Of every user. */
  deleteAllReads(): Promise<void>;
  now(): number;
};

/** The kept answers of the user a request was made for, as of the epoch it was made in. */
type Partition = { uid: string; epoch: number; store: ReadStore };

/** Where an answer is to be kept, and the copy that is there; `row` is null when there is none. */
export type CacheEntry = { partition: Partition; row: ApiRow | null };

/**
 * Reads and writes of kept answers that respect who is signed in: before a row is written and again after, the
 * device is asked whether its user and epoch still stand, so an answer that comes in after a change of user leaves
 * no trace. Nothing here rejects: without storage the worker answers from the network alone.
 */
export class ResponseCache {
  readonly #ports: ResponseCachePorts;
  readonly #stores = new Map<string, ReadStore>();
  #addedSinceCheck = CHECK_CAP_AFTER;
  #heard: { instance: string; done: Promise<void> } | null = null;

  constructor(ports: ResponseCachePorts) {
    this.#ports = ports;
  }

  /** Looks a copy up; null when nothing may be shown or kept for the user, or the storage does not answer. */
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
      // The storage hangs; the network may still answer.
      return null;
    }
  }

  /** Keeps a row; false when the user is gone or the storage hangs or is full. */
  async keep(partition: Partition, row: ApiRow): Promise<boolean> {
    let isKept = false;
    const isWritten = await this.#write(partition, async (store) => {
      isKept = await putWithinQuota(store, row);
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

  /** Notes that the server confirmed a copy. */
  confirm(partition: Partition, key: string, fields: Pick<ApiRow, 'fetchedAt' | 'serverTime'>): Promise<boolean> {
    return this.#write(partition, (store) => store.patch(key, { ...fields, lastUsed: this.#ports.now() }));
  }

  remove(partition: Partition, key: string): Promise<boolean> {
    return this.#write(partition, (store) => store.remove([key]));
  }

  /** The user has left: lets go of their database, so that whoever deletes it need not wait. */
  release(uid: string): void {
    this.#stores.get(uid)?.close();
    this.#stores.delete(uid);
  }

  /** Copies of another database than the one that now answers go, whoever's they are. */
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
      // The storage hangs; whatever is kept there tells its age.
    }
  }

  #storeOf(uid: string): ReadStore {
    for (const other of [...this.#stores.keys()]) if (other !== uid) this.release(other);
    const store = this.#stores.get(uid) ?? this.#ports.openReads(uid);
    this.#stores.set(uid, store);
    return store;
  }

  /** For a record up to the present that was not seen: the newest one of the same series and length that was. */
  async #standIn(store: ReadStore, key: string): Promise<ApiRow | undefined> {
    const alike = recordKeys(key);
    if (alike === undefined || !mayStandIn(key, this.#ports.now())) return undefined;
    const newest = newestOfFamily(key, await store.keysUnder(alike));
    return newest === null ? undefined : store.get(newest);
  }

  /** Runs a write for a partition that still stands; what slipped in during a change of user is deleted again. */
  async #write(partition: Partition, change: (store: ReadStore) => Promise<void>): Promise<boolean> {
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
      // The storage hangs or is broken; copies are for speed only.
      return false;
    }
  }

  async #stands({ uid, epoch }: Partition): Promise<boolean> {
    const state = await this.#ports.device.read();
    return isOpenFor(uid, state) && state.sessionEpoch === epoch;
  }
}
