import type { ImportLine } from './import-table.ts';

/** What became of one line. `stop` says that the next ones need not be tried now (no connection, signed out). */
export type LineOutcome = { ok: true } | { ok: false; message: string; stop?: boolean };

type ImportRun = {
  /** By line number. */
  outcomes: ReadonlyMap<number, LineOutcome>;
  isRunning: boolean;
};

type ImportRunner = {
  state: () => ImportRun;
  subscribe: (listener: () => void) => () => void;
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
  let run: ImportRun = { outcomes: new Map(), isRunning: false };
  let isStopped = false;
  const listeners = new Set<() => void>();
  function publish(next: Partial<ImportRun>) {
    run = { ...run, ...next };
    for (const listener of listeners) listener();
  }

  return {
    state: () => run,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      isStopped = true;
    },
    async start() {
      if (run.isRunning) return;
      isStopped = false;
      publish({ isRunning: true });
      try {
        for (const { line, check } of lines) {
          if (!check.ok || run.outcomes.get(line)?.ok) continue;
          const outcome = await importLine(check.value, keys.get(line) ?? '');
          publish({ outcomes: new Map(run.outcomes).set(line, outcome) });
          if (isStopped || (!outcome.ok && outcome.stop)) break;
        }
      } finally {
        publish({ isRunning: false });
      }
    },
  };
}
