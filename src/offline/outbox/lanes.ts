import { type Entry, isParked } from './entry.ts';

/** The longest pause before the next attempt of an entry, ms. */
export const LONGEST_WAIT_MS = 300_000;

/**
 * Whether an entry may be sent now. If the device's clock was set back, `nextAt` lies further ahead than any pause:
 * such an entry is due.
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
  /** Adds entries that were queued since. */
  add(entries: readonly Entry[]): void;
  lastSeq(): number;
  /** The next sendable entry that passes `mayGo`: text before bytes, older before newer. */
  next(mayGo: (entry: Entry) => boolean): Entry | undefined;
  /** Removes a finished entry. */
  leave(id: string): void;
  /** The entry was tried in this drain; its lane waits until the next drain. */
  setAside(entry: Entry): void;
  /** When the first waiting entry is due, epoch ms; null when none waits for a time. */
  nextAt(now: number): number | null;
};

/**
 * The order of sending in a drain: the first entry of each lane may be sent once the entries that it depends on have
 * left.
 */
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
