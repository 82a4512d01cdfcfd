import { DAY_MS } from '#contract/time/time.ts';
import { type DeviceState, isOpenFor } from '#src/offline/device-state.ts';
import { isQuotaError } from '#src/offline/read-evict.ts';
import type { StorageSpace } from '#src/offline/storage-space.ts';
import type { FetchedTiles, TileRow, TileStore } from '#src/offline/tile-db.ts';
import { roomForTiles } from '#src/offline/tile-evict.ts';

type TilePorts = {
  device: { read(): Promise<DeviceState> };
  openTiles(uid: string): TileStore;
  deleteTiles(uid: string): Promise<void>;
  /** The storage quota that the browser grants the site. */
  storageSpace(): Promise<StorageSpace | undefined>;
  /** The device's clock, epoch ms. */
  now(): number;
};

/** A user's tiles at the epoch in which they were opened, and an estimate of the server's clock. */
export type TilePartition = { uid: string; epoch: number; store: TileStore; serverNow: number };

/** The size limit is checked after this many bytes were written. */
const CHECK_CAP_AFTER = 2_000_000;
/** A tile is noted as shown at most this often, ms: it is written whole. */
const TOUCH_AFTER_MS = DAY_MS;

/**
 * The tiles of the signed-in user. The user and the epoch are checked before and after each write, so that what arrives
 * after a change of user leaves no trace. Never rejects; without storage there are no tiles.
 */
export class TilePartitions {
  readonly #ports: TilePorts;
  readonly #stores = new Map<string, TileStore>();
  #writtenSinceCheck = CHECK_CAP_AFTER;

  constructor(ports: TilePorts) {
    this.#ports = ports;
  }

  /** null when nothing may be shown or stored for the user, or storage does not respond. */
  async open(uid: string): Promise<TilePartition | null> {
    try {
      const state = await this.#ports.device.read();
      if (!isOpenFor(uid, state)) return null;
      for (const other of [...this.#stores.keys()]) if (other !== uid) this.release(other);
      const store = this.#stores.get(uid) ?? this.#ports.openTiles(uid);
      this.#stores.set(uid, store);
      return { uid, epoch: state.sessionEpoch, store, serverNow: this.#ports.now() + state.serverOffset };
    } catch {
      return null;
    }
  }

  /** Runs a write for a valid partition; false when it is not valid, or storage is full or hangs. */
  async write(partition: TilePartition, change: (store: TileStore) => Promise<void>): Promise<boolean> {
    try {
      if (!(await this.#stands(partition))) return false;
      await change(partition.store);
      if (await this.#stands(partition)) return true;
      this.release(partition.uid);
      const { currentUid } = await this.#ports.device.read();
      if (currentUid !== partition.uid) await this.#ports.deleteTiles(partition.uid);
      return false;
    } catch (error) {
      if (isQuotaError(error)) await this.#makeRoom(partition, 0.5);
      return false;
    }
  }

  /** Stores rows, and from time to time evicts tiles above the size limit. */
  async keep(partition: TilePartition, fetched: FetchedTiles): Promise<boolean> {
    const isKept = await this.write(partition, (store) => store.put(fetched));
    this.#writtenSinceCheck += fetched.rows.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    if (this.#writtenSinceCheck >= CHECK_CAP_AFTER) {
      this.#writtenSinceCheck = 0;
      await this.#makeRoom(partition, 1);
    }
    return isKept;
  }

  /** Notes that tiles were shown: those that nobody looks at are deleted first. */
  async touch(partition: TilePartition, rows: readonly TileRow[]): Promise<void> {
    const at = this.#ports.now();
    const keys = rows.filter(({ lastUsed }) => at - lastUsed > TOUCH_AFTER_MS).map(({ key }) => key);
    if (keys.length > 0) await this.write(partition, (store) => store.touch(keys, at));
  }

  /** Closes the database of a user who has signed out, so that its deletion is not blocked. */
  release(uid: string): void {
    this.#stores.get(uid)?.close();
    this.#stores.delete(uid);
  }

  async #makeRoom(partition: TilePartition, share: number): Promise<void> {
    const space = await this.#ports.storageSpace();
    await this.write(partition, async (store) => {
      const keys = roomForTiles(await store.usage(), share, space?.quota);
      if (keys.length > 0) await store.remove(keys);
    }).catch(() => false);
  }

  async #stands({ uid, epoch }: TilePartition): Promise<boolean> {
    const state = await this.#ports.device.read();
    return isOpenFor(uid, state) && state.sessionEpoch === epoch;
  }
}
