import { describe, expect, it } from 'vitest';
import { lastNight } from '#contract/time/sun.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { Store } from '../db/open.ts';
import { findChannels } from '../monitor/queries.ts';
import { findHumidity, findHumidityTargets } from './queries.ts';

const NOW = startOfSeoulDate('2026-11-21') + 9 * HOUR_MS;
const STEP_MS = 10 * MINUTE_MS;

/** A house whose sensors of these types sent constant values during the last day. */
async function aHouse(values: { temperature?: number; humidity: number }) {
  const store = await aStore();
  const farmId = await aFarm(store);
  const types = values.temperature === undefined ? (['HUMIDITY'] as const) : (['TEMPERATURE', 'HUMIDITY'] as const);
  const { known, channels } = await aDevice(store, farmId, types);
  const gate = aGate(store, { now: () => NOW });
  const times = Array.from({ length: 24 * 6 }, (_, back) => NOW - (back + 1) * STEP_MS);
  await gate.accept(
    known,
    times.flatMap((at) => Object.entries(values).map(([sensor, value]) => ({ sensor, at, value }))),
  );
  return { store, farmId, humidity: channels.get('humidity') ?? 0, temperature: channels.get('temperature') ?? 0 };
}

async function airOf(store: Store, index: number) {
  const [sensor] = await findChannels(store, [index]);
  if (!sensor) throw new Error('the sensor just created is not found');
  return findHumidity(store, sensor, NOW);
}

describe('the air of a house', () => {
  it('is that of the humidity sensor with the temperature of its area', async () => {
    const { store, farmId, humidity, temperature } = await aHouse({ temperature: 15, humidity: 92 });
    const targets = await findHumidityTargets(store, farmId);
    expect(targets.sensors[0]?.devices).toMatchObject([{ index: humidity, temperatureIndex: temperature }]);
    const air = await airOf(store, humidity);
    expect(air.now).toMatchObject({ humidity: 92, temperature: 15, isCondensing: false });
    expect(air.now?.dewPoint).toBeCloseTo(13.7, 1);
    expect(air.last24Hours).toMatchObject({ coveredHours: 24, wetHours: 24, longestWetHours: 24, wetMeanC: 15 });
    expect(air.last7Days).toMatchObject({ coveredHours: 24, wetHours: 24 });
    expect(air.graph.humidity).toHaveLength(24 * 6);
    expect(air.graph.deficit).toHaveLength(24 * 6);
  });

  it('tells of the night between sunset and sunrise', async () => {
    const { store, humidity } = await aHouse({ temperature: 15, humidity: 92 });
    const { lastNight: night } = await airOf(store, humidity);
    const { from, to } = lastNight(NOW);
    expect(night.end).toBe(to);
    expect(Math.abs(night.begin - from)).toBeLessThan(STEP_MS);
    expect(night.wetHours).toBeCloseTo((to - from) / HOUR_MS, 0);
  });

  it('is told without deficit and dew point where no temperature is measured', async () => {
    const { store, farmId, humidity } = await aHouse({ humidity: 60 });
    expect((await findHumidityTargets(store, farmId)).sensors[0]?.devices[0]?.temperatureIndex).toBeNull();
    const air = await airOf(store, humidity);
    expect(air).toMatchObject({ temperatureSensor: null, now: { humidity: 60, deficit: null, dewPoint: null } });
    expect(air.graph.deficit).toEqual([]);
  });

  it('counts the leaves of its house as wet', async () => {
    const { store, farmId, humidity } = await aHouse({ humidity: 60 });
    const { known, channels } = await aDevice(store, farmId, ['LEAF_WETNESS'], { code: 'n02' });
    const gate = aGate(store, { now: () => NOW });
    await gate.accept(known, [{ sensor: 'leaf_wetness', at: NOW - STEP_MS, value: 80 }]);
    const air = await airOf(store, humidity);
    expect(air.leafSensor?.index).toBe(channels.get('leaf_wetness'));
    expect(air.last24Hours).toMatchObject({ coveredHours: 24, wetHours: 0.2 });
  });

  it('counts calibrated values', async () => {
    const { store, farmId, humidity } = await aHouse({ temperature: 15, humidity: 88 });
    const calibration = { farm_id: farmId, channel_id: humidity, since: 0, correction: 4, user_id: 1, noted_at: 0 };
    await store.db.insertInto('calibration').values(calibration).execute();
    const air = await airOf(store, humidity);
    expect(air.now?.humidity).toBe(92);
    expect(air.last24Hours.wetHours).toBe(24);
    expect(air.graph.humidity[0]).toMatchObject([expect.any(Number), 92, 92, 92]);
  });

  it('says nothing of now before the first reading', async () => {
    const store = await aStore();
    const { channels } = await aDevice(store, await aFarm(store));
    expect(await airOf(store, channels.get('humidity') ?? 0)).toMatchObject({
      now: null,
      lastNight: { coveredHours: 0, wetHours: 0, condensingHours: null },
    });
  });
});
