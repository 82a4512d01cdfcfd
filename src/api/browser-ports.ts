import { WORKER_EVENTS_CHANNEL } from '#src/offline/messages.ts';
import { realTimers } from '#src/offline/timers.ts';
import { browserStorage } from './call/browser-storage.ts';
import { sendLog } from './call/send-log.ts';
import { browserVisibility } from './call/visibility.ts';
import type { ClientPorts } from './client.ts';
import type { KeeperPorts } from './session/identity-keeper.ts';
import { browserDeviceState, readDeviceState } from './session/read-device-state.ts';

/** The ports of a real page. */
export function browserPorts(): ClientPorts {
  return {
    fetch: (...request) => fetch(...request),
    timers: realTimers,
    deviceNow: () => Date.now(),
    steadyNow: () => performance.now(),
    origin: () => location.origin,
    leave: (to) => location.assign(to),
    visibility: browserVisibility,
    storage: browserStorage,
    readDeviceState: () => readDeviceState(browserDeviceState),
    withOffline,
    // Undefined on plain HTTP, although the type says otherwise.
    locks: navigator.locks,
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(WORKER_EVENTS_CHANNEL),
    worker: () => navigator.serviceWorker?.controller ?? null,
    log: sendLog,
    loadSignedIn: () => import('./signed-in.ts'),
    loadOutbox: () => import('./outbox/outbox.ts'),
  };
}

/** Loads what needs Dexie and closes the database after use: iOS may suspend the page, which must not hold it open. */
const withOffline: KeeperPorts['withOffline'] = async (use) => {
  const [{ openDevice }, { deleteReads }, { deleteTiles }, { deleteSent }, { wipe, resumeWipe }] = await Promise.all([
    import('#src/offline/device-db.ts'),
    import('#src/offline/read-db.ts'),
    import('#src/offline/tile-db.ts'),
    import('#src/offline/outbox/outbox-db.ts'),
    import('#src/offline/wipe.ts'),
  ]);
  const device = openDevice();
  try {
    // Drafts and unsent writes stay: signing out asks the user about them (find-unsent.ts), another user's sign-in may
    // not delete them.
    const deleteKept = async (uid: string) => {
      await deleteReads(uid);
      await deleteTiles(uid);
      await deleteSent(uid);
    };
    return await use({ device, deleteReads: deleteKept, wipe, resumeWipe });
  } finally {
    device.close();
  }
};
