/** How many rows the dashboard lists; the others are counted, with a link to the full list. */
export const MAX_LISTED = 3;

/** Whether the list shows all open inspections, so that no total is needed. */
export function isListedWhole(listed: readonly unknown[], open: readonly unknown[]): boolean {
  return listed.length === open.length && open.length <= MAX_LISTED;
}
