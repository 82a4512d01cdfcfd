import type { Target, TargetList } from '#contract/monitor/monitor.ts';
import {
  byTypeOrder,
  type ChannelTypeName,
  channelTypes,
  isActuator,
  isChannelType,
} from '#contract/series/sensor-types.ts';
import { isCalibrated } from '../db/calibration.ts';
import { numbersIn } from '../db/fragments.ts';
import type { Queries } from '../db/open.ts';
import { type ParameterOf, preparedQuery } from '../db/prepared-query.ts';
import { fail } from '../kernel/fail.ts';

export type FoundChannel = {
  farmId: number;
  index: number;
  type: ChannelTypeName;
  name: string;
  areaName: string;
  intervalMs: number;
  /** 1 when the channel has a calibration, so that its shown values differ from those it sent. */
  isCalibrated: 0 | 1;
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

const findFarmChannels = preparedQuery((db, param: ParameterOf<{ farmId: number }>) =>
  db
    .selectFrom('channel')
    .select([...columns, isCalibrated])
    .where('farm_id', '=', param('farmId'))
    .where('deleted_at', 'is', null),
);

/** Sorts channels for a screen: by area, then sensors before actuators, then by index. */
export function inScreenOrder<T extends { type: string; areaName: string; index: number }>(
  rows: readonly T[],
): (T & { type: ChannelTypeName })[] {
  return known(rows).sort(
    (a, b) => korean.compare(a.areaName, b.areaName) || byTypeOrder(a.type, b.type) || a.index - b.index,
  );
}

export async function listChannels(store: Queries, farmId: number): Promise<FoundChannel[]> {
  return inScreenOrder(await findFarmChannels(store, { farmId }));
}

const findByIndexes = preparedQuery((db, param: ParameterOf<{ indexes: string }>) =>
  db
    .selectFrom('channel')
    .select([...columns, isCalibrated])
    .where('channel_id', 'in', numbersIn(param('indexes')))
    .where('deleted_at', 'is', null),
);

/** The channels with these indexes, of any farm; unknown indexes are left out. */
export async function findChannels(store: Queries, indexes: readonly number[]): Promise<FoundChannel[]> {
  return known(await findByIndexes(store, { indexes: JSON.stringify(indexes) }));
}

/** The channel with an index, sensor or equipment as asked; NOT_FOUND when it is not among these. */
export function requireChannel(channels: readonly FoundChannel[], index: number, isEquipment: boolean): FoundChannel {
  const channel = channels.find((one) => one.index === index);
  return channel && isActuator(channel.type) === isEquipment ? channel : fail('NOT_FOUND');
}

export async function findTargets(store: Queries, farmId: number): Promise<TargetList> {
  const targets = (await listChannels(store, farmId)).map(targetOf);
  return {
    sensors: groupByArea(targets.filter(({ type }) => !isActuator(type))),
    devices: groupByArea(targets.filter(({ type }) => isActuator(type))),
  };
}

/** The public fields of a channel. */
export function targetOf({ farmId: _, isCalibrated: __, ...channel }: FoundChannel): Target {
  return { ...channel, unit: channelTypes[channel.type].unit };
}

function groupByArea(targets: readonly Target[]): TargetList['sensors'] {
  const groups = new Map<string, Target[]>();
  for (const target of targets) groups.set(target.areaName, [...(groups.get(target.areaName) ?? []), target]);
  return [...groups].map(([areaName, devices]) => ({ areaName, devices }));
}
