import { MAX_LISTED } from '#src/lib/list/max-listed.ts';

/** Whether the list shows all open inspections, so that no total is needed. */
export function isListedWhole(listed: readonly unknown[], open: readonly unknown[]): boolean {
  return listed.length === open.length && open.length <= MAX_LISTED;
}
