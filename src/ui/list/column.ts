import type { ReactNode } from 'react';
import type { SortOf } from '#contract/wire/list.ts';
import type { MenuAction } from './menu-action.ts';

/** One fact about each row of a DataList. `Key` names what the list can be sorted by. */
export type Column<Row, Key extends string = never> = {
  /** Tells the column from the others. */
  key: string;
  title: string;
  /** Null or false where the row has nothing to say: tables show a dash, cards leave the fact out. */
  render: (row: Row) => ReactNode;
  /** What the server sorts by when the column is chosen; left out where it cannot. */
  sortBy?: Key;
  /** Figures stand at the end, so that their digits are under each other. */
  align?: 'start' | 'end';
  /** On phones: one column is the title, two are facts, the rest is left out. */
  onCard?: 'title' | 'fact';
};

/** What DataList takes, and its table and its cards with it. */
export type DataListProps<Row, Key extends string = never> = {
  /** Names the list: '농장 목록'. */
  label: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: SortOf<Key> | undefined;
  /** Left out where there is nothing to sort. */
  onSort?: ((sort: SortOf<Key>) => void) | undefined;
  /** A router's Link to the row around `children`, with `className` on it; left out, rows lead nowhere. */
  renderLink?: (row: Row, children: ReactNode, className: string) => ReactNode;
  /** Names the row's menu: its title in words. */
  rowName?: (row: Row) => string;
  rowActions?: (row: Row) => readonly MenuAction[];
  /** Instead of the list when there is nothing: an EmptyState that says what to do first. */
  empty: ReactNode;
  /** Nothing is there yet: shows a skeleton as high as the rows that come. */
  isLoading?: boolean;
  /** How many rows the skeleton has. */
  expectedRows?: number;
  /** Other rows are on their way; these are still shown, fainter. */
  isStale?: boolean;
};

/** What to sort by after a column was chosen: upwards first, then downwards, then upwards again. */
export function turnSort<Key extends string>(sort: SortOf<Key> | undefined, key: Key): SortOf<Key> {
  return sort === key ? `-${key}` : key;
}
