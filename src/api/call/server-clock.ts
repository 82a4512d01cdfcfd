import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { type Observable, observable } from '#src/lib/observable.ts';
import { requiredContext } from '#src/lib/required-context.ts';
import { useObservable } from '#src/lib/use-observable.ts';

/** How many readings of the server's clock are weighed against each other. */
const SAMPLES = 8;

/** Ages are told in minutes: a quarter of one is how much too old something may look. */
const AGE_STEP_MS = 15 * SECOND_MS;

/** A reading this far from the last cannot come from a slow answer: one of the clocks was set. */
const JUMP_MS = 5 * SECOND_MS;

type ClockSample = {
  serverTime: number;
  /** Device clock when the request left and when the answer's head came. */
  sentAt: number;
  receivedAt: number;
};

export type ServerClock = {
  /** The server's time now, epoch ms; the device's own until the server was heard. */
  now(): number;
  /** Server clock minus device clock, ms. */
  offset: Observable<number>;
  observe(sample: ClockSample): void;
  /** Takes over what an earlier visit measured, unless this one has measured already. */
  restore(offset: number): void;
  /** The server's time rounded down to `stepMs`, epoch ms: moves on while somebody follows it. */
  ticker(stepMs: number): Observable<number>;
  /** What ages are counted to: moves on in steps and never stands before `now`, so that nothing looks younger than it is. */
  agesTo: Observable<number>;
};

/** Reads the server's clock off its answers: the one that was fastest on the way is the most exact. */
export function createServerClock(deviceNow: () => number): ServerClock {
  let samples: { offset: number; roundTrip: number }[] = [];
  const offset = observable(0);
  const tickers = new Map<number, Observable<number>>();
  const now = () => deviceNow() + offset.get();
  const ticker = (stepMs: number) => {
    const known = tickers.get(stepMs) ?? createTicker(now, stepMs);
    tickers.set(stepMs, known);
    return known;
  };
  const ages = ticker(AGE_STEP_MS);

  return {
    now,
    offset,
    ticker,
    agesTo: { get: () => ages.get() + AGE_STEP_MS, subscribe: (listener) => ages.subscribe(listener) },
    observe({ serverTime, sentAt, receivedAt }) {
      const roundTrip = Math.max(0, receivedAt - sentAt);
      const sample = { offset: Math.round(serverTime - (sentAt + receivedAt) / 2), roundTrip };
      const isJump = Math.abs(sample.offset - offset.get()) > JUMP_MS + roundTrip / 2;
      samples = isJump ? [sample] : [...samples, sample].slice(-SAMPLES);
      offset.set(samples.reduce((best, other) => (other.roundTrip < best.roundTrip ? other : best)).offset);
    },
    restore(saved) {
      if (samples.length === 0) offset.set(saved);
    },
  };
}

/** One interval, however many components follow it; none while nobody does. */
function createTicker(now: () => number, stepMs: number): Observable<number> {
  const get = () => Math.floor(now() / stepMs) * stepMs;
  const step = observable(get());
  const look = () => step.set(get());
  let followers = 0;
  let id: ReturnType<typeof setInterval> | undefined;
  return {
    get,
    subscribe(listener) {
      const unsubscribe = step.subscribe(listener);
      followers += 1;
      if (followers === 1) {
        look();
        id = setInterval(look, Math.min(stepMs, SECOND_MS));
        // Intervals sleep in hidden pages; what was shown before must not look fresh for the first second after.
        document.addEventListener('visibilitychange', look);
      }
      return () => {
        unsubscribe();
        followers -= 1;
        if (followers > 0) return;
        clearInterval(id);
        document.removeEventListener('visibilitychange', look);
      };
    },
  };
}

export const [ClockContext, useClock] = requiredContext<ServerClock>('ServerClock');

/** A device clock further off than this is worth a word, ms. */
const SKEW_WORTH_SAYING_MS = 2 * MINUTE_MS;

/** How far the device's clock is off when that is worth saying, ms (positive: it is slow); otherwise null. */
export function useClockSkew(): number | null {
  const offset = useObservable(useClock().offset);
  return Math.abs(offset) > SKEW_WORTH_SAYING_MS ? offset : null;
}

/**
 * The server's time, rounded down to `stepMs` (at least a second): for days, ranges and what may not lie ahead. Renders
 * again whenever a step has passed.
 */
export function useNow(stepMs: number = MINUTE_MS): number {
  return useObservable(useClock().ticker(Math.max(stepMs, SECOND_MS)));
}

/** The server's time, rounded up, for ages: until it renders again nothing is shown as newer than it is. */
export function useAgesTo(): number {
  return useObservable(useClock().agesTo);
}
