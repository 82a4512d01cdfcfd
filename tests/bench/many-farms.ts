import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { bucketLevels, DAY_MS, MINUTE_MS, seoulDate, seoulDayNumber, startOfSeoulDay } from '#contract/time/time.ts';
import { createUser } from '#server/auth/account/users.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { createDevice } from '#server/device/commands.ts';
import { addBuiltInItems } from '#server/item-code/commands.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { aFarm } from '../support/store/store.ts';
import { LOGIN, PASSWORD } from './bench-store.ts';

const orchardTypes = ['TEMPERATURE', 'HUMIDITY', 'CO2', 'SOLAR', 'SOIL_MOISTURE', 'FLOW_RATE'] as const;
const ITEM_CODE = 'CRO001';
const DAYS = 30;
const OBSERVATIONS = 40;
/** One farm in ten is a lead farm. */
const LEADS = 10;

export type ManyFarms = {
  dataDir: string;
  store: Store;
  /** The first belongs to the account of the benchmark. */
  farms: { farmId: number; cropId: string; channels: ReadonlyMap<string, number> }[];
  to: number;
};

/**
 * A new data folder with farms of the same crop, each with thirty days of six sensors and forty observations. It has no
 * raw readings, because the measured queries read buckets only; ten-minute buckets exist for flow meters only.
 */
export async function seedManyFarms(dataDir: string, count: number): Promise<ManyFarms> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  await addBuiltInItems(store);
  const user = { login: LOGIN, name: 'bench', password: PASSWORD, authority: 'ROLE_USER' as const, isNew: false };
  const ownerId = await createUser(store, user);
  const otherId = await createUser(store, { ...user, login: 'other' });
  const to = startOfSeoulDay(Date.now());
  const next = seededRandom(4);
  const farms: ManyFarms['farms'] = [];
  for (let at = 0; at < count; at += 1) {
    const farmId = await aFarm(store, { ownerId: at === 0 ? ownerId : otherId, name: `n${at + 1}` });
    const cropId = uuidOf(farmId, 0);
    await store.db.transaction().execute(async (trx) => {
      if (at % LEADS === 1)
        await trx.updateTable('farm').set({ is_lead_farm: 1 }).where('farm_id', '=', farmId).execute();
      await trx.insertInto('crop').values(aCrop(farmId, cropId)).execute();
      await trx
        .insertInto('observation')
        .values(observations(farmId, cropId, to, next))
        .execute();
    });
    const channels = orchardTypes.map((type) => ({
      ...{ code: type.toLowerCase(), type, name: type, areaName: '1동' },
      intervalMs: MINUTE_MS,
    }));
    const device = await createDevice(store, { farmId, code: 'n1', name: 'n1', channels }, 0);
    await addBuckets(store, { farmId, channels: device.channels }, { from: to - DAYS * DAY_MS, to }, next);
    farms.push({ farmId, cropId, channels: device.channels });
  }
  return { dataDir, store, farms, to };
}

/** The id of the crop or of an observation of a farm. */
const uuidOf = (farmId: number, number: number) =>
  `00000000-0000-4000-8000-${`${farmId * 1_000 + number}`.padStart(12, '0')}`;

const aCrop = (farmId: number, cropId: string) => ({
  ...{ farm_id: farmId, crop_id: cropId, item_code: ITEM_CODE, variety: '', house: '1동', area_m2: null },
  ...{ tree_count: null, planted_on: null, bud_break_on: null, cultivation: '', status: 'growing' },
  ...{ created_at: 0, deleted_at: null },
});

const observations = (farmId: number, cropId: string, to: number, next: () => number) =>
  Array.from({ length: OBSERVATIONS }, (_, at) => ({
    ...{ farm_id: farmId, observation_id: uuidOf(farmId, at + 1), crop_id: cropId, house: '1동', tree: `${at % 5}` },
    ...{
      season: '2026',
      observed_at: to - at * 5 * DAY_MS,
      shoot_cm: null,
      fruit_mm: Math.round(400 + 99 * next()) / 10,
    },
    ...{ brix: Math.round(80 + 40 * next()) / 10, acidity_pct: null, leaf_spad: null, leaf_colour: null },
    ...{ pests: '[]', other_pest: '', note: '', confirmed: '[]', user_id: 1, created_at: to, deleted_at: null },
  }));

/** Buckets as they result from sixty readings an hour. */
async function addBuckets(
  store: Store,
  { farmId, channels }: { farmId: number; channels: ReadonlyMap<string, number> },
  { from, to }: { from: number; to: number },
  next: () => number,
): Promise<void> {
  const days = Array.from({ length: (to - from) / DAY_MS }, (_, day) => seoulDayNumber(from) + day);
  await store.db.transaction().execute(async (trx) => {
    for (const type of orchardTypes) {
      const channelId = channels.get(type.toLowerCase()) ?? 0;
      for (const width of widthsOf(type)) {
        const gains = Array.from({ length: (to - from) / width }, (_, at) => {
          const start = from + at * width;
          const count = width / MINUTE_MS;
          const mean = Math.round((15 + 10 * next()) * 10) / 10;
          const ends = { min: mean - 3, minAt: start, max: mean + 3, maxAt: start };
          return { farmId, channelId, width, start, count, sumMicro: Math.round(mean * 1e6) * count, ...ends };
        });
        await store.readings.gain(trx, gains);
      }
      await store.tileChanges.noteDays(trx, { farmId, channelId }, days);
    }
  });
}

const widthsOf = (type: ChannelTypeName) =>
  type === 'FLOW_RATE' ? Object.values(bucketLevels) : [bucketLevels['1h'], bucketLevels['1d']];

/** Adds a change to the last day of every sensor of every farm. */
export async function passOn({ store, farms, to }: ManyFarms): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    for (const { farmId, channels } of farms) {
      for (const channelId of channels.values()) {
        await store.tileChanges.noteDays(trx, { farmId, channelId }, [seoulDayNumber(to - 1)]);
      }
    }
  });
}

export const monthOf = ({ to }: Pick<ManyFarms, 'to'>): string => seoulDate(to - 15 * DAY_MS).slice(0, 7);
