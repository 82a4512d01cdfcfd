import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { FailureKind } from './failure.ts';

/** Short, because the user may just be setting the station up. */
const EMPTY_PAUSE_MS = 5 * MINUTE_MS;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;
/** Up to this many failures in a row may be chance, so the next run tries again. */
const CHANCE = 2;

/** A service that asks to wait longer than this is not believed, ms. */
const LONGEST_ASKED_MS = DAY_MS;

type Failed = { failures: number; now: number; chance: number; retryAfterMs?: number | undefined };

/**
 * Until when a service is paused after a failure, epoch ms; null: not at all. `failures` counts consecutive failures
 * including this one. `chance` in [0, 1) adds jitter, so that many installations do not return at the same instant.
 * `retryAfterMs` is the wait that the service asked for; the pause is never shorter.
 */
export function pauseUntil(kind: FailureKind, failed: Failed): number | null {
  const own = ownPause(kind, failed);
  const { retryAfterMs, now } = failed;
  return retryAfterMs === undefined ? own : Math.max(own ?? now, now + Math.min(retryAfterMs, LONGEST_ASKED_MS));
}

function ownPause(kind: FailureKind, { failures, now, chance }: Failed): number | null {
  switch (kind) {
    case 'no-data':
    case 'bad-request':
      return null;
    case 'empty':
      return now + EMPTY_PAUSE_MS;
    case 'quota':
      return startOfSeoulDay(now) + DAY_MS + Math.round(chance * 5 * MINUTE_MS);
    case 'auth':
    case 'config':
      return now + HOUR_MS;
    case 'rate':
    case 'retry': {
      if (failures <= CHANCE) return null;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - CHANCE - 1));
      return now + Math.round(pauseMs * (0.5 + chance / 2));
    }
  }
}
