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

/**
 * SQL functions that the engines write differently (sqlite/functions.ts, postgres/functions.ts). Queries call them by
 * these names, and the compiler of each engine replaces the call with the engine's own SQL.
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

/** The engine's SQL for a call of one of these functions; undefined for a function of the engine itself. */
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

/** A text column in lower case. Folds ASCII letters only, like the index on it. */
export const lowerOf = (column: string): RawBuilder<string> => sql<string>`lower(${sql.ref(column)})`;

/** A phone number column without separators. */
export const digitsOf = (column: string): RawBuilder<string> =>
  sql<string>`replace(replace(replace(${sql.ref(column)}, '-', ''), '.', ''), ' ', '')`;

/** The numbers of a JSON list that is passed as one value, so that lists of any length share one prepared query. */
export const numbersIn = (list: Expression<string>): RawBuilder<number> => call('numbers_in', list);

/** The value, limited to [min, max]. */
export const within = (value: Expression<number>, [min, max]: [Expression<number>, Expression<number>]) =>
  call<number>('larger_of', min, call('smaller_of', max, value));

/** Rounds to a number of decimals, halves away from zero. */
export const roundedTo = (digits: number, value: Expression<number>): RawBuilder<number> =>
  call('rounded_to', value, sql.lit(digits));

/** The time of the lowest value of a group, the earliest of equal ones. Use it beside min() of the same value. */
export const timeOfLowest = (at: string, value: Expression<number>): RawBuilder<number> =>
  call('time_of_lowest', sql.ref(at), value);

/** The time of the highest value; use it beside max(). */
export const timeOfHighest = (at: string, value: Expression<number>): RawBuilder<number> =>
  call('time_of_highest', sql.ref(at), value);

/** A column of all rows as a JSON list, in row order; null when there is no row. */
export const instantsAsJson = (at: string): RawBuilder<string> => call('instants_as_json', sql.ref(at));
export const figuresAsJson = (figure: string): RawBuilder<string> => call('figures_as_json', sql.ref(figure));

/** A text as UTF-8 bytes, so that it is not encoded again. */
export const bytesOf = (text: Expression<string>): RawBuilder<Uint8Array> => call('bytes_of', text);
