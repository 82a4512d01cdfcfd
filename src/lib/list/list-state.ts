import type { Dated } from '../data-age.ts';
import type { ListSearch } from './list-search.ts';

/** Why a list is not there, and the way to try again. */
export type ListFailure = {
  /** What the server said; undefined when nobody answered. */
  refusal: { message: string; requestId: string } | undefined;
  onRetry: () => void;
  isRetrying: boolean;
};

/** A list of the server, page by page, as screens show it. `Key` names what it can be sorted by. */
export type ListState<Row, Key extends string> = {
  /** What it is asked for. */
  asked: ListSearch<Key>;
  /** Asks for something else; begins at the first page unless a page is named. */
  refine: (change: ListSearch<Key>) => void;
  /** The page that is shown; empty until the first answer. */
  rows: readonly Row[];
  /** How many rows a page has, and all pages together; the latter undefined until the first answer. */
  pageSize: number;
  total: number | undefined;
  /** Other rows are on their way. */
  isStale: boolean;
  /** As of when the rows are; undefined until the first answer. */
  seen: Dated | undefined;
  /** The server's time, epoch ms: for ages. */
  now: number;
  /** The instant of which a state may be told from these rows, epoch ms. */
  judgedAt: number;
  /** Set when there are no rows to show for want of an answer. */
  failure: ListFailure | undefined;
  /** The rows of all pages; rejects when not all of them could be had. */
  everyRow: () => Promise<readonly Row[]>;
};
