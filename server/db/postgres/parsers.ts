import pg from 'pg';

const INT8 = 20;
const BOOL = 16;
const NUMERIC = 1700;

/** Whole numbers beyond 2^53 lose their last digits as numbers: told, and never rounded in silence. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} in the database is no number that can be kept exactly`);
  return value;
}

/** Values come as SQLite gives them: every number as one, and truth as 1 and 0. Of our own connections alone. */
const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: wholeNumber,
  [NUMERIC]: Number,
  [BOOL]: (text) => (text === 't' ? 1 : 0),
};

export const ownTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format),
};
