import type { Timers } from '#src/offline/timers.ts';

export type ManualTimers = Timers & {
  /** Lets `ms` pass: what is due by then runs in order, and what it leads to has settled when this resolves. */
  pass(ms: number): Promise<void>;
  now(): number;
  /** How many waits have neither run nor been cancelled. */
  waiting(): number;
};

/** Work of this process that needs no time of its own to pass: what somebody deferred, or a thread computes. */
const isUnderWay = (resource: string) => resource === 'Immediate' || resource.endsWith('Request');

/** Waits until everything that needs no more time has been done: IndexedDB, hashes, chains of promises. */
export async function settle(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 0));
  while (process.getActiveResourcesInfo().some(isUnderWay));
}

/** Time for tests: stands still until told to pass. */
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
