import type { Queries, Store } from '../db/open.ts';
import type { IsExcluded } from '../db/reading-writer.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';

type Span = { since: number; until: number };

/**
 * What is left out at present, for the gate, which looks at every reading. It asks within its own transaction, so that
 * an exclusion that was committed before holds for all it stores; what was stored earlier is settled afterwards.
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
