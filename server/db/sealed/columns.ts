/** Writes numbers and columns of whole numbers between -10^15 and 10^15, one after another. */
export type ColumnWriter = {
  /** A whole number from 0 to 2^53. */
  put(whole: number): void;
  putColumn(wholes: readonly number[]): void;
  end(): Uint8Array;
};

/** Reads what the writer of the same kind wrote, in the same order. */
export type ColumnReader = {
  take(): number;
  takeColumn(count: number): number[];
};

/** Zigzag encoding: maps signed numbers to small non-negative ones. */
export const fold = (whole: number): number => (whole < 0 ? -2 * whole - 1 : 2 * whole);
export const unfold = (folded: number): number => (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2);
