import { getControl } from '#contract/control/control-calls.ts';
import { readQuery } from '#src/api/read/query.ts';

/** Users wait for state changes of equipment, so this is short, ms. */
const WATCHED_MS = 5_000;

/** The state of a farm's equipment, refetched while it is on the screen. */
export function watchedControl(farmIndex: number) {
  return { ...readQuery(getControl, { params: { id: farmIndex } }), refetchInterval: WATCHED_MS };
}
