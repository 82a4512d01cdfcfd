import { type Observable, observable } from '../observable.ts';
import type { ImportLine } from './import-table.ts';

/**
 * The result of one line. `isKept`: queued on this device. `stop`: the next lines would fail as well (no connection,
 * signed out).
 */
export type LineOutcome = { ok: true; isKept?: boolean } | { ok: false; message: string; stop?: boolean };

type ImportRun = {
  /** By line number. */
  outcomes: ReadonlyMap<number, LineOutcome>;
  isRunning: boolean;
};

type ImportRunner = Observable<ImportRun> & {
  /**
   * Sends every valid line that is not imported yet, in order and a few at a time. An exception of `importLine` ends it
   * and is passed on.
   */
  start: () => Promise<void>;
  /** Lets the lines that are being sent finish and starts no other. */
  stop: () => void;
};

/** How many lines are sent at a time: most of the time of one is waiting for the device's storage and the server. */
export const LINES_AT_ONCE = 6;

/** Imports the lines of a file. A line keeps its key when it is retried, so that the server does it once. */
export function createImportRun<Value>(
  lines: readonly ImportLine<Value>[],
  importLine: (value: Value, key: string) => Promise<LineOutcome>,
): ImportRunner {
  const keys = new Map(lines.map(({ line }) => [line, crypto.randomUUID()]));
  const { get, set, subscribe } = observable<ImportRun>({ outcomes: new Map(), isRunning: false });
  let isStopped = false;

  /** Sends one line after the other until none is left; several share `open`. */
  async function sendFrom(open: Iterator<ImportLine<Value>, undefined>): Promise<void> {
    for (let next = open.next(); !next.done && !isStopped; next = open.next()) {
      const { line, check } = next.value;
      if (!check.ok || get().outcomes.get(line)?.ok) continue;
      try {
        const outcome = await importLine(check.value, keys.get(line) ?? '');
        set({ ...get(), outcomes: new Map(get().outcomes).set(line, outcome) });
        if (!outcome.ok && outcome.stop) isStopped = true;
      } catch (error) {
        isStopped = true;
        throw error;
      }
    }
  }

  return {
    get,
    subscribe,
    stop() {
      isStopped = true;
    },
    async start() {
      if (get().isRunning) return;
      isStopped = false;
      set({ ...get(), isRunning: true });
      const open = lines.values();
      const ended = await Promise.allSettled(Array.from({ length: LINES_AT_ONCE }, () => sendFrom(open)));
      set({ ...get(), isRunning: false });
      const broken = ended.find((one) => one.status === 'rejected');
      if (broken) throw broken.reason;
    },
  };
}
