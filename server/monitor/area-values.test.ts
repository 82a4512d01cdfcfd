import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { IsExcluded } from '../db/reading-writer.ts';
import { findAreaValues } from './area-values.ts';

const DAY = startOfSeoulDate('2026-11-21');
/** Sunset and sunrise on Jeju around that day: 17:29 and 07:12. */
const NOON = DAY + 12 * HOUR_MS;

type Sent = { sensor: string; at: number; value: number };

async function aHouse(readings: Sent[], now = NOON, isExcluded: IsExcluded = () => false) {
  const store = await aStore();
  const farmId = await aFarm(store);
  const device = await aDevice(store, farmId, ['TEMPERATURE', 'HUMIDITY', 'HEATER']);
  const gate = aGate(store, { now: () => now, findExcluded: async () => isExcluded });
  if (readings.length > 0) await gate.accept(device.known, readings);
  const areas = await findAreaValues(store, farmId, now);
  const sensors = areas.flatMap(({ sensorValues }) => sensorValues);
  return { areas, of: (type: string) => sensors.find((sensor) => sensor.type === type) };
}

describe('the newest values of a farm', () => {
  it('name every channel, also those that never reported', async () => {
    const { areas, of } = await aHouse([]);
    expect(areas.map(({ areaName, sensorValues }) => [areaName, sensorValues.length])).toEqual([['1동', 3]]);
    expect(of('TEMPERATURE')).toMatchObject({
      value: null,
      date: null,
      hourChange: null,
      today: null,
      lastNight: null,
      unit: '℃',
      intervalMs: MINUTE_MS,
    });
  });

  it('give today’s extremes with their times, of the Seoul day and of plausible readings only', async () => {
    const { of } = await aHouse([
      { sensor: 'temperature', at: DAY - MINUTE_MS, value: -5 },
      { sensor: 'temperature', at: DAY, value: 8 },
      { sensor: 'temperature', at: DAY + 5 * HOUR_MS + 20 * MINUTE_MS, value: 3.1 },
      { sensor: 'temperature', at: DAY + 9 * HOUR_MS, value: 99 },
      { sensor: 'temperature', at: DAY + 11 * HOUR_MS, value: 24 },
    ]);
    expect(of('TEMPERATURE')?.today).toEqual({
      min: { value: 3.1, at: new Date(DAY + 5 * HOUR_MS + 20 * MINUTE_MS).toISOString() },
      max: { value: 24, at: new Date(DAY + 11 * HOUR_MS).toISOString() },
    });
  });

  it('say when the newest is left out by hand, and leave it out of the day', async () => {
    const readings = [
      { sensor: 'temperature', at: DAY + 8 * HOUR_MS, value: 9 },
      { sensor: 'temperature', at: DAY + 11 * HOUR_MS, value: 24 },
    ];
    const { of } = await aHouse(readings, NOON, ({ at }) => at > DAY + 10 * HOUR_MS);
    expect(of('TEMPERATURE')).toMatchObject({
      value: 24,
      isFlagged: false,
      isExcluded: true,
      today: { max: { value: 9 } },
    });
    expect((await aHouse(readings)).of('TEMPERATURE')).not.toHaveProperty('isExcluded');
  });

  it('give last night’s minimum between sunset and sunrise, for temperatures', async () => {
    const { of } = await aHouse([
      { sensor: 'temperature', at: DAY - 10 * HOUR_MS, value: 1 },
      { sensor: 'temperature', at: DAY - 3 * HOUR_MS, value: 6 },
      { sensor: 'temperature', at: DAY + 5 * HOUR_MS, value: 4 },
      { sensor: 'temperature', at: DAY + 8 * HOUR_MS, value: 2 },
      { sensor: 'humidity', at: DAY + 5 * HOUR_MS, value: 90 },
    ]);
    expect(of('TEMPERATURE')?.lastNight?.min).toEqual({ value: 4, at: new Date(DAY + 5 * HOUR_MS).toISOString() });
    expect(of('HUMIDITY')?.lastNight).toBeNull();
  });

  it('name the first time at which last night’s extremes were reached', async () => {
    const night = [4, 9, 4, 9].map((value, i) => ({ at: DAY + (1 + i) * HOUR_MS, value }));
    const { of } = await aHouse(night.reverse().map((reading) => ({ sensor: 'temperature', ...reading })));
    expect(of('TEMPERATURE')?.lastNight).toEqual({
      min: { value: 4, at: new Date(DAY + HOUR_MS).toISOString() },
      max: { value: 9, at: new Date(DAY + 2 * HOUR_MS).toISOString() },
    });
  });

  it('say how much changed within the last hour, and nothing where there was no reading an hour ago', async () => {
    const { of } = await aHouse([
      { sensor: 'temperature', at: NOON - HOUR_MS - 4 * MINUTE_MS, value: 18.1 },
      { sensor: 'temperature', at: NOON - 30 * MINUTE_MS, value: 25 },
      { sensor: 'temperature', at: NOON, value: 20.4 },
      { sensor: 'humidity', at: NOON - 3 * HOUR_MS, value: 70 },
      { sensor: 'humidity', at: NOON, value: 60 },
    ]);
    expect(of('TEMPERATURE')).toMatchObject({ value: 20.4, hourChange: 2.3 });
    expect(of('HUMIDITY')?.hourChange).toBeNull();
  });

  it('flag a newest value that cannot be', async () => {
    const { of } = await aHouse([{ sensor: 'temperature', at: NOON, value: 85 }]);
    expect(of('TEMPERATURE')).toMatchObject({ value: 85, isFlagged: true, today: null });
  });
});
