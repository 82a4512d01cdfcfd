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
  /** Both ends are inclusive. */
  plausible: readonly [min: number, max: number];
};

/** A device with what the ingest gate needs to know about it. */
export type CachedDevice = {
  farmId: number;
  deviceId: number;
  byCode: ReadonlyMap<string, Channel>;
  byIndex: ReadonlyMap<number, Channel>;
  /** Calibrations by channel index; channels without calibration are missing. */
  corrections: ReadonlyMap<number, readonly CalibrationStep[]>;
};

/**
 * Finds the sending device by its key or MQTT topic. The cache holds until one of the tables it reads is written.
 * Without it each small batch would cost two queries.
 */
export type DeviceCache = {
  byKey(key: string): Promise<CachedDevice | undefined>;
  byTopic(farmId: number, deviceCode: string): Promise<CachedDevice | undefined>;
};

/** More devices than one process serves; an entry takes some kB. */
const MAX_DEVICES = 10_000;

/** Keys are long and random, so a plain digest without salt is safe. */
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
    async byTopic(farmId, code) {
      // A message is no call, which has done so before.
      await store.catchUp();
      return remember(`topic ${farmId} ${code}`, async () =>
        withChannels(
          store,
          await devices().where('device.farm_id', '=', farmId).where('device.code', '=', code).executeTakeFirst(),
        ),
      );
    },
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
