import { coveredTypes, type InnerStatistics, monthPartSpans } from '#contract/monitor/statistics.ts';
import { bucketLevels, HOUR_MS } from '#contract/time/time.ts';
import { countHours } from '../db/bucket/buckets.ts';
import type { Queries } from '../db/open.ts';
import { type FoundChannel, listChannels } from '../monitor/queries.ts';

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
  const indexes = channels.map(({ index }) => index);
  const heard: Map<number, number>[] = [];
  for (const { begin, end } of spans) heard.push(await countHours(store, farmId, indexes, { from: begin, to: end }));
  return spans.flatMap(({ part: partMonth, begin, end }, at) => {
    if (begin >= now) return [];
    const isLacking = ({ index, intervalMs }: FoundChannel) => {
      const due = Math.floor((Math.min(end, now) - begin) / Math.max(HOUR_MS, intervalMs));
      return (heard[at]?.get(index) ?? 0) < due * ENOUGH_SHARE;
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
