import { HOUR_MS, MINUTE_MS, seoulParts } from '#contract/time/time.ts';
import type { Timers } from '#src/offline/timers.ts';

/** Nobody has looked at a page hidden for so long; it may be replaced. */
const HIDDEN_LONG_MS = 5 * MINUTE_MS;
/** A wall tablet is never hidden: it changes at night, when nobody has touched it for a while. */
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
  /** Whether something written is on its way to the server, from whichever window or worker. */
  isSending(): Promise<boolean>;
  /** How many windows of the app are open; null when that is not known. */
  countWindows(): Promise<number | null>;
  apply(): void;
};

/** Whether a new version may take over without asking, as far as this page can tell. */
function isQuiet(ports: Pick<QuietPorts, 'now' | 'hiddenForMs' | 'untouchedForMs' | 'hasUnsaved'>): boolean {
  if (ports.hasUnsaved()) return false;
  if (ports.hiddenForMs() >= HIDDEN_LONG_MS) return true;
  return seoulParts(ports.now()).hour === NIGHT_HOUR && ports.untouchedForMs() >= UNTOUCHED_MS;
}

async function isAlone({ countWindows, isSending }: QuietPorts): Promise<boolean> {
  return (await countWindows()) === 1 && !(await isSending());
}

/** Waits for a moment in which a reload disturbs nobody, and only while this is the only window; answers how to stop. */
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

/** How often a new version is looked for while the page stays open, ms. */
export const UPDATE_CHECK_MS = HOUR_MS;
/** Looking at the page asks for a new version, but not again within this time, ms. */
export const UPDATE_CHECK_GAP_MS = MINUTE_MS;
