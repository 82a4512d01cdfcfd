import { getControl } from '#contract/control/control-calls.ts';
import { readQuery } from '#src/api/read/query.ts';

/** States of equipment are looked at by people who wait for them, ms. */
const WATCHED_MS = 5_000;

/** What the equipment of a farm does, read again and again while it is looked at. */
export function watchedControl(farmIndex: number) {
  return { ...readQuery(getControl, { params: { id: farmIndex } }), refetchInterval: WATCHED_MS };
}
