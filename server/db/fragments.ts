import {
  type Expression,
  ExpressionWrapper,
  expressionBuilder,
  type FunctionNode,
  type OperationNode,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Database } from './schema.ts';

/** Pieces of SQL that the query builder has no words for. */

/**
 * What each engine says in its own way (sqlite/words.ts, postgres/words.ts): its compiler puts that in the place of a
 * function of this name, so that queries are written once.
 */
export type Words = {
  [Word in
    | 'numbers_in'
    | 'larger_of'
    | 'smaller_of'
    | 'rounded_to'
    | 'time_of_lowest'
    | 'time_of_highest'
    | 'instants_as_json'
    | 'figures_as_json'
    | 'bytes_of']: (...said: readonly Expression<unknown>[]) => RawBuilder<unknown>;
};

/** For a compiler: what an engine says for one of our words; undefined for a function of the engine itself. */
export function said(words: Words, { func, arguments: given }: FunctionNode): OperationNode | undefined {
  if (!isWord(words, func)) return undefined;
  return words[func](...given.map((node) => new ExpressionWrapper(node))).toOperationNode();
}

const isWord = (words: Words, func: string): func is keyof Words => Object.hasOwn(words, func);

const { fn } = expressionBuilder<Database, never>();
const word = <Value>(name: keyof Words, ...said: Expression<unknown>[]): RawBuilder<Value> =>
  sql<Value>`${fn<Value>(name, said)}`;

/** Text without regard to upper and lower case, of a column. Folds ASCII letters alone, as the index on it does. */
export const lowerOf = (column: string): RawBuilder<string> => sql<string>`lower(${sql.ref(column)})`;

/** A phone number without the separators that people write in one, of a column. */
export const digitsOf = (column: string): RawBuilder<string> =>
  sql<string>`replace(replace(replace(${sql.ref(column)}, '-', ''), '.', ''), ' ', '')`;

/** The numbers of a JSON list given as one value, so that lists of any length share one prepared query. */
export const numbersIn = (list: Expression<string>): RawBuilder<number> => word('numbers_in', list);

/** The value, or 0 where that is more. */
export const atLeastZero = (value: Expression<number>): RawBuilder<number> => word('larger_of', sql.lit(0), value);

/** The value, or the nearer of both ends where it lies outside. */
export const within = (value: Expression<number>, [min, max]: [Expression<number>, Expression<number>]) =>
  word<number>('larger_of', min, word('smaller_of', max, value));

/** Rounded to so many digits after the point, halves away from zero. */
export const roundedTo = (digits: number, value: Expression<number>): RawBuilder<number> =>
  word('rounded_to', value, sql.lit(digits));

/** The time of the lowest value of a group, of equal ones the earliest; stands beside the lowest itself. */
export const timeOfLowest = (at: string, value: Expression<number>): RawBuilder<number> =>
  word('time_of_lowest', sql.ref(at), value);

/** The time of the highest, beside the highest. */
export const timeOfHighest = (at: string, value: Expression<number>): RawBuilder<number> =>
  word('time_of_highest', sql.ref(at), value);

/** A column of all rows as a JSON list, in the order in which they come; no text at all where there is no row. */
export const instantsAsJson = (at: string): RawBuilder<string> => word('instants_as_json', sql.ref(at));
export const figuresAsJson = (figure: string): RawBuilder<string> => word('figures_as_json', sql.ref(figure));

/** A text as the bytes that go out, encoded once. */
export const bytesOf = (text: Expression<string>): RawBuilder<Uint8Array> => word('bytes_of', text);

/** The exact mean of a row of `rollup`. */
export const exactMean: RawBuilder<number> = sql<number>`cast(rollup.sum_micro as double precision) / 1000000 / rollup.count`;
