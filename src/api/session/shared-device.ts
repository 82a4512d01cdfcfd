import { SECOND_MS } from '#contract/time/time.ts';
import type { Timers } from '#src/offline/timers.ts';
import { SHARED_KEY, type TextStorage } from '../call/browser-storage.ts';
import { throttled } from '../call/throttled.ts';
import type { SessionStore } from './session-store.ts';

/** On a device that several people share, what was read is stored for this long after it was last looked at. */
export const SHARED_KEPT_DAYS = 7;

/** What somebody does who uses the device. */
const uses = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/** A use is noted at most this often, ms. */
const NOTE_GAP_MS = 5 * SECOND_MS;
/** How often an open page looks whether the device was left alone, ms. */
const LOOK_GAP_MS = 30 * SECOND_MS;

/** Whether several people share this device, as set on it. */
export const isSharedDevice = (storage: TextStorage) => storage.getItem(SHARED_KEY) !== null;

/** Notes whether several people share this device. */
export function setSharedDevice(storage: TextStorage, session: Pick<SessionStore, 'noteUse'>, isShared: boolean): void {
  if (isShared) {
    storage.setItem(SHARED_KEY, '0');
    session.noteUse();
  } else storage.removeItem(SHARED_KEY);
}

type UsePorts = {
  target: Pick<EventTarget, 'addEventListener'>;
  session: Pick<SessionStore, 'noteUse' | 'isLeftAlone' | 'recheck'>;
  timers: Timers;
  steadyNow(): number;
};

/** Notes when a shared device is used, in any tab, and has the session ended once nobody does. Called once per page. */
export function followUse({ target, session, timers, steadyNow }: UsePorts): void {
  const note = throttled(steadyNow, NOTE_GAP_MS, () => session.noteUse());
  for (const use of uses) target.addEventListener(use, note, { capture: true, passive: true });
  let wasAlone = false;
  const look = () => {
    const isAlone = session.isLeftAlone();
    // Without a connection it tries again by itself.
    if (isAlone && !wasAlone) session.recheck();
    wasAlone = isAlone;
    timers.after(LOOK_GAP_MS, look);
  };
  timers.after(LOOK_GAP_MS, look);
}
