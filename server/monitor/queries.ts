import { sql } from 'kysely';
import type { Series, Target, TargetList } from '#contract/monitor.ts';
import { type ChannelTypeName, channelTypes, isActuator } from '#contract/sensor-types.ts';
import { bucketLevels, type Resolution, stepOf } from '#contract/time.ts';
import type { Store } from '../db/open.ts';
import { isChannelType } from '../device/directory.ts';

export type FoundChannel = {
  farmId: number;
  index: number;
  type: ChannelTypeName;
  name: string;
  areaName: string;
  intervalMs: number;
};

const columns = [
  'farm_id as farmId',
  'channel_id as index',
  'type',
  'name',
  'area_name as areaName',
  'interval_ms as intervalMs',
] as const;

function known<T extends { type: string }>(rows: readonly T[]): (T & { type: ChannelTypeName })[] {
  return rows.flatMap((row) => (isChannelType(row.type) ? [{ ...row, type: row.type }] : []));
}

const korean = new Intl.Collator('ko', { numeric: true });

/** A farm's channels in the order of a screen: by area, then sensors before actuators, then by name. */
export async function listChannels({ db }: Store, farmId: number): Promise<FoundChannel[]> {
  const rows = await db
    .selectFrom('channel')
    .select(columns)
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .execute();
  return known(rows).sort(
    (a, b) =>
      korean.compare(a.areaName, b.areaName) ||
      channelTypes[a.type].order - channelTypes[b.type].order ||
      a.index - b.index,
  );
}

/** The channels of these indexes, whichever farms they belong to; unknown ones are missing from the answer. */
export async function findChannels({ db }: Store, indexes: readonly number[]): Promise<FoundChannel[]> {
  if (indexes.length === 0) return [];
  const rows = await db
    .selectFrom('channel')
    .select(columns)
    .where('channel_id', 'in', indexes)
    .where('deleted_at', 'is', null)
    .execute();
  return known(rows);
}

export async function findTargets(store: Store, farmId: number): Promise<TargetList> {
  const targets = (await listChannels(store, farmId)).map(({ farmId: _, ...channel }) => ({
    ...channel,
    unit: channelTypes[channel.type].unit,
  }));
  return {
    sensors: groupByArea(targets.filter(({ type }) => !isActuator(type))),
    devices: groupByArea(targets.filter(({ type }) => isActuator(type))),
  };
}

function groupByArea(targets: readonly Target[]): TargetList['sensors'] {
  const groups = new Map<string, Target[]>();
  for (const target of targets) groups.set(target.areaName, [...(groups.get(target.areaName) ?? []), target]);
  return [...groups].map(([areaName, devices]) => ({ areaName, devices }));
}

/** A series whose points are JSON already. */
export type WrittenSeries = { head: Omit<Series, 'points'>; points: string };

/** One channel over [begin, end) at a resolution; buckets and raw readings hold good readings only. */
export async function findSeries(
  store: Store,
  { farmId, ...channel }: FoundChannel,
  range: { begin: number; end: number; resolution: Resolution },
): Promise<WrittenSeries> {
  const { index, type, name, areaName, intervalMs } = channel;
  const points =
    range.resolution === 'raw'
      ? await rawPoints(store, farmId, index, range)
      : await bucketPoints(store, farmId, index, { ...range, width: bucketLevels[range.resolution] });
  const unit = channelTypes[type].unit;
  return { head: { index, type, name, areaName, unit, stepMs: stepOf(range.resolution, intervalMs) }, points };
}

/*
 * SQLite writes the points itself: thousands of rows made into objects, copied and written again cost three times
 * as much. 15 digits give a decimal figure back as it came; the rows of group_concat come in the order asked for.
 */
async function rawPoints(
  { db }: Store,
  farmId: number,
  channelId: number,
  { begin, end }: { begin: number; end: number },
): Promise<string> {
  const { rows } = await sql<{ points: string | null }>`
    select group_concat(printf('[%d,%.15g,%.15g,%.15g]', at, value, value, value)) as points from (
      select at, value from reading
      where farm_id = ${farmId} and channel_id = ${channelId} and at >= ${begin} and at < ${end} and flag = 0
      order by at)`.execute(db);
  return `[${rows[0]?.points ?? ''}]`;
}

/** Means are rounded to a ten-thousandth: finer than any sensor resolves. */
async function bucketPoints(
  { db }: Store,
  farmId: number,
  channelId: number,
  { begin, end, width }: { begin: number; end: number; width: number },
): Promise<string> {
  // A bucket belongs to the range when it overlaps it.
  const { rows } = await sql<{ points: string | null }>`
    select group_concat(
      printf('[%d,%.15g,%.15g,%.15g]', start, min, round(sum_micro / 100.0 / count) / 10000.0, max)) as points from (
      select start, min, sum_micro, count, max from rollup
      where farm_id = ${farmId} and channel_id = ${channelId} and width = ${width}
        and start > ${begin - width} and start < ${end}
      order by start)`.execute(db);
  return `[${rows[0]?.points ?? ''}]`;
}
