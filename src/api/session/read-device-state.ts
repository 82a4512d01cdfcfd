import * as z from 'zod/mini';
import { session } from '#contract/user/auth.ts';
import { type DeviceState, emptyDeviceState, type Identity, wipeSteps } from '#src/offline/device-state.ts';
import { DEVICE_STATE_PATH } from '#src/offline/messages.ts';

/** Name of the database, repeated here so that asking whether it exists does not load Dexie. */
const DEVICE_DB = 'onsil-device';

const { userId, userAuthority, isNew, urlMap, mustChangePassword } = session.shape;

export const identity: z.ZodMiniType<Identity> = z.object({
  userId,
  userAuthority,
  isNew,
  mustChangePassword,
  urlMap,
  name: z.string(),
  email: z.optional(z.string()),
  signedInAt: z.number(),
  locked: z.boolean(),
});

const deviceState: z.ZodMiniType<DeviceState> = z.object({
  currentUid: z.nullable(z.string()),
  sessionEpoch: z.number(),
  serverOffset: z.number(),
  wipeJournal: z.nullable(z.object({ uid: z.string(), step: z.enum(wipeSteps), endServerSession: z.boolean() })),
  identity: z.nullable(identity),
  revokePending: z.boolean(),
});

export type DeviceStatePorts = {
  /** Fetches a path from the worker; null when no worker stands between page and network. */
  askWorker: ((path: string) => Promise<Response>) | null;
  /** Names of the databases there are; null where the browser cannot say. */
  databaseNames(): Promise<string[] | null>;
  /** Reads the database in this page. */
  readDatabase(): Promise<DeviceState>;
};

/**
 * What the device knows, by the shortest way: the worker has the database open already; without one, a device that
 * never saw a sign-in is recognised by its missing database, and only otherwise is the database opened here. Null
 * when it cannot be read.
 */
export async function readDeviceState(ports: DeviceStatePorts): Promise<DeviceState | null> {
  try {
    const response = await ports.askWorker?.(DEVICE_STATE_PATH);
    if (response?.ok && response.headers.get('Content-Type')?.includes('json')) {
      const parsed = z.safeParse(deviceState, await response.json());
      if (parsed.success) return parsed.data;
    }
  } catch {
    // The worker died or is an older one; the page can look itself.
  }
  try {
    const names = await ports.databaseNames();
    if (names && !names.includes(DEVICE_DB)) return emptyDeviceState;
    const parsed = z.safeParse(deviceState, await ports.readDatabase());
    return parsed.success ? parsed.data : null;
  } catch {
    // The storage hangs or is not there; the page goes on without.
    return null;
  }
}

export const browserDeviceState: DeviceStatePorts = {
  get askWorker() {
    return navigator.serviceWorker?.controller ? (path: string) => fetch(path, { cache: 'no-store' }) : null;
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
      // Open connections of a page that iOS puts to sleep were seen to block everybody else's.
      device.close();
    }
  },
};
