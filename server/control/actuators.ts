import * as z from 'zod/mini';
import { type ActuatorSettings, actuatorFields, defaultSettings } from '#contract/control/actuator.ts';
import { isActuator, isChannelType } from '#contract/series/sensor-types.ts';
import type { Queries } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

/** Settings of all actuators of a farm by channel; one that nobody has configured gets the defaults of its type. */
export async function actuatorSettings(
  { db }: Queries,
  farmId: number,
  read: (channel: number, settings: string) => ActuatorSettings = (_, settings) => settingsOf(settings),
): Promise<ReadonlyMap<number, ActuatorSettings>> {
  const rows = await db
    .selectFrom('channel')
    .leftJoin('actuator', (join) =>
      join.onRef('actuator.farm_id', '=', 'channel.farm_id').onRef('actuator.channel_id', '=', 'channel.channel_id'),
    )
    .select(['channel.channel_id as channel', 'channel.type', 'actuator.settings'])
    .where('channel.farm_id', '=', farmId)
    .where('channel.deleted_at', 'is', null)
    .execute();
  return new Map(
    rows.flatMap(({ channel, type, settings }) =>
      isChannelType(type) && isActuator(type)
        ? [[channel, settings === null ? defaultSettings(type) : read(channel, settings)] as const]
        : [],
    ),
  );
}

/** Parses stored settings. */
export function settingsOf(json: string): ActuatorSettings {
  return z.parse(actuatorFields, JSON.parse(json));
}

export async function setActuator(
  trx: Trx,
  at: { farmId: number; channel: number },
  fields: ActuatorSettings,
): Promise<void> {
  const changed = { is_commanded: fields.isCommanded ? 1 : 0, settings: JSON.stringify(fields) } as const;
  await trx
    .insertInto('actuator')
    .values({ farm_id: at.farmId, channel_id: at.channel, ...changed })
    .onConflict((c) => c.columns(['farm_id', 'channel_id']).doUpdateSet(changed))
    .execute();
}
