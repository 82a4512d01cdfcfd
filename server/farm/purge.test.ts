import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/time/time.ts';
import { stationNumber } from '#contract/weather/station-number.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm, aPhotoOn } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { addInspection } from '../inspection/commands.ts';
import { storeMeasurements } from '../weather/commands.ts';
import { purgeDeleted } from './purge.ts';

const now = Date.UTC(2026, 10, 21);
let editCount = 0;
/** More rows than one step deletes. */
const MANY = 5_200;

/** A farm with a row in every table that can hold something of a farm. */
async function aFullFarm(store: Store, deletedAt: number | null): Promise<number> {
  const { db } = store;
  const farmId = await aFarm(store, { memberId: 2 });
  const { known } = await aDevice(store, farmId, ['TEMPERATURE']);
  const gate = aGate(store, { now: () => now });
  const readings = Array.from({ length: MANY }, (_, back) => {
    return { sensor: 'temperature', at: now - back * 11 * MINUTE_MS, value: 12 };
  });
  await gate.accept(known, readings);
  const { channel_id } = await db
    .selectFrom('channel')
    .where('farm_id', '=', farmId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const channel = { farm_id: farmId, channel_id };
  await db
    .insertInto('calibration')
    .values({ ...channel, since: 0, correction: 1, user_id: 1, noted_at: 0 })
    .execute();
  await db
    .insertInto('exclusion')
    .values({ ...channel, exclusion_id: farmId, since: 0, until: 1, reason: 'moved', user_id: 1, noted_at: 0 })
    .execute();
  await db
    .insertInto('weather_link')
    .values({ farm_id: farmId, public_station_id: '184', ambient_mac: null, ambient_keys: null, updated_at: 0 })
    .execute();
  await db
    .insertInto('demo_state')
    .values({ farm_id: farmId, farm_code: `${farmId}`, state: '{}' })
    .execute();
  await db.transaction().execute((trx) => addInspection(trx, anInspection(farmId, channel_id), anybody));
  const told = { issued_at: 0, forecast_c: 3, past_count: 0 };
  await db
    .insertInto('outlook')
    .values({ farm_id: farmId, place: '1동', kind: 'night', on_date: '2026-01-01', is_simulated: 0, ...told })
    .execute();
  await aPhotoOn(store, farmId);
  await aCropWithTarget(store, farmId, null);
  await db.updateTable('farm').set({ deleted_at: deletedAt }).where('farm_id', '=', farmId).execute();
  return farmId;
}

const anybody = { userId: 1, at: 0 };
const anInspection = (farmIndex: number, sensorIndex: number) => ({
  id: crypto.randomUUID(),
  farmIndex,
  kind: 'airSensor' as const,
  deviceIndex: null,
  sensorIndex,
  title: '값이 끊김',
  detail: '',
  dueOn: null,
  assignee: null,
  checks: {},
  note: '',
  evidence: null,
});

const anObservation = (farmId: number, cropId: string) => ({
  farm_id: farmId,
  crop_id: cropId,
  house: '1동',
  tree: '1',
  season: '',
  observed_at: 0,
  shoot_cm: null,
  fruit_mm: 61,
  brix: null,
  acidity_pct: null,
  leaf_spad: null,
  leaf_colour: null,
  pests: '[]',
  confirmed: '[]',
  other_pest: '',
  note: '',
  user_id: 1,
  created_at: 0,
});

/** A crop with a growth calendar figure edited by hand; returns its id. */
async function aCropWithTarget({ db }: Store, farmId: number, deletedAt: number | null): Promise<string> {
  const cropId = crypto.randomUUID();
  editCount += 1;
  await db
    .insertInto('calendar_edit')
    .values({
      farm_id: farmId,
      calendar_edit_id: editCount,
      subject_id: cropId,
      period: 6,
      name: 'row',
      value: '7',
      reason: '',
      user_id: 1,
      noted_at: 0,
    })
    .execute();
  const fields = { variety: '', house: '', area_m2: null, tree_count: null, planted_on: null, bud_break_on: null };
  await db
    .insertInto('crop')
    .values({
      farm_id: farmId,
      crop_id: cropId,
      item_code: 'CRO001',
      ...fields,
      cultivation: 'heated',
      status: 'growing',
      created_at: 0,
      deleted_at: deletedAt,
    })
    .execute();
  return cropId;
}

/** The number of rows per table that belong to the farm; tables without any are left out. */
async function rowsOf({ db }: Store, farmId: number): Promise<Record<string, number>> {
  const tables = (await db.introspection.getTables()).filter(({ columns }) =>
    columns.some(({ name }) => name === 'farm_id'),
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(name)} where farm_id = ${farmId}`.execute(db);
    if (rows[0]?.n) counts[name] = rows[0].n;
  }
  return counts;
}

it('removes a farm with all it has measured when it cannot be brought back any more', async () => {
  const store = await aStore();
  const [gone, young, alive] = [
    await aFullFarm(store, now - 30 * DAY_MS - 1),
    await aFullFarm(store, now - 30 * DAY_MS),
    await aFullFarm(store, null),
  ];
  const kept = [await rowsOf(store, young), await rowsOf(store, alive)];
  expect(kept[0]).toMatchObject({
    reading: MANY,
    crop: 1,
    calendar_edit: 1,
    device: 1,
    calibration: 1,
    exclusion: 1,
    inspection: 1,
    inspection_step: 1,
    weather_link: 1,
    outlook: 1,
  });
  expect(await purgeDeleted(store, { now })).toEqual({ farms: 1, crops: 0 });
  expect(await rowsOf(store, gone)).toEqual({});
  expect([await rowsOf(store, young), await rowsOf(store, alive)]).toEqual(kept);
});

it('removes what the farm’s own weather station has measured', async () => {
  const store = await aStore();
  const farmId = await aFullFarm(store, now - 31 * DAY_MS);
  const number = stationNumber('own', farmId, false);
  const station = { number, name: '농장 기상대', isSimulated: false, intervalMs: MINUTE_MS };
  await storeMeasurements(store, station, [{ at: now, temperatureC: 3, rainDayMm: 0 }], now);
  expect(await rowsOf(store, number)).toMatchObject({ reading: 1, rollup: 3, weather_station: 1 });
  await purgeDeleted(store, { now });
  expect(await rowsOf(store, number)).toEqual({});
});

it('removes crops alone with the figures that were set for them', async () => {
  const store = await aStore();
  const farmId = await aFarm(store);
  await aCropWithTarget(store, farmId, now - 31 * DAY_MS);
  await aCropWithTarget(store, farmId, now - 29 * DAY_MS);
  await aCropWithTarget(store, farmId, null);
  expect(await purgeDeleted(store, { now })).toEqual({ farms: 0, crops: 1 });
  expect(await rowsOf(store, farmId)).toEqual({ farm: 1, crop: 2, calendar_edit: 2 });
});

it('removes field work alone with its photos, and that of crops that go', async () => {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { known } = await aDevice(store, farmId, ['TEMPERATURE']);
  const sensor = known.byCode.get('temperature')?.channelId ?? 0;
  const { db } = store;
  const [gone, young, ofCrop] = ['gone', 'young', 'of-crop'];
  const deletedAt = { [gone]: now - 31 * DAY_MS, [young]: now - 29 * DAY_MS, [ofCrop]: null };
  const goneCrop = await aCropWithTarget(store, farmId, now - 31 * DAY_MS);
  for (const id of [gone, young, ofCrop]) {
    const observation = { ...anObservation(farmId, id === ofCrop ? goneCrop : 'another'), observation_id: id };
    await db
      .insertInto('observation')
      .values({ ...observation, deleted_at: deletedAt[id] ?? null })
      .execute();
    await aPhotoOn(store, farmId, { kind: 'observation', id });
  }
  for (const at of [now - 31 * DAY_MS, now - 29 * DAY_MS, null]) {
    const inspection = anInspection(farmId, sensor);
    await db.transaction().execute((trx) => addInspection(trx, inspection, anybody));
    const { id } = inspection;
    await db.updateTable('inspection').set({ deleted_at: at }).where('inspection_id', '=', id).execute();
    await aPhotoOn(store, farmId, { kind: 'inspection', id });
  }
  await purgeDeleted(store, { now });
  expect(await rowsOf(store, farmId)).toMatchObject({ observation: 1, inspection: 2, inspection_step: 2, photo: 3 });
  const photos = await db.selectFrom('photo').select('owner_id').where('owner_kind', '=', 'observation').execute();
  expect(photos).toEqual([{ owner_id: young }]);
});

it('stops between two steps when told to, and ends its work the next time', async () => {
  const store = await aStore();
  const farmId = await aFullFarm(store, now - 40 * DAY_MS);
  expect(await purgeDeleted(store, { now, stopping: AbortSignal.abort() })).toMatchObject({ farms: 0 });
  expect(await rowsOf(store, farmId)).toMatchObject({ farm: 1, reading: MANY });
  expect(await purgeDeleted(store, { now })).toMatchObject({ farms: 1 });
  expect(await rowsOf(store, farmId)).toEqual({});
});
