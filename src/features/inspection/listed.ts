/** The start screen lists no more than these; the rest is counted, with the way to the page that lists them all. */
export const LISTED = 3;
