import type { RangeName } from './range-names.ts';

/** In a separate file: the route reads it before the panel's code is loaded. */
export const recordViews = ['chart', 'table'] as const;
export type RecordViewName = (typeof recordViews)[number];

/** A list in the URL, such as '3,5'; anything but integers is dropped. */
export const numbersOf = (list: string | undefined) =>
  list?.split(',').filter(Boolean).map(Number).filter(Number.isInteger);

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
