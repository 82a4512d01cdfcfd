import * as z from 'zod/mini';
import { type DeviceState, deviceState, emptyDeviceState } from '#src/offline/device-state.ts';
import { realTimers } from '#src/offline/timers.ts';
import { askWorker } from '../call/ask-worker.ts';

/** Name of the database, repeated here so that checking whether it exists does not load Dexie. */
const DEVICE_DB = 'onsil-device';

/** Starting the worker takes a second on a slow phone; after this the page reads the database itself, ms. */
const REPLY_LIMIT_MS = 2_000;

export type DeviceStatePorts = {
  /** Asks the worker; null when none controls the page, or it does not reply. */
  askWorker(): Promise<DeviceState | null>;
  /** Names of the existing databases; null where the browser does not list them. */
  databaseNames(): Promise<string[] | null>;
  /** Reads the database in this page. */
  readDatabase(): Promise<DeviceState>;
};

/**
 * Reads the device state by the fastest way: the worker has the database open already; without a worker, a device
 * without sign-ins is recognised by its missing database, and only otherwise is the database opened here. Null when it
 * cannot be read.
 */
export async function readDeviceState(ports: DeviceStatePorts): Promise<DeviceState | null> {
  const answer = await ports.askWorker();
  if (answer) return answer;
  try {
    const names = await ports.databaseNames();
    if (names && !names.includes(DEVICE_DB)) return emptyDeviceState;
    const parsed = z.safeParse(deviceState, await ports.readDatabase());
    return parsed.success ? parsed.data : null;
  } catch {
    // The storage hangs or is unavailable; the page continues without it.
    return null;
  }
}

export const browserDeviceState: DeviceStatePorts = {
  async askWorker() {
    const worker = navigator.serviceWorker?.controller;
    const reply =
      worker && (await askWorker(worker, 'DEVICE_STATE', {}, { limitMs: REPLY_LIMIT_MS, timers: realTimers }));
    return reply?.state ?? null;
  },
  async databaseNames() {
    if (typeof indexedDB === 'undefined' || !indexedDB.databases) return null;
    return (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  },
  async readDatabase() {
    const { openDevice } = await import('#src/offline/device-db.ts');
    const device = openDevice();
    try {
      return await device.read();
    } finally {
      // On iOS, open connections of a suspended page were seen to block all others.
      device.close();
    }
  },
};
