import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { builtInItems } from '#contract/crop/data-items.ts';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { createUser } from '../auth/account/users.ts';
import { ConfigError } from '../config.ts';
import { collectGains } from '../db/bucket/gains.ts';
import { deleteFarm } from '../db/delete-farm.ts';
import type { Store } from '../db/open.ts';
import type { GatedReading } from '../db/reading-writer.ts';
import type { Database } from '../db/schema.ts';
import { takeNumbers } from '../db/sequence.ts';
import { readSetting, writeSetting } from '../db/setting.ts';
import { createDevice } from '../device/commands.ts';
import { calendarOfCrop } from '../growth-calendar/queries.ts';
import { fillBoard } from './board.ts';
import { type DemoFarm, type DemoUser, demoFarms } from './farms.ts';
import { inspect } from './inspections.ts';
import { type DemoPasswords, removePasswords } from './passwords.ts';
import { setUpControl } from './rules.ts';
import { type ChannelSeries, seedFarm } from './simulate.ts';

export const GATEWAY_CODE = 'gw1';

const SEEDED = 'demo.seeded';
const KEY_FILE = 'demo-device-key';
/** Readings per transaction while seeding. */
const CHUNK = 100_000;

const people: { readonly [U in DemoUser]: { name: string; authority: 'ROLE_ADMINISTER' | 'ROLE_USER' } } = {
  admin: { name: '관리자', authority: 'ROLE_ADMINISTER' },
  grower: { name: '김농부', authority: 'ROLE_USER' },
  family: { name: '김가족', authority: 'ROLE_USER' },
};

type Seeding = { dataDir: string; passwords: DemoPasswords; log: Logger; say(line: string): void; now: number };

/**
 * Fills an empty database with the demonstration once; an interrupted seeding is removed and repeated. Throws
 * ConfigError when there are other accounts, because the demonstration's administrator has a public password.
 */
export async function seedDemo(store: Store, { dataDir, passwords, log, say, now }: Seeding): Promise<void> {
  if (await isSeeded(store)) return;
  await removeDemoRows(store);
  const somebody = await store.db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (somebody) {
    throw new ConfigError(
      `${dataDir} holds accounts of its own, and the demonstration's are known to everybody: set DEMO=0, or another DATA_DIR.`,
    );
  }
  const started = performance.now();
  const users = await createPeople(store, passwords, now);
  let readings = 0;
  for (const [at, farm] of demoFarms.entries()) {
    // Whoever starts it for the first time waits for all of them.
    say(`Simulating the past of the demonstration, about a minute: farm ${at + 1} of ${demoFarms.length}`);
    const { farmId, channels } = await createFarm(store, farm, users, now);
    const { series, state } = seedFarm(farm, now);
    for (const one of series) readings += await load(store, farmId, channels.get(one.code), one);
    await store.db
      .insertInto('demo_state')
      .values({ farm_id: farmId, farm_code: farm.code, state: JSON.stringify(state) })
      .execute();
    await store.db.transaction().execute((trx) => setUpControl(trx, farm, { farmId, channels, at: now }));
    await inspect(store, farm, { farmId, channels, users, now });
    if (at === 0) await fillBoard(store, { farmId, users, now });
    if (at === 0) writeKey(dataDir, await createTestDevice(store, farmId, now));
  }
  await writeSetting(store, SEEDED, new Date(now).toISOString());
  log.info({ readings, seconds: Math.round((performance.now() - started) / 100) / 10 }, 'demonstration seeded');
}

/** Removes the demonstration: its farms with all their rows, its accounts, its device key and its passwords. */
export async function removeDemo(store: Store, dataDir: string): Promise<void> {
  await removeDemoRows(store);
  rmSync(path.join(dataDir, KEY_FILE), { force: true });
  removePasswords(dataDir);
}

export async function isSeeded(store: Store): Promise<boolean> {
  return (await readSetting(store, SEEDED)) !== undefined;
}

async function removeDemoRows({ db }: Store): Promise<void> {
  const logins = Object.keys(people);
  await db.transaction().execute(async (trx) => {
    const farms = await trx.selectFrom('farm').select('farm_id').where('is_simulated', '=', 1).execute();
    // Without a simulated farm, the simulated stations may be those of real farms, which need them.
    const stations =
      farms.length === 0
        ? []
        : await trx.selectFrom('weather_station').select('farm_id').where('is_simulated', '=', 1).execute();
    for (const { farm_id } of [...farms, ...stations]) await deleteFarm(trx, farm_id);
    const demoUsers = trx.selectFrom('user').select('id').where('login', 'in', logins).where('is_demo', '=', 1);
    // Posts for everybody, which belong to no farm.
    for (const table of ['post_seen', 'comment', 'post', 'photo'] as const) {
      await trx.deleteFrom(table).where('user_id', 'in', demoUsers).execute();
    }
    await trx.deleteFrom('session').where('user_id', 'in', demoUsers).execute();
    await trx.deleteFrom('user').where('login', 'in', logins).where('is_demo', '=', 1).execute();
    await trx.deleteFrom('setting').where('name', '=', SEEDED).execute();
  });
}

