import type { Timers } from '#src/offline/timers.ts';

export type ManualTimers = Timers & {
  /** Advances the time: runs what is due in order, and resolves when everything that follows has settled. */
  pass(ms: number): Promise<void>;
  now(): number;
  /** Number of timers that have neither run nor been cancelled. */
  waiting(): number;
};

/** Work of this process that needs no time to pass: deferred callbacks and work of threads. */
const isUnderWay = (resource: string) => resource === 'Immediate' || resource.endsWith('Request');

/** Waits until everything is done that needs no time to pass: IndexedDB, hashes, chains of promises. */
export async function settle(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 0));
  while (process.getActiveResourcesInfo().some(isUnderWay));
}

/** A clock for tests that stands still until advanced. */
export function manualTimers(startAt = Date.UTC(2026, 10, 21, 3)): ManualTimers {
  let at = startAt;
  let waits: { due: number; run: () => void }[] = [];
  return {
    after(ms, run) {
      const wait = { due: at + ms, run };
      waits.push(wait);
      return () => {
        waits = waits.filter((other) => other !== wait);
      };
    },
    async pass(ms) {
      const end = at + ms;
      await settle();
      for (;;) {
        const next = waits.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        waits = waits.filter((other) => other !== next);
        at = Math.max(at, next.due);
        next.run();
        await settle();
      }
      at = end;
      await settle();
    },
    now: () => at,
    waiting: () => waits.length,
  };
}
