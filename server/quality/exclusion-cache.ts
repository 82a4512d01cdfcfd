import type { Store } from '../db/open.ts';

type Span = { since: number; until: number };

/**
 * What is left out at present, known without asking: the gate looks at every reading. It decides when it stores, and
 * readings that are there already are settled after the book has been renewed; so none slips through in between.
 */
export type ExclusionCache = {
  holds(channelId: number, at: number): boolean;
  /** Reads anew; to be called after every change, before settling. */
  renew(): Promise<void>;
};

export async function openExclusionCache(store: Store): Promise<ExclusionCache> {
  let spans = new Map<number, Span[]>();
  const renew = async () => {
    const rows = await store.db
      .selectFrom('exclusion')
      .select(['channel_id as channelId', 'since', 'until'])
      .where('lifted_at', 'is', null)
      .execute();
    const found = new Map<number, Span[]>();
    for (const { channelId, since, until } of rows) {
      const span = { since, until: until ?? Number.POSITIVE_INFINITY };
      found.set(channelId, [...(found.get(channelId) ?? []), span]);
    }
    spans = found;
  };
  await renew();
  return {
    holds: (channelId, at) => spans.get(channelId)?.some(({ since, until }) => at >= since && at < until) ?? false,
    renew,
  };
}
