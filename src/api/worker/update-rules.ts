import { HOUR_MS, MINUTE_MS, seoulParts } from '#contract/time/time.ts';
import type { Timers } from '#src/offline/timers.ts';

/** A page hidden for this long may be reloaded, ms. */
const HIDDEN_LONG_MS = 5 * MINUTE_MS;
/** A wall tablet is never hidden: it updates at night, after it was not touched for this long, ms. */
const UNTOUCHED_MS = 30 * MINUTE_MS;
const NIGHT_HOUR = 3;
const CHECK_EVERY_MS = MINUTE_MS;

type QuietPorts = {
  timers: Timers;
  now(): number;
  /** How long the page has been hidden, ms; 0 while it is visible. */
  hiddenForMs(): number;
  /** How long nobody has touched the page, ms. */
  untouchedForMs(): number;
  hasUnsaved(): boolean;
  /** Whether a write is being sent to the server, by any window or worker. */
  isSending(): Promise<boolean>;
  /** How many windows of the app are open; null when unknown. */
  countWindows(): Promise<number | null>;
  apply(): void;
};

/** Whether a new version may be activated without asking, as far as this page can tell. */
function isQuiet(ports: Pick<QuietPorts, 'now' | 'hiddenForMs' | 'untouchedForMs' | 'hasUnsaved'>): boolean {
  if (ports.hasUnsaved()) return false;
  if (ports.hiddenForMs() >= HIDDEN_LONG_MS) return true;
  return seoulParts(ports.now()).hour === NIGHT_HOUR && ports.untouchedForMs() >= UNTOUCHED_MS;
}

async function isAlone({ countWindows, isSending }: QuietPorts): Promise<boolean> {
  return (await countWindows()) === 1 && !(await isSending());
}

/** Calls `apply` when a reload disturbs nobody and this is the only window; returns the function that stops waiting. */
export function applyWhenQuiet(ports: QuietPorts): () => void {
  let isStopped = false;
  let cancel = () => {};
  const look = async () => {
    if (isQuiet(ports) && (await isAlone(ports)) && isQuiet(ports) && !isStopped) return ports.apply();
    if (!isStopped) cancel = ports.timers.after(CHECK_EVERY_MS, () => void look());
  };
  cancel = ports.timers.after(CHECK_EVERY_MS, () => void look());
  return () => {
    isStopped = true;
    cancel();
  };
}

/** Interval between checks for a new version while the page stays open, ms. */
export const UPDATE_CHECK_MS = HOUR_MS;
/** Minimum interval between checks when the page becomes visible, ms. */
export const UPDATE_CHECK_GAP_MS = MINUTE_MS;
