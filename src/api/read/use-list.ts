import { keepPreviousData, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { DEFAULT_PAGE_SIZE } from '#contract/wire/list.ts';
import { judgedAt } from '#src/lib/data-age.ts';
import { askedOf, type ListSearch } from '#src/lib/list/list-search.ts';
import type { ListState } from '#src/lib/list/list-state.ts';
import type { Fetched } from '../call/call.ts';
import { refusalOf } from '../call/error-text.ts';
import { useAgesTo } from '../call/server-clock.ts';
import { everyPage } from './every-page.ts';
import { useSeen } from './use-seen.ts';

/** Reads and changes a list's part of the URL. */
export type ListAddress<Key extends string> = {
  search: ListSearch<Key>;
  onSearch: (change: ListSearch<Key>) => void;
};

/** The request of a list; without `size` it is the page size of the screens. */
export type ListAsked<Key extends string> = ListSearch<Key> & { size?: number };

type ListAnswer<Row> = Fetched<{ rows: Row[]; total: number }>;

/**
 * A list whose search, order and page are in the URL. `read` makes the query of one page:
 * `useList(props, (asked) => readQuery(manageFarms, { query: asked }))`.
 */
export function useList<Row, Key extends string>(
  { search: address, onSearch }: ListAddress<Key>,
  read: (asked: ListAsked<Key>) => UseQueryOptions<ListAnswer<Row>, Error, ListAnswer<Row>, readonly unknown[]>,
  pageSize = DEFAULT_PAGE_SIZE,
): ListState<Row, Key> {
  const client = useQueryClient();
  const now = useAgesTo();
  const asked = askedOf(address, pageSize);
  const { search, sort } = asked;
  const list = useQuery({ ...read(asked), placeholderData: keepPreviousData });
  return {
    asked,
    refine: (change) => onSearch({ page: undefined, ...change }),
    rows: list.data?.value.rows ?? [],
    pageSize,
    total: list.data?.value.total,
    isStale: list.isPlaceholderData,
    seen: list.data,
    since: useSeen(list),
    now,
    judgedAt: judgedAt(list.data, now),
    failure:
      list.isError && !list.data
        ? { refusal: refusalOf(list.error), onRetry: () => void list.refetch(), isRetrying: list.isFetching }
        : undefined,
    everyRow: () => everyPage((part) => client.fetchQuery({ ...read({ search, sort, ...part }), staleTime: 0 })),
  };
}
