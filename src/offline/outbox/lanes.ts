import { type Entry, isParked } from './entry.ts';

/** No entry waits longer for its next attempt, ms. */
export const LONGEST_WAIT_MS = 300_000;

/**
 * Whether an entry may be sent now. A clock that was set back must not make it wait for the old time to come round
 * again: what lies further ahead than any pause is due.
 */
export function isDue(
  { nextAt, mustWait }: Pick<Entry, 'nextAt' | 'mustWait'>,
  now: number,
  isEager: boolean,
): boolean {
  if (nextAt <= now || (isEager && !mustWait)) return true;
  return nextAt > now + LONGEST_WAIT_MS * 1.5;
}

type Plan = {
  /** Entries that were put in since. */
  add(entries: readonly Entry[]): void;
  lastSeq(): number;
  /** The next entry whose turn it is and which `mayGo`: text before bytes, older before younger. */
  next(mayGo: (entry: Entry) => boolean): Entry | undefined;
  /** It is done. */
  leave(id: string): void;
  /** It had its turn in this drain; until the next one its lane waits. */
  setAside(entry: Entry): void;
  /** When the first of those that wait for the clock is due, epoch ms; null when none does. */
  nextAt(now: number): number | null;
};

/** What a drain has before it: lanes of entries, of which the first may go once what it depends on has left. */
export function createPlan(found: readonly Entry[]): Plan {
  const waiting = new Map<string, Entry>();
  const lanes = new Map<string, Entry[]>();
  const aside = new Set<string>();
  let last = -1;

  function add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      last = Math.max(last, entry.seq);
      waiting.set(entry.id, entry);
      const lane = lanes.get(entry.lane);
      if (lane) lane.push(entry);
      else lanes.set(entry.lane, [entry]);
    }
  }
  add(found);

  function heads(isAsideToo = false): Entry[] {
    return [...lanes.values()].flatMap(([head]) =>
      head && (isAsideToo || !aside.has(head.lane)) && !isParked(head) && !head.dependsOn.some((id) => waiting.has(id))
        ? [head]
        : [],
    );
  }

  return {
    add,
    lastSeq: () => last,
    next: (mayGo) =>
      heads()
        .filter(mayGo)
        .sort((a, b) => Number(a.body === null) - Number(b.body === null) || a.seq - b.seq)[0],
    leave(id) {
      const entry = waiting.get(id);
      if (!entry) return;
      waiting.delete(id);
      const rest = (lanes.get(entry.lane) ?? []).filter((other) => other.id !== id);
      if (rest.length > 0) lanes.set(entry.lane, rest);
      else lanes.delete(entry.lane);
    },
    setAside(entry) {
      waiting.set(entry.id, entry);
      lanes.set(
        entry.lane,
        (lanes.get(entry.lane) ?? []).map((other) => (other.id === entry.id ? entry : other)),
      );
      aside.add(entry.lane);
    },
    nextAt(now) {
      const times = heads(true).flatMap(({ nextAt }) => (nextAt > now ? [nextAt] : []));
      return times.length > 0 ? Math.min(...times) : null;
    },
  };
}
