/** Rows that a summary lists of each kind; the others are counted, with a link to the full list. */
export const MAX_LISTED = 3;
