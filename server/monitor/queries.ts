import type { Point, Series, Target, TargetList } from '#contract/monitor.ts';
import { type ChannelTypeName, channelTypes, isActuator } from '#contract/sensor-types.ts';
import { bucketLevels, type Resolution, stepOf } from '#contract/time.ts';
import type { Store } from '../db/open.ts';
import { isChannelType } from '../device/directory.ts';
import { meanOf } from './rollup.ts';

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
      a.areaName.localeCompare(b.areaName, 'ko') ||
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

/** One channel over [begin, end) at a resolution; buckets and raw readings hold good readings only. */
export async function findSeries(
  store: Store,
  { farmId, ...channel }: FoundChannel,
  range: { begin: number; end: number; resolution: Resolution },
): Promise<Series> {
  const points =
    range.resolution === 'raw'
      ? await rawPoints(store, farmId, channel.index, range)
      : await bucketPoints(store, farmId, channel.index, { ...range, width: bucketLevels[range.resolution] });
  const { index, type, name, areaName, intervalMs } = channel;
  return {
    index,
    type,
    name,
    areaName,
    unit: channelTypes[type].unit,
    stepMs: stepOf(range.resolution, intervalMs),
    points,
  };
}

async function rawPoints(
  { db }: Store,
  farmId: number,
  channelId: number,
  { begin, end }: { begin: number; end: number },
): Promise<Point[]> {
  const rows = await db
    .selectFrom('reading')
    .select(['at', 'value'])
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('at', '>=', begin)
    .where('at', '<', end)
    .where('flag', '=', 0)
    .orderBy('at')
    .execute();
  return rows.map(({ at, value }) => [at, value, value, value]);
}

async function bucketPoints(
  { db }: Store,
  farmId: number,
  channelId: number,
  { begin, end, width }: { begin: number; end: number; width: number },
): Promise<Point[]> {
  const rows = await db
    .selectFrom('rollup')
    .select(['start', 'count', 'sum_micro as sumMicro', 'min', 'max'])
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('width', '=', width)
    // A bucket belongs to the range when it overlaps it.
    .where('start', '>', begin - width)
    .where('start', '<', end)
    .orderBy('start')
    .execute();
  return rows.map(({ start, count, sumMicro, min, max }) => [start, min, meanOf(sumMicro, count), max]);
}
