import pg from 'pg';

const INT8 = 20;
const BOOL = 16;
const NUMERIC = 1700;

/** Throws for whole numbers beyond 2^53, which JavaScript would round silently. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} in the database is no number that can be kept exactly`);
  return value;
}

/** Returns values as SQLite does: numbers as numbers, booleans as 1 and 0. Set for our own connections only. */
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: wholeNumber,
  [NUMERIC]: Number,
  [BOOL]: (text) => (text === 't' ? 1 : 0),
};

export const ownTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format),
};
