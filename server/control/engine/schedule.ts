import { MINUTE_MS } from '#contract/time/time.ts';

/** When each farm is to be looked at, ms of a count that only goes forward. */
type Schedule = {
  /** Farms that are due now. */
  due(): number[];
  /** It is looked at now: what is heard of it from here on makes it due again. */
  begin(farmId: number): void;
  /** It has been looked at, and wants to be again so soon, ms; a minute where it does not say. */
  done(farmId: number, inMs: number | undefined): void;
  /** Something was heard of it: due, if it is among those that are looked at. */
  touch(farmId: number): void;
  /** It has changed: due, whether it is among them or not. */
  wake(farmId: number): void;
  /** Whether the list of farms is to be made anew: each minute, and when one has changed. */
  isListDue(now: number): boolean;
  /** From now on these are looked at, each of them now; one that was woken is looked at once more. */
  list(farms: readonly number[], now: number): void;
  clear(): void;
};

export function createSchedule(monotonic: () => number): Schedule {
  const dueAt = new Map<number, number>();
  const woken = new Set<number>();
  let listedMinute = -1;
  return {
    due: () => [...dueAt].filter(([, at]) => at <= monotonic()).map(([farmId]) => farmId),
    begin: (farmId) => void dueAt.set(farmId, Number.POSITIVE_INFINITY),
    done(farmId, inMs) {
      const next = monotonic() + Math.min(inMs ?? MINUTE_MS, MINUTE_MS);
      dueAt.set(farmId, Math.min(dueAt.get(farmId) ?? next, next));
    },
    touch(farmId) {
      if (dueAt.has(farmId)) dueAt.set(farmId, 0);
    },
    wake(farmId) {
      woken.add(farmId);
      dueAt.set(farmId, 0);
      listedMinute = -1;
    },
    isListDue: (now) => Math.floor(now / MINUTE_MS) !== listedMinute,
    list(farms, now) {
      listedMinute = Math.floor(now / MINUTE_MS);
      for (const farmId of [...dueAt.keys()]) {
        if (!farms.includes(farmId) && !woken.has(farmId)) dueAt.delete(farmId);
      }
      for (const farmId of farms) dueAt.set(farmId, 0);
      woken.clear();
    },
    clear() {
      dueAt.clear();
      listedMinute = -1;
    },
  };
}
