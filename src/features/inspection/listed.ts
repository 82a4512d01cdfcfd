/** The start screen lists no more than these; the rest is counted, with the way to the page that lists them all. */
export const LISTED = 3;

/** Whether all that are open stand there one by one: then nothing has to be counted. */
export function isListedWhole(listed: readonly unknown[], open: readonly unknown[]): boolean {
  return listed.length === open.length && open.length <= LISTED;
}
