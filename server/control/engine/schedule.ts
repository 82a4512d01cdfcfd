import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';

/** When each farm is due, by a monotonic clock, ms. */
type Schedule = {
  /** Farms that are due now. */
  due(): number[];
  /** The decision begins; later messages make the farm due again. */
  begin(farmId: number): void;
  /** The decision is done; the farm is due again after `inMs`, or a minute by default. */
  done(farmId: number, inMs: number | undefined): void;
  /** The decision failed: the farm is due again soon, and after a minute when that fails, too. */
  failed(farmId: number): void;
  /** A message has arrived: the farm is due if it is on the list. */
  touch(farmId: number): void;
  /** A controller has come or gone: the farm is due once, on the list or not. */
  visit(farmId: number): void;
  /** The farm has changed: it is due, on the list or not. */
  wake(farmId: number): void;
  /** Whether the list of farms must be read again: each minute, and after a change. */
  isListDue(now: number): boolean;
  /** Sets the list: each minute all its farms are due, after a change the new ones, and a woken farm once more. */
  list(farms: readonly number[], now: number): void;
  /** How long the farm of the list that has waited longest was not decided on, ms; 0 without a list. */
  longestMs(): number;
  /** Any farm may have changed, or another process decides: all is forgotten but the farms to look at once. */
  clear(): void;
};

/** A stop may be part of what failed, ms. */
const RETRY_MS = 5 * SECOND_MS;

export function createSchedule(monotonic: () => number): Schedule {
  const dueAt = new Map<number, number>();
  const woken = new Set<number>();
  const failing = new Set<number>();
  /** When each farm was decided on, or came onto the list. */
  const decidedAt = new Map<number, number>();
  let listedMinute = -1;
  let decidedMinute = -1;
  const next = (farmId: number, inMs: number) => {
    const at = monotonic() + inMs;
    dueAt.set(farmId, Math.min(dueAt.get(farmId) ?? at, at));
  };
  const visit = (farmId: number) => {
    woken.add(farmId);
    dueAt.set(farmId, 0);
  };
  return {
    due: () => [...dueAt].filter(([, at]) => at <= monotonic()).map(([farmId]) => farmId),
    begin: (farmId) => void dueAt.set(farmId, Number.POSITIVE_INFINITY),
    done(farmId, inMs) {
      failing.delete(farmId);
      if (decidedAt.has(farmId)) decidedAt.set(farmId, monotonic());
      next(farmId, Math.min(inMs ?? MINUTE_MS, MINUTE_MS));
    },
    failed(farmId) {
      next(farmId, failing.has(farmId) ? MINUTE_MS : RETRY_MS);
      failing.add(farmId);
    },
    touch(farmId) {
      if (dueAt.has(farmId)) dueAt.set(farmId, 0);
    },
    visit,
    wake(farmId) {
      visit(farmId);
      listedMinute = -1;
    },
    isListDue: (now) => Math.floor(now / MINUTE_MS) !== listedMinute,
    list(farms, now) {
      const minute = Math.floor(now / MINUTE_MS);
      const isNewMinute = minute !== decidedMinute;
      listedMinute = minute;
      decidedMinute = minute;
      const listed = new Set(farms);
      for (const farmId of [...dueAt.keys()]) {
        if (!listed.has(farmId) && !woken.has(farmId)) dueAt.delete(farmId);
      }
      for (const farmId of decidedAt.keys()) if (!listed.has(farmId)) decidedAt.delete(farmId);
      for (const farmId of farms) if (!decidedAt.has(farmId)) decidedAt.set(farmId, monotonic());
      for (const farmId of farms) if (isNewMinute || !dueAt.has(farmId)) dueAt.set(farmId, 0);
      woken.clear();
    },
    longestMs: () => Math.max(0, ...[...decidedAt.values()].map((at) => monotonic() - at)),
    clear() {
      dueAt.clear();
      failing.clear();
      // A controller that has come is not on any list from which its farm could be found again.
      for (const farmId of woken) dueAt.set(farmId, 0);
      listedMinute = -1;
    },
  };
}
