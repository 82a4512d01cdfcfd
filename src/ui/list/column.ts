import type { ReactNode } from 'react';
import type { MenuAction } from './menu-action.ts';

/** One fact about each row of a DataList. */
export type Column<Row> = {
  /** What the server sorts by; also the key in `sort`. */
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Figures stand at the end, so that their digits are under each other. */
  align?: 'start' | 'end';
  /** On phones: one column is the title, two are facts, the rest is left out. */
  onCard?: 'title' | 'fact';
};

/** What DataList takes, and its table and its cards with it. */
export type DataListProps<Row> = {
  /** Names the list: '농장 목록'. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** 'name' upwards, '-name' downwards. */
  sort?: string | undefined;
  onSort?: (sort: string) => void;
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
