import { sql } from 'kysely';
import type { Series } from '#contract/monitor/monitor.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { bucketLevels, MAX_RAW_POINTS, type Resolution, resolutionFor, stepOf } from '#contract/time/time.ts';
import { bucketMean } from '../db/bucket-mean.ts';
import type { Queries } from '../db/open.ts';
import { type FoundChannel, shownBy } from './queries.ts';

/** A series whose points are JSON already, as the bytes that go out. */
export type WrittenSeries = { head: Omit<Series, 'points'>; points: Uint8Array };

type Range = { begin: number; end: number };

/** The channels over [begin, end), all at the one resolution that suits the range, in the order given. */
export async function findRecord(
  store: Queries,
  channels: readonly FoundChannel[],
  range: Range,
): Promise<{ resolution: Resolution; series: WrittenSeries[] }> {
  const length = range.end - range.begin;
  const resolution = resolutionFor(length, Math.min(...channels.map(({ intervalMs }) => intervalMs)));
  const series = await seriesOf(store, channels, { ...range, resolution });
  if (series) return { resolution, series };
  const coarser = resolutionFor(length, 0);
  return { resolution: coarser, series: (await seriesOf(store, channels, { ...range, resolution: coarser })) ?? [] };
}

/** Undefined when one of them has too many readings to be given raw. */
async function seriesOf(
  store: Queries,
  channels: readonly FoundChannel[],
  { resolution, ...range }: Range & { resolution: Resolution },
): Promise<WrittenSeries[] | undefined> {
  const found: WrittenSeries[] = [];
  for (const channel of channels) {
    const { index, type, name, areaName, intervalMs } = channel;
    const { count, points } =
      resolution === 'raw'
        ? await rawPoints(store, channel, range)
        : await bucketPoints(store, channel, { ...range, width: bucketLevels[resolution] });
    if (resolution === 'raw' && count > MAX_RAW_POINTS) return undefined;
    const unit = channelTypes[type].unit;
    found.push({ head: { index, type, name, areaName, unit, stepMs: stepOf(resolution, intervalMs) }, points });
  }
  return found;
}

/*
 * SQLite writes the points itself, and hands them over as bytes: thousands of rows made into objects, copied and
 * written again cost three times as much, and a text once more when it is encoded. 15 digits give a decimal figure
 * back as it came. The points are in the order of time because the primary key is, the only way into either table.
 */
type Points = { count: number; points: Uint8Array };

const NO_POINTS: Points = { count: 0, points: Buffer.from('[]') };

async function rawPoints({ db }: Queries, channel: FoundChannel, { begin, end }: Range): Promise<Points> {
  const { farmId, index } = channel;
  const value = shownBy(channel, 'reading.at')(sql`value`);
  const { rows } = await sql<Points>`
    select count(*) as count,
      cast('[' || group_concat(printf('[%d,%.15g,%.15g,%.15g]', at, value, value, value)) || ']' as blob) as points
    from (
      select at, ${value} as value from reading
      where farm_id = ${farmId} and channel_id = ${index} and at >= ${begin} and at < ${end} and flag = 0
      order by at limit ${MAX_RAW_POINTS + 1})
    having count(*) > 0`.execute(db);
  return rows[0] ?? NO_POINTS;
}

/** A bucket belongs to the range when it overlaps it. */
async function bucketPoints(
  { db }: Queries,
  channel: FoundChannel,
  { begin, end, width }: Range & { width: number },
): Promise<Points> {
  const { farmId, index, type } = channel;
  const shown = shownBy(channel, 'rollup.start');
  const { rows } = await sql<Points>`
    select count(*) as count,
      cast('[' || group_concat(
        printf('[%d,%.15g,%.15g,%.15g]', start, ${shown(sql`min`)},
          ${shown(bucketMean(type))}, ${shown(sql`max`)})) || ']' as blob) as points
    from rollup
    where farm_id = ${farmId} and channel_id = ${index} and width = ${width}
      and start > ${begin - width} and start < ${end}
    having count(*) > 0`.execute(db);
  return rows[0] ?? NO_POINTS;
}
