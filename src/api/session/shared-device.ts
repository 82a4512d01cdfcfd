import { SECOND_MS } from '#contract/time/time.ts';
import { SHARED_IDLE_MS } from '#contract/user/auth.ts';
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
  /** The window. */
  target: Pick<EventTarget, 'addEventListener'>;
  session: Pick<SessionStore, 'noteUse' | 'end'>;
  storage: TextStorage;
  timers: Timers;
  steadyNow(): number;
};

/**
 * Notes when a shared device is used, in any tab, and ends the session once nobody does. Called once per page. A clock
 * that is put right meanwhile neither shortens nor prolongs that; a page that was asleep is looked at when it wakes.
 */
export function followUse({ target, session, storage, timers, steadyNow }: UsePorts): void {
  let usedAt = steadyNow();
  let hasEnded = false;
  const note = throttled(steadyNow, NOTE_GAP_MS, () => {
    usedAt = steadyNow();
    session.noteUse();
  });
  for (const use of uses) target.addEventListener(use, note, { capture: true, passive: true });
  target.addEventListener('storage', (event) => {
    if ('key' in event && event.key === SHARED_KEY) usedAt = steadyNow();
  });
  const look = () => {
    const isAlone = isSharedDevice(storage) && steadyNow() - usedAt >= SHARED_IDLE_MS;
    // Without a connection the session goes on trying by itself.
    if (isAlone && !hasEnded) session.end('idle');
    hasEnded = isAlone;
    timers.after(LOOK_GAP_MS, look);
  };
  timers.after(LOOK_GAP_MS, look);
}
