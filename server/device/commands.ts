import { randomBytes } from 'node:crypto';
import type { DeviceFields } from '#contract/device/device.ts';
import { deviceProblems } from '#contract/device/device-text.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import type { Store } from '../db/open.ts';
import { takeNumbers } from '../db/sequence.ts';
import type { Trx } from '../db/transaction.ts';
import { failField } from '../kernel/fail.ts';
import { hashKey } from './device-cache.ts';

type NewDevice = {
  farmId: number;
  code: string;
  name: string;
  channels: readonly { code: string; type: ChannelTypeName; name: string; areaName: string; intervalMs: number }[];
};

export type CreatedDevice = {
  deviceId: number;
  /** The device key. It is shown only in this answer. */
  key: string;
  /** Channel index by code. */
  channels: ReadonlyMap<string, number>;
};

/** Creates a device with its channels. */
export async function createDevice({ db }: Store, device: NewDevice, now: number): Promise<CreatedDevice> {
  return db.transaction().execute(async (trx) => {
    const { farmId, code, name } = device;
    const { deviceId, key } = await addDevice(trx, farmId, { code, name }, now);
    const firstChannel = await takeNumbers(trx, 'channel', device.channels.length);
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

const newKey = () => `onsil_${randomBytes(24).toString('base64url')}`;

/** Adds a device without channels. Only the digest of its key is stored. */
export async function addDevice(
  trx: Trx,
  farmId: number,
  fields: Pick<DeviceFields, 'code' | 'name'> & Partial<DeviceFields>,
  now: number,
): Promise<{ deviceId: number; key: string }> {
  await requireFreeCode(trx, farmId, fields.code);
  const key = newKey();
  const deviceId = await takeNumbers(trx, 'device');
  await trx
    .insertInto('device')
    .values({ farm_id: farmId, device_id: deviceId, ...fields, key_hash: hashKey(key), created_at: now })
    .execute();
  return { deviceId, key };
}

type DeviceId = { farmId: number; deviceId: number };

export async function changeDevice(trx: Trx, { farmId, deviceId }: DeviceId, fields: DeviceFields): Promise<void> {
  await requireFreeCode(trx, farmId, fields.code, deviceId);
  const { name, code, kind, place, note } = fields;
  await trx
    .updateTable('device')
    .set({ name, code, kind, place, note })
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .execute();
}

/** Gives the device a new key and returns it. */
export async function replaceKey(trx: Trx, id: DeviceId): Promise<string> {
  const key = newKey();
  await setKeyHash(trx, id, hashKey(key));
  return key;
}

export async function removeKey(trx: Trx, id: DeviceId): Promise<void> {
  await setKeyHash(trx, id, null);
}

async function setKeyHash(trx: Trx, { farmId, deviceId }: DeviceId, keyHash: string | null): Promise<void> {
  await trx
    .updateTable('device')
    .set({ key_hash: keyHash })
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .execute();
}

/** Marks a device and its channels as deleted. Readings stay, and another device may take the code. */
export async function markDeviceDeleted(trx: Trx, { farmId, deviceId }: DeviceId, at: number): Promise<void> {
  await trx
    .updateTable('channel')
    .set({ deleted_at: at })
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('deleted_at', 'is', null)
    .execute();
  await trx
    .updateTable('device')
    // The unique code gets a suffix with "~", which no code may contain, so it cannot collide with one in use.
    .set((eb) => ({ deleted_at: at, key_hash: null, code: eb('code', '||', `~${deviceId}`) }))
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .execute();
}

async function requireFreeCode(trx: Trx, farmId: number, code: string, ownId?: number): Promise<void> {
  const other = await trx
    .selectFrom('device')
    .select('device_id')
    .where('farm_id', '=', farmId)
    .where('code', '=', code)
    .executeTakeFirst();
  if (other && other.device_id !== ownId) failField('code', deviceProblems.deviceCodeTaken);
}
