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
   * Sends every valid line that is not imported yet, one after the other. An exception of `importLine` ends it and is
   * passed on.
   */
  start: () => Promise<void>;
  /** Lets the current line finish and starts no other. */
  stop: () => void;
};

/** Imports lines one by one. A line keeps its key when it is retried, so that the server does it once. */
export function createImportRun<Value>(
  lines: readonly ImportLine<Value>[],
  importLine: (value: Value, key: string) => Promise<LineOutcome>,
): ImportRunner {
  const keys = new Map(lines.map(({ line }) => [line, crypto.randomUUID()]));
  const { get, set, subscribe } = observable<ImportRun>({ outcomes: new Map(), isRunning: false });
  let isStopped = false;

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
      try {
        for (const { line, check } of lines) {
          if (!check.ok || get().outcomes.get(line)?.ok) continue;
          const outcome = await importLine(check.value, keys.get(line) ?? '');
          set({ ...get(), outcomes: new Map(get().outcomes).set(line, outcome) });
          if (isStopped || (!outcome.ok && outcome.stop)) break;
        }
      } finally {
        set({ ...get(), isRunning: false });
      }
    },
  };
}
