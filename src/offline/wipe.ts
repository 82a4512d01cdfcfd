import type { DeviceStore } from './device-db.ts';
import { type DeviceState, type WipeJournal, wipeSteps } from './device-state.ts';

/** What a wipe needs from its caller. Every port may be called again after a crash. */
export type WipePorts = {
  device: DeviceStore;
  /** Deletes the user's cached responses. */
  deleteReads(uid: string): Promise<void>;
  /** Tells other tabs and the worker that the user's data is being deleted. */
  announce(uid: string): void;
  /** Clears the user's data in this page: queries, persisted boot state, localStorage. */
  clearMemory(uid: string): Promise<void>;
  /** Ends the session on the server; false when it could not be reached. */
  endServerSession(): Promise<boolean>;
};

/**
 * Removes a user from this device. The journal is written first and updated after each step, so that an interrupted
 * wipe continues at the next start; every step may run twice. Rejects when the storage hangs.
 */
export async function wipe(ports: WipePorts, uid: string, endServerSession: boolean): Promise<void> {
  await resumeWipe(ports);
  await ports.device.write({ wipeJournal: { uid, step: 'epoch', endServerSession } });
  await resumeWipe(ports);
}

/** Finishes an interrupted wipe; returns its user, or null when there was none. */
export async function resumeWipe(ports: WipePorts): Promise<string | null> {
  let uid: string | null = null;
  for (;;) {
    const { wipeJournal: journal } = await ports.device.read();
    if (!journal) return uid;
    uid = journal.uid;
    await steps[journal.step](ports, journal);
  }
}

const steps: { [Step in WipeJournal['step']]: (ports: WipePorts, journal: WipeJournal) => Promise<void> } = {
  // One transaction: after its commit nothing is read or stored as this user, not even by running requests.
  async epoch({ device }, journal) {
    await device.change((state) => ({
      ...leaving(state, journal.uid),
      sessionEpoch: state.sessionEpoch + 1,
      wipeJournal: following(journal),
    }));
  },

  async memory({ device, announce, clearMemory }, journal) {
    announce(journal.uid);
    await clearMemory(journal.uid);
    await device.write({ wipeJournal: following(journal) });
  },

  async reads({ device, deleteReads }, journal) {
    await deleteReads(journal.uid);
    await device.write({ wipeJournal: following(journal) });
  },

  async server({ device, endServerSession }, journal) {
    const revokePending = journal.endServerSession && !(await endServerSession());
    await device.change((state) => ({
      wipeJournal: null,
      revokePending: journal.endServerSession ? revokePending : state.revokePending,
    }));
  },
};

function leaving(state: DeviceState, uid: string): Partial<DeviceState> {
  return {
    ...(state.currentUid === uid && { currentUid: null }),
    ...(state.identity?.userId === uid && { identity: null }),
  };
}

function following(journal: WipeJournal): WipeJournal | null {
  const step = wipeSteps[wipeSteps.indexOf(journal.step) + 1];
  return step ? { ...journal, step } : null;
}
