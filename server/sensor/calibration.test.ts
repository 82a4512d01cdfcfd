import { describe, expect, it } from 'vitest';
import { series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { tileAt, tileBegin } from '#contract/series/tile.ts';
import { unpackPoints } from '#contract/series/tile-columns.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Resolution, startOfSeoulDate } from '#contract/time/time.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import type { GatedReading } from '../db/reading-writer.ts';
import { createDeviceCache } from '../device/device-cache.ts';
import { findAreaValues } from '../monitor/area-values.ts';
import { findChannels } from '../monitor/queries.ts';
import { findRecord } from '../monitor/series.ts';
import { cursorOf, findTile } from '../tile/queries.ts';
import { addCalibration, removeCalibration } from './commands.ts';

/** The day from which the correction applies. */
const DAY = startOfSeoulDate('2026-11-20');
const NOW = DAY + DAY_MS + 12 * HOUR_MS;
const CORRECTION = 0.2;
const by = { userId: 1, at: NOW };

/** Readings every five minutes over two and a half days; some sums with the correction have a floating-point error. */
async function aThermometer() {
  const store = await aStore();
  const farmId = await aFarm(store);
  const device = await aDevice(store, farmId, ['TEMPERATURE', 'HUMIDITY'], { intervalMs: 5 * MINUTE_MS });
  const sent: GatedReading[][] = [];
  const gate = aGate(store, { now: () => NOW, onCommitted: (newest) => void sent.push([...newest]) });
  const index = device.channels.get('temperature') ?? 0;
  const valueAt = (at: number) => Math.round(120 + 60 * Math.sin(at / (3 * HOUR_MS))) / 10;
  const readings: { sensor: string; at: number; value: number }[] = [];
  for (let at = DAY - DAY_MS; at <= NOW; at += 5 * MINUTE_MS) {
    readings.push({ sensor: 'temperature', at, value: valueAt(at) }, { sensor: 'humidity', at, value: 70 });
  }
  await gate.accept(device.known, readings);
  const calibrate = (sinceOn: string, correction: number) =>
    store.db
      .transaction()
      .execute((trx) =>
        addCalibration(
          { trx, tileChanges: store.tileChanges },
          { farmId, channelId: index },
          { sinceOn, correction },
          by,
        ),
      );
  const channel = async (of = index) => {
    const [found] = await findChannels(store, [of]);
    if (!found) throw new Error('no such channel');
    return found;
  };
  const record = async (begin: number, end: number, of = index) => {
    const { resolution, series: found } = await findRecord(store, [await channel(of)], { begin, end });
    const [one] = found.map(({ head, points }) =>
      series.parse({ ...head, points: JSON.parse(new TextDecoder().decode(points)) }),
    );
    return { resolution, points: one?.points ?? [] };
  };
  const tiles = async (level: Resolution, begin: number, end: number) => {
    const points: Point[] = [];
    for (let tile = tileAt(begin, level); tile <= tileAt(end - 1, level); tile += 1) {
      const { columns } = await findTile(store, await channel(), { level, tile });
      points.push(...unpackPoints(columns, tileBegin(tile, level)));
    }
    return points.filter(([at]) => at >= begin && at < end);
  };
  const humidity = device.channels.get('humidity') ?? 0;
  return { store, farmId, index, humidity, gate, device, sent, calibrate, record, tiles };
}

const added = (points: readonly Point[], from: number, correction: number) =>
  points.map(([at, ...values]) => [
    at,
    ...values.map((value) => (at < from ? value : Math.round((value + correction) * 1e6) / 1e6)),
  ]);

/** A range for each resolution, all of them across the beginning of the day. */
const ranges = [
  ['raw', DAY - 2 * HOUR_MS, DAY + 2 * HOUR_MS],
  ['10m', DAY - 6 * DAY_MS, DAY + 1.5 * DAY_MS],
  ['1h', DAY - 30 * DAY_MS, DAY + 1.5 * DAY_MS],
  ['1d', DAY - 300 * DAY_MS, DAY + 1.5 * DAY_MS],
] as const;

describe('a calibration', () => {
  it.each(ranges)('counts from its day on in a record at %s, and in tiles as in records', async (level, begin, end) => {
    const { calibrate, record, tiles, humidity } = await aThermometer();
    const before = await record(begin, end);
    expect(before.resolution).toBe(level);
    expect(before.points.some(([at]) => at < DAY) && before.points.some(([at]) => at >= DAY)).toBe(true);
    await calibrate('2026-11-20', CORRECTION);
    const after = await record(begin, end);
    expect(after.points).toEqual(added(before.points, DAY, CORRECTION));
    expect(await tiles(level, begin, end)).toEqual(after.points);
    expect((await record(begin, end, humidity)).points.every(([, min, , max]) => min === 70 && max === 70)).toBe(true);
  });

  it('gives way to the next one, and is taken back without a trace', async () => {
    const { store, farmId, index, calibrate, record } = await aThermometer();
    const before = await record(DAY - HOUR_MS, NOW);
    await calibrate('2026-11-20', CORRECTION);
    await calibrate('2026-11-21', -1);
    const both = await record(DAY - HOUR_MS, NOW);
    const [first, second] = [added(before.points, DAY, CORRECTION), added(before.points, DAY + DAY_MS, -1)];
    expect(both.points).toEqual(both.points.map(([at], i) => (at < DAY + DAY_MS ? first[i] : second[i])));
    for (const day of ['2026-11-20', '2026-11-21']) {
      const removed = await store.db
        .transaction()
        .execute((trx) =>
          removeCalibration({ trx, tileChanges: store.tileChanges }, { farmId, channelId: index }, day),
        );
      expect(removed).toBe(true);
    }
    expect(await record(DAY - HOUR_MS, NOW)).toEqual(before);
  });

  it('leaves the values as they were sent in the database', async () => {
    const { store, calibrate } = await aThermometer();
    const stored = () => store.db.selectFrom('reading').selectAll().orderBy('channel_id').orderBy('at').execute();
    const before = await stored();
    await calibrate('2026-11-20', CORRECTION);
    expect(await stored()).toEqual(before);
  });

  it('is told to whoever keeps tiles', async () => {
    const { store, farmId, calibrate } = await aThermometer();
    const before = await cursorOf(store, farmId);
    await calibrate('2026-11-20', CORRECTION);
    expect(await cursorOf(store, farmId)).toBe(before + 1);
  });

  it('counts in the newest values, the extremes of the day and those of the night', async () => {
    const { store, farmId, calibrate } = await aThermometer();
    const thermometer = async () =>
      (await findAreaValues(store, farmId, NOW))
        .flatMap(({ sensorValues }) => sensorValues)
        .find(({ type }) => type === 'TEMPERATURE');
    const before = await thermometer();
    await calibrate('2026-11-20', CORRECTION);
    const after = await thermometer();
    const plus = (value: number | null | undefined) => Math.round(((value ?? NaN) + CORRECTION) * 1e6) / 1e6;
    expect(after).toEqual({
      ...before,
      value: plus(before?.value),
      today: {
        min: { ...before?.today?.min, value: plus(before?.today?.min.value) },
        max: { ...before?.today?.max, value: plus(before?.today?.max.value) },
      },
      lastNight: {
        min: { ...before?.lastNight?.min, value: plus(before?.lastNight?.min.value) },
        max: { ...before?.lastNight?.max, value: plus(before?.lastNight?.max.value) },
      },
    });
  });

  it('that begins at midnight decides anew which moment of the night was the coldest', async () => {
    const { store, farmId, calibrate } = await aThermometer();
    await calibrate('2026-11-21', 30);
    const [night] = (await findAreaValues(store, farmId, NOW))
      .flatMap(({ sensorValues }) => sensorValues)
      .flatMap(({ lastNight }) => lastNight ?? []);
    expect(Date.parse(night?.min.at ?? '')).toBeLessThan(DAY + DAY_MS);
    expect(Date.parse(night?.max.at ?? '')).toBeGreaterThanOrEqual(DAY + DAY_MS);
  });

  it('counts in live values, once the directory has forgotten the device', async () => {
    const { store, farmId, gate, sent, calibrate } = await aThermometer();
    await calibrate('2026-11-20', CORRECTION);
    const known = await createDeviceCache(store).byTopic(farmId, 'n01');
    if (!known) throw new Error('no such device');
    await gate.accept(known, [
      { sensor: 'temperature', at: NOW + MINUTE_MS, value: 20.1 },
      { sensor: 'humidity', at: NOW + MINUTE_MS, value: 66 },
    ]);
    expect(sent.at(-1)?.map(({ value }) => value)).toEqual([20.3, 66]);
  });
});
