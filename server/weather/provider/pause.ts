import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import type { FailureKind } from './failure.ts';

/** Somebody may just be setting the station up. */
const EMPTY_PAUSE_MS = 5 * MINUTE_MS;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;
/** So many failures in a row may be chance, and cost no pause but that until the next round. */
const CHANCE = 2;

/** What a service asks for beyond that is a mistake of its own, ms. */
const LONGEST_ASKED_MS = DAY_MS;

type Failed = { failures: number; now: number; chance: number; retryAfterMs?: number | undefined };

/**
 * Until when a service is left alone after a failure, epoch ms; null: it may be asked again at once. `failures` counts
 * those in a row, this one included. `chance` in [0, 1) keeps many installations from coming back at the same instant.
 * `retryAfterMs`: so long the service itself asks for; it is never asked sooner.
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
