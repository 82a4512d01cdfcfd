import type { Queries, Store } from '../db/open.ts';
import type { IsExcluded } from '../db/reading-writer.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';

type Span = { since: number; until: number };

/**
 * Finds the current exclusions for the ingest gate, which checks every reading. The gate asks within its own
 * transaction, so an exclusion that was committed before applies to everything it stores; `rebuildExcluded` handles
 * what was stored earlier.
 */
export function createExclusionCache(store: Store): (within: Queries) => Promise<IsExcluded> {
  const remember = writeInvalidatedCache<IsExcluded>(store, ['farms']);
  return (within) => remember('', () => findExcluded(within));
}

async function findExcluded({ db }: Queries): Promise<IsExcluded> {
  const rows = await db
    .selectFrom('exclusion')
    .select(['channel_id as channelId', 'since', 'until'])
    .where('lifted_at', 'is', null)
    .execute();
  const spans = new Map<number, Span[]>();
  for (const { channelId, since, until } of rows) {
    const span = { since, until: until ?? Number.POSITIVE_INFINITY };
    spans.set(channelId, [...(spans.get(channelId) ?? []), span]);
  }
  return (channelId, at) => spans.get(channelId)?.some(({ since, until }) => at >= since && at < until) ?? false;
}
