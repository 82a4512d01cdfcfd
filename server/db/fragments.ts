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
 * What each engine says in its own way (sqlite/functions.ts, postgres/functions.ts): its compiler puts that in the place of a
 * function of this name, so that queries are written once.
 */
export type EngineFunctions = {
  [Name in
    | 'numbers_in'
    | 'larger_of'
    | 'smaller_of'
    | 'rounded_to'
    | 'time_of_lowest'
    | 'time_of_highest'
    | 'instants_as_json'
    | 'figures_as_json'
    | 'bytes_of']: (...given: readonly Expression<unknown>[]) => RawBuilder<unknown>;
};

/** For a compiler: what an engine says for one of our words; undefined for a function of the engine itself. */
export function engineFunction(
  functions: EngineFunctions,
  { func, arguments: given }: FunctionNode,
): OperationNode | undefined {
  if (!isOurs(functions, func)) return undefined;
  return functions[func](...given.map((node) => new ExpressionWrapper(node))).toOperationNode();
}

const isOurs = (functions: EngineFunctions, func: string): func is keyof EngineFunctions =>
  Object.hasOwn(functions, func);

const { fn } = expressionBuilder<Database, never>();
const call = <Value>(name: keyof EngineFunctions, ...given: Expression<unknown>[]): RawBuilder<Value> =>
  sql<Value>`${fn<Value>(name, given)}`;

/** Text without regard to upper and lower case, of a column. Folds ASCII letters alone, as the index on it does. */
export const lowerOf = (column: string): RawBuilder<string> => sql<string>`lower(${sql.ref(column)})`;

/** A phone number without the separators that people write in one, of a column. */
export const digitsOf = (column: string): RawBuilder<string> =>
  sql<string>`replace(replace(replace(${sql.ref(column)}, '-', ''), '.', ''), ' ', '')`;

/** The numbers of a JSON list given as one value, so that lists of any length share one prepared query. */
export const numbersIn = (list: Expression<string>): RawBuilder<number> => call('numbers_in', list);

/** The value, or 0 where that is more. */
export const atLeastZero = (value: Expression<number>): RawBuilder<number> => call('larger_of', sql.lit(0), value);

/** The value, or the nearer of both ends where it lies outside. */
export const within = (value: Expression<number>, [min, max]: [Expression<number>, Expression<number>]) =>
  call<number>('larger_of', min, call('smaller_of', max, value));

/** Rounded to so many digits after the point, halves away from zero. */
export const roundedTo = (digits: number, value: Expression<number>): RawBuilder<number> =>
  call('rounded_to', value, sql.lit(digits));

/** The time of the lowest value of a group, of equal ones the earliest; stands beside the lowest itself. */
export const timeOfLowest = (at: string, value: Expression<number>): RawBuilder<number> =>
  call('time_of_lowest', sql.ref(at), value);

/** The time of the highest, beside the highest. */
export const timeOfHighest = (at: string, value: Expression<number>): RawBuilder<number> =>
  call('time_of_highest', sql.ref(at), value);

/** A column of all rows as a JSON list, in the order in which they come; no text at all where there is no row. */
export const instantsAsJson = (at: string): RawBuilder<string> => call('instants_as_json', sql.ref(at));
export const figuresAsJson = (figure: string): RawBuilder<string> => call('figures_as_json', sql.ref(figure));

/** A text as the bytes that go out, encoded once. */
export const bytesOf = (text: Expression<string>): RawBuilder<Uint8Array> => call('bytes_of', text);

/** The exact mean of a row of `rollup`. */
export const exactMean: RawBuilder<number> = sql<number>`cast(rollup.sum_micro as double precision) / 1000000 / rollup.count`;
