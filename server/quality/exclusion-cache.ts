import { numbersIn } from '../db/fragments.ts';
import type { Queries, Store } from '../db/open.ts';
import { type ParameterOf, preparedQuery } from '../db/prepared-query.ts';
import type { FindExcluded } from '../db/reading-writer.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';

type Span = { since: number; until: number };
type SpansByChannel = ReadonlyMap<number, readonly Span[]>;

/**
 * Finds the current exclusions for the ingest gate, which checks every reading. The gate asks within its own
 * transaction, so an exclusion that was committed before applies to everything it stores; `rebuildExcluded` handles
 * what was stored earlier.
 */
export function createExclusionCache(store: Store): FindExcluded {
  const remember = writeInvalidatedCache<SpansByChannel>(store, ['farms']);
  return async (within, farms) => {
    const unknown: number[] = [];
    let reading: Promise<ReadonlyMap<number, SpansByChannel>> | undefined;
    const read = async (farmId: number) => {
      unknown.push(farmId);
      // Begins when all unknown farms are listed, so that one statement asks for them.
      reading ??= Promise.resolve().then(() => findSpans(within, unknown));
      return (await reading).get(farmId) ?? new Map();
    };
    const byFarm = new Map<number, SpansByChannel>();
    await Promise.all(
      [...new Set(farms)].map(async (farmId) => byFarm.set(farmId, await remember(`${farmId}`, () => read(farmId)))),
    );
    return ({ farmId, channelId, at }) =>
      byFarm
        .get(farmId)
        ?.get(channelId)
        ?.some(({ since, until }) => at >= since && at < until) ?? false;
  };
}

const findByFarms = preparedQuery((db, param: ParameterOf<{ farms: string }>) =>
  db
    .selectFrom('exclusion')
    .select(['farm_id as farmId', 'channel_id as channelId', 'since', 'until'])
    .where('farm_id', 'in', numbersIn(param('farms')))
    .where('lifted_at', 'is', null),
);

async function findSpans(within: Queries, farms: readonly number[]): Promise<ReadonlyMap<number, SpansByChannel>> {
  const rows = await findByFarms(within, { farms: JSON.stringify(farms) });
  const byFarm = new Map<number, Map<number, Span[]>>();
  for (const { farmId, channelId, since, until } of rows) {
    const spans = byFarm.get(farmId) ?? new Map<number, Span[]>();
    byFarm.set(farmId, spans);
    const span = { since, until: until ?? Number.POSITIVE_INFINITY };
    spans.set(channelId, [...(spans.get(channelId) ?? []), span]);
  }
  return byFarm;
}
