import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { type Observable, observable } from '#src/lib/observable.ts';
import { requiredContext } from '#src/lib/required-context.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import type { TextStorage } from './browser-storage.ts';

/** How many samples of the server's clock are compared. */
const SAMPLES = 8;

/** Step in which ages are updated: ages are shown in minutes, and may be too old by up to this much. */
const AGE_STEP_MS = 15 * SECOND_MS;

/** A sample that differs this much from the last is not explained by a slow response: one of the clocks was set. */
const JUMP_MS = 5 * SECOND_MS;

/** A device clock that is wrong by more than this is reported to the user, ms. */
const SKEW_WORTH_SAYING_MS = 2 * MINUTE_MS;

type ClockSample = {
  serverTime: number;
  /** Device clock when the request was sent and when the response's headers arrived. */
  sentAt: number;
  receivedAt: number;
};

export type ServerClock = {
  /** The server's time now, epoch ms; the device's own until the first response. */
  now(): number;
  /** Server clock minus device clock, ms. */
  offset: Observable<number>;
  observe(sample: ClockSample): void;
  /** Applies the offset saved by an earlier visit, unless this visit has measured one. */
  restore(offset: number): void;
  /** The server's time rounded down to `stepMs`, epoch ms; updated while it has subscribers. */
  ticker(stepMs: number): Observable<number>;
  /**
   * The time from which ages are computed: moves in steps and is never before `now`, so that nothing looks newer than
   * it is.
   */
  agesTo: Observable<number>;
  /** The device's clock was set back since the last response: ages are the least that is certain. */
  isSetBack: Observable<boolean>;
};

type Forwarding = {
  /** Time since any instant, ms: nobody can set it, but it may stand still while the device sleeps. */
  steadyNow(): number;
  /** The time to which ages were last shown, epoch ms of the server; null on the first visit. */
  lastShown: number | null;
};

/** Derives the server's clock from its responses: the one with the shortest round trip is the most exact. */
export function createServerClock(
  deviceNow: () => number,
  forwarding: Forwarding = { steadyNow: deviceNow, lastShown: null },
): ServerClock {
  let samples: { offset: number; roundTrip: number }[] = [];
  const offset = observable(0);
  const tickers = new Map<number, Observable<number>>();
  const now = () => deviceNow() + offset.get();
  const ticker = (stepMs: number) => {
    const known = tickers.get(stepMs) ?? createTicker(now, stepMs);
    tickers.set(stepMs, known);
    return known;
  };
  const forward = createForwardClock(now, forwarding);
  const ages = createTicker(forward.now, AGE_STEP_MS);

  return {
    now,
    offset,
    ticker,
    agesTo: { get: () => ages.get() + AGE_STEP_MS, subscribe: (listener) => ages.subscribe(listener) },
    isSetBack: {
      get: () => forward.now() - now() > SKEW_WORTH_SAYING_MS,
      subscribe: (listener) => ages.subscribe(listener),
    },
    observe({ serverTime, sentAt, receivedAt }) {
      const roundTrip = Math.max(0, receivedAt - sentAt);
      const sample = { offset: Math.round(serverTime - (sentAt + receivedAt) / 2), roundTrip };
      const isJump = Math.abs(sample.offset - offset.get()) > JUMP_MS + roundTrip / 2;
      samples = isJump ? [sample] : [...samples, sample].slice(-SAMPLES);
      offset.set(samples.reduce((best, other) => (other.roundTrip < best.roundTrip ? other : best)).offset);
      forward.trust();
    },
    restore(saved) {
      if (samples.length > 0) return;
      offset.set(saved);
      forward.restart();
    },
  };
}

/**
 * A clock that only goes forward, also when the device's clock is set back: from its last instant, and at the start from
 * what was last shown, it goes on by the steady clock. A device set ahead makes it fast until the next response.
 */
function createForwardClock(now: () => number, { steadyNow, lastShown }: Forwarding) {
  const leadAtStart = (lastShown ?? Number.NEGATIVE_INFINITY) - steadyNow();
  /** The latest instant minus the steady clock. */
  let lead = leadAtStart;
  return {
    now() {
      lead = Math.max(lead, now() - steadyNow());
      return lead + steadyNow();
    },
    /** The offset was just measured. */
    trust() {
      lead = now() - steadyNow();
    },
    /** The offset was not known until now. */
    restart() {
      lead = leadAtStart;
    },
  };
}

/** localStorage key: the time to which ages were last shown. */
const SHOWN_KEY = 'onsil.ages-shown';

/** Notes to which time ages are shown: the next visit may find the device's clock set back. */
export function noteShown({ agesTo }: Pick<ServerClock, 'agesTo'>, storage: TextStorage): void {
  agesTo.subscribe(() => storage.setItem(SHOWN_KEY, String(agesTo.get() - AGE_STEP_MS)));
}

export function readShown(storage: TextStorage): number | null {
  return Number(storage.getItem(SHOWN_KEY)) || null;
}

/** One interval for all subscribers; none while there are none. */
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
        // Intervals are throttled in hidden pages: update at once, so that nothing looks fresh for the first second.
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

/** How far the device's clock is off if that is worth reporting, ms (positive: it is slow); otherwise null. */
export function useClockSkew(): number | null {
  const offset = useObservable(useClock().offset);
  return Math.abs(offset) > SKEW_WORTH_SAYING_MS ? offset : null;
}

/** Whether the device's clock was set back and the server has not answered since. */
export function useIsClockSetBack(): boolean {
  return useObservable(useClock().isSetBack);
}

/**
 * The server's time, rounded down to `stepMs` (at least a second): for days, ranges and limits on future times.
 * Renders again after each step.
 */
export function useNow(stepMs: number = MINUTE_MS): number {
  return useObservable(useClock().ticker(Math.max(stepMs, SECOND_MS)));
}

/** The server's time, rounded up, for ages: until the next render nothing looks newer than it is. */
export function useAgesTo(): number {
  return useObservable(useClock().agesTo);
}
