import type { RangeName } from './range-names.ts';

/** In a separate file: the route reads it before the panel's code is loaded. */
export const recordViews = ['chart', 'table'] as const;
export type RecordViewName = (typeof recordViews)[number];

/** A list of indices in the URL: '3-5', of one a number, because the router quotes a text of digits. */
export type AddressList = string | number;

export function listOf(numbers: readonly number[]): AddressList {
  const [only] = numbers;
  return numbers.length === 1 && only !== undefined ? only : numbers.join('-');
}

/** Parses such a list; old links have commas. Anything but indices is dropped. */
export const numbersOf = (list: AddressList | undefined) =>
  list === undefined ? undefined : String(list).split(/[-,]/).filter(Boolean).map(Number).filter(Number.isInteger);

/** Reads such a list out of the URL. */
export const listIn = (raw: unknown): AddressList | undefined =>
  typeof raw === 'string' || typeof raw === 'number' ? raw : undefined;

/** The search parameters; the panel holds no other state. */
export type RecordSearch = {
  sensors?: readonly number[] | undefined;
  devices?: readonly number[] | undefined;
  range: RangeName;
  begin?: string | undefined;
  end?: string | undefined;
  view: RecordViewName;
  /** Shows the same dates of last year, too. */
  lastYear: boolean;
};