/** The key of the device for trying the API; undefined when its file was removed. */
export function readTestDeviceKey(dataDir: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, KEY_FILE), 'utf8').trim();
  } catch {
    return undefined; // The file was removed, so there is nothing to show.
  }
}

function writeKey(dataDir: string, key: string): void {
  writeFileSync(path.join(dataDir, KEY_FILE), `${key}\n`, { mode: 0o600 });
}

async function createPeople(store: Store, passwords: DemoPasswords, now: number): Promise<Record<DemoUser, number>> {
  const create = async (login: DemoUser) =>
    createUser(store, { ...people[login], login, password: passwords[login], isNew: false, isDemo: true }, now);
  return { admin: await create('admin'), grower: await create('grower'), family: await create('family') };
}

async function createFarm(store: Store, farm: DemoFarm, users: Record<DemoUser, number>, now: number) {
  const farmId = await store.db.transaction().execute(async (trx) => {
    const id = await takeNumbers(trx, 'farm');
    const { farmName: name, address, latitude, longitude, areaM2 } = farm;
    await trx
      .insertInto('farm')
      .values({
        farm_id: id,
        name,
        address,
        latitude,
        longitude,
        area_m2: areaM2,
        owner_id: users[farm.owner],
        is_lead_farm: farm.isLeadFarm ? 1 : 0,
        is_simulated: 1,
        created_at: now,
        heat_settings: JSON.stringify(farm.heat),
      })
      .execute();
    for (const reader of farm.readers) {
      await trx
        .insertInto('farm_member')
        .values({ farm_id: id, user_id: users[reader], right: 'read', added_at: now })
        .execute();
    }
    await plant(trx, id, farm, now);
    return id;
  });
  const channels = farm.houses.flatMap((house) => house.channels);
  const device = { farmId, code: GATEWAY_CODE, name: '온실 중계기', channels };
  return { farmId, channels: (await createDevice(store, device, now)).channels };
}

/** The farm's crops, one per house; their buds broke in the last spring. */
async function plant(trx: Transaction<Database>, farmId: number, farm: DemoFarm, now: number): Promise<void> {
  const [code] = builtInItems.find(([, name]) => name === farm.crop) ?? [];
  if (code === undefined) throw new Error(`no item is called ${farm.crop}`);
  const year = Number(seoulDate(now - 90 * DAY_MS).slice(0, 4));
  const budBreak = calendarOfCrop(farm.crop)?.budBreak;
  for (const [at, { areaName, structure }] of farm.houses.entries()) {
    await trx
      .insertInto('crop')
      .values({
        farm_id: farmId,
        crop_id: demoCropId(farmId, at),
        item_code: code,
        variety: '',
        house: areaName,
        // Late citrus trees stand about four by three metres apart.
        area_m2: structure.areaM2,
        tree_count: Math.round(structure.areaM2 / 12),
        planted_on: `${year - 8}-03-10`,
        bud_break_on: budBreak ? `${year}-${budBreak}` : null,
        cultivation: farm.heat.enabled ? 'heated' : 'unheated',
        status: 'growing',
        created_at: now,
        deleted_at: null,
      })
      .execute();
  }
}

/** A fixed id, so that every installation has the same demonstration. */
function demoCropId(farmId: number, at: number): string {
  const digits = String(farmId * 100 + at).padStart(12, '0');
  return `00000000-0000-4000-8000-${digits}`;
}

/** A device without a house, so that trying curl or MQTT does not write into the simulated record. */
async function createTestDevice(store: Store, farmId: number, now: number): Promise<string> {
  const channel = { areaName: '연결 시험', intervalMs: 60_000 };
  const { key } = await createDevice(
    store,
    {
      farmId,
      code: 'test',
      name: '연결 시험 장치',
      channels: [
        { ...channel, code: 'temp', type: 'TEMPERATURE', name: '온도' },
        { ...channel, code: 'humid', type: 'HUMIDITY', name: '습도' },
      ],
    },
    now,
  );
  return key;
}

/** Loads a channel's history in time order, with the same rows and buckets as the gate but without its checks. */
async function load(
  store: Store,
  farmId: number,
  channelId: number | undefined,
  { at, value, code }: ChannelSeries,
): Promise<number> {
  if (channelId === undefined) throw new Error(`the simulated channel ${code} was not created`);
  for (let from = 0; from < at.length; from += CHUNK) {
    await store.db.transaction().execute(async (trx) => {
      const readings: GatedReading[] = [];
      for (let i = from; i < Math.min(at.length, from + CHUNK); i += 1) {
        readings.push({ farmId, channelId, at: at[i] ?? 0, value: value[i] ?? 0, flag: 0 });
      }
      const fresh = (await store.readings.insert(trx, [readings])).flat();
      await store.readings.gain(trx, collectGains(fresh));
      await store.readings.newest(trx, fresh.slice(-1));
    });
  }
  return at.length;
}
