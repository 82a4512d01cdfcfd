import {
  type ActuatorTypeName,
  type ChannelTypeName,
  isActuator,
  isChannelType,
} from '#contract/series/sensor-types.ts';
import type { Queries } from '../../db/open.ts';
import { actuatorSettings } from '../actuators.ts';
import type { Actuator } from '../decide/world.ts';
import { findInterlocks, type SetInterlock } from '../interlocks.ts';

/** The device code and channel code of a channel. */
type Wired = { device: string; code: string; name: string };
export type EquipmentActuator = Actuator & Wired;
export type EquipmentSensor = Wired & {
  channel: number;
  type: Exclude<ChannelTypeName, ActuatorTypeName>;
  areaName: string;
  intervalMs: number;
};
export type Equipment = {
  actuators: readonly EquipmentActuator[];
  sensors: readonly EquipmentSensor[];
  /** What the owner has set of interlocks. */
  own: readonly SetInterlock[];
};

/** All sensors and actuators of a farm, and what its owner has set of their interlocks. */
export async function findEquipment(
  store: Queries,
  farmId: number,
  read?: Parameters<typeof actuatorSettings>[2],
): Promise<Equipment> {
  const settings = await actuatorSettings(store, farmId, read);
  const rows = await store.db
    .selectFrom('channel')
    .innerJoin('device', (join) =>
      join.onRef('device.farm_id', '=', 'channel.farm_id').onRef('device.device_id', '=', 'channel.device_id'),
    )
    .select(['channel.channel_id as channel', 'channel.type', 'channel.name', 'channel.code', 'device.code as device'])
    .select(['channel.area_name as areaName', 'channel.interval_ms as intervalMs'])
    .where('channel.farm_id', '=', farmId)
    .where('channel.deleted_at', 'is', null)
    .where('device.deleted_at', 'is', null)
    .orderBy('channel.channel_id')
    .execute();
  const actuators: EquipmentActuator[] = [];
  const sensors: EquipmentSensor[] = [];
  for (const { type, intervalMs, ...row } of rows) {
    if (!isChannelType(type)) continue;
    const own = settings.get(row.channel);
    if (!isActuator(type)) sensors.push({ ...row, type, intervalMs });
    else if (own) actuators.push({ ...row, type, settings: own });
  }
  return { actuators, sensors, own: await findInterlocks(store, farmId) };
}

/** Farms with a commanded actuator, or with open commands. */
export async function commandedFarms({ db }: Queries): Promise<number[]> {
  const farms = db.selectFrom('farm').select('farm.farm_id as farmId').where('farm.deleted_at', 'is', null);
  const rows = await farms
    .innerJoin('actuator', 'actuator.farm_id', 'farm.farm_id')
    .where('actuator.is_commanded', '=', 1)
    .union(farms.innerJoin('command', 'command.farm_id', 'farm.farm_id').where('command.is_over', '=', 0))
    .orderBy('farmId')
    .execute();
  return rows.map(({ farmId }) => farmId);
}
