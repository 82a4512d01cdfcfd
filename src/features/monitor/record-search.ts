import type { RangeName } from './range-names.ts';

/** Apart from the panel: the route reads it before the panel's code is there. */
export const recordViews = ['chart', 'table'] as const;
export type RecordViewName = (typeof recordViews)[number];

/** A list of an address, such as '3,5'; what is no whole number is left out. */
export const numbersOf = (list: string | undefined) =>
  list?.split(',').filter(Boolean).map(Number).filter(Number.isInteger);

/** What the address says; the panel shows it and asks for another, nothing is kept here. */
export type RecordSearch = {
  sensors?: readonly number[] | undefined;
  devices?: readonly number[] | undefined;
  range: RangeName;
  begin?: string | undefined;
  end?: string | undefined;
  view: RecordViewName;
  /** The same dates of last year are laid over. */
  lastYear: boolean;
};
