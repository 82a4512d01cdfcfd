import type { Table } from 'dexie';
import { type DeviceState, emptyDeviceState } from './device-state.ts';
import { sharedDatabase } from './shared-database.ts';
import { realTimers, type Timers } from './timers.ts';
import { createGuard, READ_LIMIT_MS, WRITE_LIMIT_MS } from './with-timeout.ts';

/** Name of the database that is kept when a user signs out. */
export const DEVICE_DB = 'onsil-device';

type MetaRow = { [Key in keyof DeviceState]: { k: Key; v: DeviceState[Key] } }[keyof DeviceState];

/** The device's state. Every call may reject with StorageHangError; callers must work without it. */
export type DeviceStore = {
  read(): Promise<DeviceState>;
  write(patch: Partial<DeviceState>): Promise<void>;
  /** Reads, decides and writes in one transaction; returns the new state. `decide` must be synchronous. */
  change(decide: (state: DeviceState) => Partial<DeviceState>): Promise<DeviceState>;
  close(): void;
};

/** Opens `onsil-device`. Schema changes here are additive only. */
export function openDevice(timers: Timers = realTimers): DeviceStore {
  const db = sharedDatabase(DEVICE_DB);
  db.version(1).stores({ meta: '&k' });
  const meta: Table<MetaRow, string> = db.table('meta');
  const guard = createGuard(db, timers);

  async function stateNow(): Promise<DeviceState> {
    const rows = await meta.toArray();
    return { ...emptyDeviceState, ...Object.fromEntries(rows.map(({ k, v }) => [k, v])) };
  }

  function change(decide: (state: DeviceState) => Partial<DeviceState>): Promise<DeviceState> {
    return guard(
      () =>
        db.transaction('rw', meta, async () => {
          const before = await stateNow();
          const patch = decide(before);
          await meta.bulkPut(rowsOf(patch));
          return { ...before, ...patch };
        }),
      WRITE_LIMIT_MS,
    );
  }

  return {
    read: () => guard(stateNow, READ_LIMIT_MS),
    change,
    write: async (patch) => {
      await change(() => patch);
    },
    close: () => db.close(),
  };
}

function rowsOf(patch: Partial<DeviceState>): MetaRow[] {
  const rows: MetaRow[] = [];
  if (patch.currentUid !== undefined) rows.push({ k: 'currentUid', v: patch.currentUid });
  if (patch.sessionEpoch !== undefined) rows.push({ k: 'sessionEpoch', v: patch.sessionEpoch });
  if (patch.serverOffset !== undefined) rows.push({ k: 'serverOffset', v: patch.serverOffset });
  if (patch.wipeJournal !== undefined) rows.push({ k: 'wipeJournal', v: patch.wipeJournal });
  if (patch.identity !== undefined) rows.push({ k: 'identity', v: patch.identity });
  if (patch.revokePending !== undefined) rows.push({ k: 'revokePending', v: patch.revokePending });
  if (patch.instance !== undefined) rows.push({ k: 'instance', v: patch.instance });
  return rows;
}
