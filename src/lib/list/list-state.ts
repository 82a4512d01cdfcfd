import type { Dated } from '../data-age.ts';
import type { ListSearch } from './list-search.ts';

/** Why a list could not be loaded, and how to retry. */
export type ListFailure = {
  /** The server's refusal; undefined if it did not answer. */
  refusal: { message: string; requestId: string } | undefined;
  onRetry: () => void;
  isRetrying: boolean;
};

/** One page of a server list, as it is displayed. `Key` is the type of its sort keys. */
export type ListState<Row, Key extends string> = {
  /** The current request. */
  asked: ListSearch<Key>;
  /** Changes the request; resets to the first page unless the change names a page. */
  refine: (change: ListSearch<Key>) => void;
  /** The rows of the page; empty until the first response. */
  rows: readonly Row[];
  /** Rows per page, and rows of all pages; the latter is undefined until the first response. */
  pageSize: number;
  total: number | undefined;
  /** Other rows are being fetched. */
  isStale: boolean;
  /** The age of the rows; undefined until the first response. */
  seen: Dated | undefined;
  /** Later writes are missing in the rows. Without rows, too: what was sent is shown though nothing can be read. */
  since: Dated | undefined;
  /** The server's time for ages, epoch ms. */
  now: number;
  /** The instant at which these rows allow a state to be judged, epoch ms. */
  judgedAt: number;
  /** Set if there are no rows because the request failed. */
  failure: ListFailure | undefined;
  /** The rows of all pages; rejects when some are missing. */
  everyRow: () => Promise<readonly Row[]>;
};
