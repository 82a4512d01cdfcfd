import { randomBytes } from 'node:crypto';
import type { ChannelTypeName } from '#contract/sensor-types.ts';
import type { Store } from '../db/open.ts';
import { takeNumbers } from '../db/sequence.ts';
import { hashKey } from './directory.ts';

export type NewDevice = {
  farmId: number;
  code: string;
  name: string;
  channels: readonly { code: string; type: ChannelTypeName; name: string; areaName: string; intervalMs: number }[];
};

export type CreatedDevice = {
  deviceId: number;
  /** The device key: known to nobody but the reader of this answer. */
  key: string;
  /** Channel index by code. */
  channels: ReadonlyMap<string, number>;
};

/** Creates a device with its channels; whoever calls makes the directory forget. */
export async function createDevice({ db }: Store, device: NewDevice, now: number): Promise<CreatedDevice> {
  const key = `onsil_${randomBytes(24).toString('base64url')}`;
  return db.transaction().execute(async (trx) => {
    const deviceId = await takeNumbers(trx, 'device');
    const firstChannel = await takeNumbers(trx, 'channel', device.channels.length);
    const { farmId, code, name } = device;
    await trx
      .insertInto('device')
      .values({ farm_id: farmId, device_id: deviceId, code, name, key_hash: hashKey(key), created_at: now })
      .execute();
    const channels = device.channels.map((channel, at) => ({ ...channel, channelId: firstChannel + at }));
    for (const { channelId, code: channelCode, type, name: channelName, areaName, intervalMs } of channels) {
      await trx
        .insertInto('channel')
        .values({
          farm_id: farmId,
          channel_id: channelId,
          device_id: deviceId,
          code: channelCode,
          type,
          name: channelName,
          area_name: areaName,
          interval_ms: intervalMs,
          created_at: now,
        })
        .execute();
    }
    return { deviceId, key, channels: new Map(channels.map(({ code: c, channelId }) => [c, channelId])) };
  });
}
