import { getControl } from '#contract/control/control-calls.ts';
import { readQuery } from '#src/api/read/query.ts';
import { type Dated, isWithin } from '#src/lib/data-age.ts';

/** Users wait for state changes of equipment, so this is short, ms. */
export const WATCHED_MS = 2_500;

/** The state of a farm's equipment, refetched while it is on the screen. */
export function watchedControl(farmIndex: number) {
  return { ...readQuery(getControl, { params: { id: farmIndex } }), refetchInterval: WATCHED_MS };
}

/** States older than this, 5 s, are not those that one acts on, ms: a refetch and the time it takes. */
const FRESH_MS = 2 * WATCHED_MS;

/** Whether the states are the present ones at `now`, epoch ms: an app that comes back to the front still shows old ones. */
export function areFresh(seen: Dated | undefined, now: number): boolean {
  return isWithin(seen, FRESH_MS, now);
}
