import { type RawBuilder, sql } from 'kysely';
import type { Target, TargetList } from '#contract/monitor/monitor.ts';
import { type ChannelTypeName, channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { calibrateSql } from '../db/calibration.ts';
import type { Queries } from '../db/open.ts';
import { type Open, prepared } from '../db/prepared-query.ts';
import { isChannelType } from '../device/device-cache.ts';

export type FoundChannel = {
  farmId: number;
  index: number;
  type: ChannelTypeName;
  name: string;
  areaName: string;
  intervalMs: number;
  /** Whether what it shows is not what it sent; others are spared the search for corrections. */
  calibrated: 0 | 1;
};

const columns = [
  'farm_id as farmId',
  'channel_id as index',
  'type',
  'name',
  'area_name as areaName',
  'interval_ms as intervalMs',
] as const;

/** Whether a row of `channel` has ever been calibrated. */
export const calibrated = sql<0 | 1>`exists (
  select 1 from calibration
  where calibration.farm_id = channel.farm_id and calibration.channel_id = channel.channel_id)`.as('calibrated');

function known<T extends { type: string }>(rows: readonly T[]): (T & { type: ChannelTypeName })[] {
  return rows.flatMap((row) => (isChannelType(row.type) ? [{ ...row, type: row.type }] : []));
}

const korean = new Intl.Collator('ko', { numeric: true });

const findFarmChannels = prepared((db, open: Open<{ farmId: number }>) =>
  db
    .selectFrom('channel')
    .select([...columns, calibrated])
    .where('farm_id', '=', open('farmId'))
    .where('deleted_at', 'is', null),
);

/** Channels in the order of a screen: by area, then sensors before actuators, then by index. */
export function inScreenOrder<T extends { type: string; areaName: string; index: number }>(
  rows: readonly T[],
): (T & { type: ChannelTypeName })[] {
  return known(rows).sort(
    (a, b) =>
      korean.compare(a.areaName, b.areaName) ||
      channelTypes[a.type].order - channelTypes[b.type].order ||
      a.index - b.index,
  );
}

export async function listChannels(store: Queries, farmId: number): Promise<FoundChannel[]> {
  return inScreenOrder(await findFarmChannels(store, { farmId }));
}

const findByIndexes = prepared((db, open: Open<{ indexes: string }>) =>
  db
    .selectFrom('channel')
    .select([...columns, calibrated])
    .where('channel_id', 'in', sql<number>`(select value from json_each(${open('indexes')}))`)
    .where('deleted_at', 'is', null),
);

/** The channels of these indexes, whichever farms they belong to; unknown ones are missing from the answer. */
export async function findChannels(store: Queries, indexes: readonly number[]): Promise<FoundChannel[]> {
  return known(await findByIndexes(store, { indexes: JSON.stringify(indexes) }));
}

/**
 * Makes a value of a channel's rows what is shown of it: the column itself where the channel is not calibrated, so
 * that most queries stay what they are. `at` names the column with the time of the row.
 */
export function shownBy({ farmId, index, calibrated }: FoundChannel, at: string) {
  const ids = { farmId: sql<number>`${farmId}`, channelId: sql<number>`${index}` };
  return (value: RawBuilder<number>) => (calibrated ? calibrateSql(value, { at, ...ids }) : value);
}

export async function findTargets(store: Queries, farmId: number): Promise<TargetList> {
  const targets = (await listChannels(store, farmId)).map(({ farmId: _, calibrated: __, ...channel }) => ({
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
