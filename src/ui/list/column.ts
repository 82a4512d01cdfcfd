import type { ReactNode } from 'react';
import type { SortOf } from '#contract/wire/list.ts';
import type { MenuAction } from './menu-action.ts';

/** One column of a DataList. `Key` is the type of the sort keys. */
export type Column<Row, Key extends string = never> = {
  /** Unique within the list. */
  key: string;
  title: string;
  /** Null or false for an empty value: tables show a dash, cards omit it. */
  render: (row: Row) => ReactNode;
  /** The server's sort key; undefined if the column cannot be sorted. */
  sortBy?: Key;
  /** Numbers are aligned at the end, so that their digits line up. */
  align?: 'start' | 'end';
  /** On phones: one column is the title, two are facts, a line is a fact without its name, the others are hidden. */
  onCard?: 'title' | 'fact' | 'line';
};

/** Props of DataList, and of its table and cards. */
export type DataListProps<Row, Key extends string = never> = {
  /** Accessible name: '농장 목록'. */
  label: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: SortOf<Key> | undefined;
  /** Undefined without sorting. */
  onSort?: ((sort: SortOf<Key>) => void) | undefined;
  /** Wraps `children` in a router Link to the row, with `className`; without it rows are not links. */
  renderLink?: (row: Row, children: ReactNode, className: string) => ReactNode;
  /** The name of a row, for its menu. */
  rowName?: (row: Row) => string;
  rowActions?: (row: Row) => readonly MenuAction[];
  /** On phones: the name behind which the row is folded with its like, or null for a row that has to be seen. */
  foldOf?: ((row: Row) => string | null) | undefined;
  /** Shown instead of an empty list: an EmptyState with the next step. */
  empty: ReactNode;
  /** No data yet: shows a skeleton as high as the rows. */
  isLoading?: boolean;
  /** Number of rows of the skeleton. */
  expectedRows?: number;
  /** Other rows are being fetched; the shown ones are dimmed. */
  isStale?: boolean;
};

/** The next sort after a column was pressed: ascending first, then alternating. */
export function toggleSort<Key extends string>(sort: SortOf<Key> | undefined, key: Key): SortOf<Key> {
  return sort === key ? `-${key}` : key;
}
