import { addSeoulDays, DAY_MS, MINUTE_MS, SECOND_MS, seoulDate } from '#contract/time/time.ts';
import type { Memory, World } from './world.ts';

/** After a restart the wall clock may be behind the last decision by this much without counting as set back, ms. */
const DRIFT_MS = 30 * SECOND_MS;
/** Decisions come each minute: a longer time between two of them is one in which nobody looked, ms. */
const LOOKED_MS = 3 * MINUTE_MS;
/** A clock that was set back and stays so for this long is accepted as right, ms. */
const BACK_FOR_MS = 10 * MINUTE_MS;
/** Amounts of this many days are kept; a clock that was set back needs older ones. */
const DAYS_KEPT = 3;

export type Clock = {
  /** Wall clock, epoch ms, for everything with a date. */
  at: number;
  /** Monotonic time, ms, for durations. */
  steady: number;
  /** Steady time since the last decision, ms. */
  passedMs: number;
  /** Whether one monotonic clock has counted since the last decision; otherwise that time is what the wall clock says. */
  isCounted: boolean;
  /** Nobody looked for a while before this decision: the process is another one, or it was held up. */
  wasAway: boolean;
  /** false: nothing may start; running equipment ends as planned. */
  mayStart: boolean;
  backSince: number | null;
};

/** What the monotonic clock is known by from one decision to the next. */
export function clockIdOf({ clockId, bootId }: Pick<World, 'bootId' | 'clockId'>): string {
  return clockId ?? bootId;
}

/**
 * The time for a decision. Steady time follows the monotonic clock, and the wall clock where another one counted before,
 * but never goes back. After the wall clock was set back nothing starts until it has passed the time of the last decision,
 * because schedules of that period would run twice.
 */
export function readClock({ at, monotonicMs, bootId, clockId, isClockTrusted, memory }: ClockInput): Clock {
  const isSameBoot = memory.bootId === clockIdOf({ bootId, clockId });
  const passedMs = Math.max(0, isSameBoot ? monotonicMs - memory.monotonicMs : at - memory.at);
  const steady = memory.steadyMs + passedMs;
  const isBack = at < memory.at - (isSameBoot ? 0 : DRIFT_MS);
  const backSince = isBack ? (memory.backSince ?? steady) : null;
  const isOver = backSince !== null && steady - backSince >= BACK_FOR_MS;
  return {
    at,
    steady,
    passedMs,
    isCounted: isSameBoot,
    wasAway: memory.process !== bootId || passedMs > LOOKED_MS,
    mayStart: isClockTrusted && (backSince === null || isOver),
    backSince: isOver ? null : backSince,
  };
}

type ClockInput = Pick<World, 'at' | 'monotonicMs' | 'bootId' | 'clockId' | 'isClockTrusted'> & {
  memory: Pick<Memory, 'at' | 'monotonicMs' | 'bootId' | 'process' | 'steadyMs' | 'backSince'>;
};

/** The wall clock time to remember: the latest so far, until a clock that was set back is accepted. */
export function rememberedAt(clock: Clock, memory: Pick<Memory, 'at'>): number {
  return clock.backSince === null ? clock.at : Math.max(clock.at, memory.at);
}

/** Amounts by Seoul date, such as seconds of running. */
type ByDate<Amount> = Readonly<Record<string, Amount>>;

/**
 * What counts as used of a daily maximum: that of the day, and of the next one, on which a clock that was ahead over
 * midnight has booked what was used until it was put right.
 */
export function usedOn<Amount>(
  byDate: ByDate<Amount>,
  date: string,
  amountOf: (booked: Amount) => number = Number,
): number {
  const isCounted = (day: string) => day === date || (day > date && day === addSeoulDays(date, 1));
  return Object.entries(byDate).reduce((sum, [day, booked]) => (isCounted(day) ? sum + amountOf(booked) : sum), 0);
}

/** The amounts with another one of today, without those of days long past. */
export function withToday<Amount>(byDate: ByDate<Amount>, at: number, amount: Amount): ByDate<Amount> {
  const first = seoulDate(at - DAYS_KEPT * DAY_MS);
  const kept = Object.entries(byDate).filter(([date]) => date > first);
  return Object.fromEntries([...kept, [seoulDate(at), amount]]);
}
