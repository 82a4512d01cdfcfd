import { type Expression, type RawBuilder, sql } from 'kysely';

/** Pieces of SQL that the query builder has no words for. Another database engine has its own way to say them. */

/** Text without regard to upper and lower case, of a column. Folds ASCII letters alone, as the index on it does. */
export const lowerOf = (column: string): RawBuilder<string> => sql<string>`lower(${sql.ref(column)})`;

/** A phone number without the separators that people write in one, of a column. */
export const digitsOf = (column: string): RawBuilder<string> =>
  sql<string>`replace(replace(replace(${sql.ref(column)}, '-', ''), '.', ''), ' ', '')`;

/** The numbers of a JSON list given as one value, so that lists of any length share one prepared query. */
export const numbersIn = (list: Expression<string>): RawBuilder<number> =>
  sql<number>`(select value from json_each(${list}))`;

/** The value, or 0 where that is more. */
export const atLeastZero = (value: Expression<number>): RawBuilder<number> => sql<number>`max(0, ${value})`;

/** The exact mean of a row of `rollup`. */
export const exactMean: RawBuilder<number> = sql<number>`rollup.sum_micro / 1000000.0 / rollup.count`;
