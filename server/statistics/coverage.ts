import { coveredTypes, type InnerStatistics, monthPartSpans } from '#contract/monitor/statistics.ts';
import { bucketLevels, HOUR_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { type FoundChannel, listChannels } from '../monitor/queries.ts';
import { partOf, type Span } from './extremes.ts';

/** A sensor that was silent for more than a tenth of a third of a month may have missed its extremes. */
export const ENOUGH_SHARE = 0.9;

type Month = { month: string; now: number };

/** How many sensors of each type sent enough readings in each third of a month that has begun, up to now. */
export async function coverageOf(
  store: Queries,
  farmId: number,
  { month, now }: Month,
): Promise<InnerStatistics['coverage']> {
  const spans = monthPartSpans(month);
  const known = await heardBefore(store, farmId, spans.at(-1)?.end ?? 0);
  const channels = (await listChannels(store, farmId)).filter(({ index }) => known.has(index));
  const heard = await hoursHeard(store, farmId, spans);
  return spans.flatMap(({ part: partMonth, begin, end }, at) => {
    if (begin >= now) return [];
    const isLacking = ({ index, intervalMs }: FoundChannel) => {
      const due = Math.floor((Math.min(end, now) - begin) / Math.max(HOUR_MS, intervalMs));
      return (heard.get(`${index} ${at}`) ?? 0) < due * ENOUGH_SHARE;
    };
    return coveredTypes.flatMap((sensorType) => {
      const sensors = channels.filter(({ type }) => type === sensorType);
      if (sensors.length === 0) return [];
      const lacking = sensors.filter(isLacking).map(({ index, name, areaName }) => ({ index, name, areaName }));
      return [{ partMonth, sensorType, total: sensors.length, lacking }];
    });
  });
}

/** Channels with readings before `end`: a sensor that was never heard is missing from no figure. */
async function heardBefore({ db }: Queries, farmId: number, end: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('channel')
    .select('channel_id as index')
    .where('farm_id', '=', farmId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rollup')
          .select('rollup.start')
          .whereRef('rollup.farm_id', '=', 'channel.farm_id')
          .whereRef('rollup.channel_id', '=', 'channel.channel_id')
          .where('rollup.width', '=', bucketLevels['1d'])
          .where('rollup.start', '<', end),
      ),
    )
    .execute();
  return new Set(rows.map(({ index }) => index));
}

/** In how many hours of each span a channel was heard, by 'channel span'. */
async function hoursHeard({ db }: Queries, farmId: number, spans: readonly Span[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('channel')
    // A cross join makes SQLite look up the channels first and read only their part of the buckets.
    .crossJoin('rollup')
    .select(['channel.channel_id as index', partOf(spans, 'rollup.start').as('part')])
    .select((eb) => eb.fn.countAll<number>().as('hours'))
    .whereRef('rollup.farm_id', '=', 'channel.farm_id')
    .whereRef('rollup.channel_id', '=', 'channel.channel_id')
    .where('channel.farm_id', '=', farmId)
    .where('channel.type', 'in', [...coveredTypes])
    .where('channel.deleted_at', 'is', null)
    .where('rollup.width', '=', bucketLevels['1h'])
    .where('rollup.start', '>=', spans[0]?.begin ?? 0)
    .where('rollup.start', '<', spans.at(-1)?.end ?? 0)
    .groupBy(['channel.channel_id', 'part'])
    .execute();
  return new Map(rows.map(({ index, part, hours }) => [`${index} ${part}`, hours]));
}
