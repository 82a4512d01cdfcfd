import type { Queries } from '../db/open.ts';
import { fail } from '../kernel/fail.ts';
import { type EquipmentActuator, findEquipment } from './engine/equipment.ts';

/** The actuator with an index, and its farm. */
export async function requireActuator(
  store: Queries,
  channel: number,
): Promise<EquipmentActuator & { farmId: number }> {
  const row = await store.db
    .selectFrom('channel')
    .select('farm_id as farmId')
    .where('channel_id', '=', channel)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return fail('NOT_FOUND');
  return { ...(await requireActuatorOn(store, row.farmId, channel)), farmId: row.farmId };
}

/** The actuator of a farm with an index. */
export async function requireActuatorOn(store: Queries, farmId: number, channel: number): Promise<EquipmentActuator> {
  const { actuators } = await findEquipment(store, farmId);
  return actuators.find((one) => one.channel === channel) ?? fail('NOT_FOUND');
}
