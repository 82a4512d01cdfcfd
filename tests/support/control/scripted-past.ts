import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import { type ChannelTypeName, isActuator } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { setActuator } from '#server/control/actuators.ts';
import type { Store } from '#server/db/open.ts';
import { aDevice, aFarm } from '../store/store.ts';

/** The value of a channel at an instant; null: none. */
type Script = (at: number) => number | null;

type Scripted = { intervalMs?: number; says?: Script; settings?: Partial<ActuatorSettings> };

const ROWS = 2_000;

/**
 * A farm with one channel for each type, whose code is the type in lower case, and readings by script from `begin` to
 * `end`.
 */
export async function aScriptedPast(
  store: Store,
  { begin, end, ...farm }: { begin: number; end: number; ownerId?: number },
  channels: { readonly [Type in ChannelTypeName]?: Scripted },
) {
  const farmId = await aFarm(store, farm);
  const indexes = new Map<ChannelTypeName, number>();
  for (const [name, { intervalMs = MINUTE_MS, says, settings }] of Object.entries(channels)) {
    const type = name as ChannelTypeName;
    const device = await aDevice(store, farmId, [type], { code: name.toLowerCase(), intervalMs });
    const channel = device.channels.get(name.toLowerCase()) ?? 0;
    indexes.set(type, channel);
    if (isActuator(type) && settings) {
      const fields = { ...defaultSettings(type), ...settings };
      await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
    }
    if (says) await writeReadings(store, { farmId, channel, begin, end, intervalMs }, says);
  }
  return { farmId, channel: (type: ChannelTypeName) => indexes.get(type) ?? 0 };
}

type Place = { farmId: number; channel: number; begin: number; end: number; intervalMs: number };

async function writeReadings({ db }: Store, { farmId, channel, begin, end, intervalMs }: Place, says: Script) {
  const count = Math.floor((end - begin) / intervalMs);
  const rows = Array.from({ length: count }, (_, place) => begin + place * intervalMs).flatMap((at) => {
    const value = says(at);
    return value === null ? [] : [{ farm_id: farmId, channel_id: channel, at, value, flag: 0 as const }];
  });
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += ROWS) {
      await trx
        .insertInto('reading')
        .values(rows.slice(from, from + ROWS))
        .execute();
    }
  });
}
