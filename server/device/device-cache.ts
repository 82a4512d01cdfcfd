import { createHash } from 'node:crypto';
import { plausibleRangeOf } from '#contract/device/sensor.ts';
import { type ChannelTypeName, isChannelType } from '#contract/series/sensor-types.ts';
import { type CalibrationStep, calibrationsOf } from '../db/calibration.ts';
import type { Store } from '../db/open.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';

export type Channel = {
  channelId: number;
  code: string;
  type: ChannelTypeName;
  /** Both ends belong to it. */
  plausible: readonly [min: number, max: number];
};

/** A device with what the gate must know about it. */
export type CachedDevice = {
  farmId: number;
  deviceId: number;
  byCode: ReadonlyMap<string, Channel>;
  byIndex: ReadonlyMap<number, Channel>;
  /** By channel index; channels that are not calibrated are missing. */
  corrections: ReadonlyMap<number, readonly CalibrationStep[]>;
};

/**
 * Who sends: found by key or by MQTT topic, remembered until anything is written that decides it. Without the memory
 * each small batch would cost two queries before its first reading is looked at.
 */
export type DeviceCache = {
  byKey(key: string): Promise<CachedDevice | undefined>;
  byTopic(farmId: number, deviceCode: string): Promise<CachedDevice | undefined>;
};

/** Some kB each: more devices than one process serves. */
const MAX_DEVICES = 10_000;

/** Keys are long and random, so a plain digest is enough to keep them out of the database. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function createDeviceCache(store: Store): DeviceCache {
  const remember = writeInvalidatedCache<CachedDevice | undefined>(store, ['farms'], MAX_DEVICES);
  const devices = () =>
    store.db
      .selectFrom('device')
      .innerJoin('farm', 'farm.farm_id', 'device.farm_id')
      .select(['device.farm_id as farmId', 'device.device_id as deviceId'])
      .where('device.deleted_at', 'is', null)
      .where('farm.deleted_at', 'is', null);

  return {
    byKey: (key) => {
      const keyHash = hashKey(key);
      return remember(`key ${keyHash}`, async () =>
        withChannels(store, await devices().where('device.key_hash', '=', keyHash).executeTakeFirst()),
      );
    },
    byTopic: (farmId, code) =>
      remember(`topic ${farmId} ${code}`, async () =>
        withChannels(
          store,
          await devices().where('device.farm_id', '=', farmId).where('device.code', '=', code).executeTakeFirst(),
        ),
      ),
  };
}

async function withChannels(
  store: Store,
  device: { farmId: number; deviceId: number } | undefined,
): Promise<CachedDevice | undefined> {
  if (!device) return undefined;
  const rows = await store.db
    .selectFrom('channel')
    .select(['channel_id as channelId', 'code', 'type'])
    .select(['plausible_min as plausibleMin', 'plausible_max as plausibleMax'])
    .where('farm_id', '=', device.farmId)
    .where('device_id', '=', device.deviceId)
    .where('deleted_at', 'is', null)
    .execute();
  const indexes = rows.map(({ channelId }) => channelId);
  const corrections = await calibrationsOf(store, device.farmId, indexes);
  const channels = rows.flatMap(({ channelId, code, type, ...own }): Channel[] => {
    if (!isChannelType(type)) return [];
    return [{ channelId, code, type, plausible: plausibleRangeOf({ type, ...own }) }];
  });
  return {
    ...device,
    byCode: new Map(channels.map((channel) => [channel.code, channel])),
    byIndex: new Map(channels.map((channel) => [channel.channelId, channel])),
    corrections,
  };
}
