import { type Observable, observable } from '../observable.ts';
import type { ImportLine } from './import-table.ts';

/** What became of one line. `isKept`: on this device, sent as soon as that is possible. `stop` says that the next ones need not be tried now (no connection, signed out). */
export type LineOutcome = { ok: true; isKept?: boolean } | { ok: false; message: string; stop?: boolean };

type ImportRun = {
  /** By line number. */
  outcomes: ReadonlyMap<number, LineOutcome>;
  isRunning: boolean;
};

type ImportRunner = Observable<ImportRun> & {
  /** Sends every good line that is not in yet, one after the other. What `importLine` throws ends it and goes on up. */
  start: () => Promise<void>;
  /** Lets the line under way end, and no other begin. */
  stop: () => void;
};

/** Imports lines one by one. A line keeps its key when it is tried again, so that the server does it once. */
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
