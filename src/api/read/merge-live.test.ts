import { expect, test } from 'vitest';
import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';
import { type LiveValue, mergeLive as merge, newestOf } from './merge-live.ts';

const NOON = Date.parse('2026-11-21T03:00:00.000Z');
const iso = (at: number) => new Date(at).toISOString();

function aValue(index: number, more: Partial<SensorValue> = {}): SensorValue {
  return {
    index,
    sensorName: `센서 ${index}`,
    type: 'TEMPERATURE',
    areaName: '1동',
    unit: '℃',
    value: 10,
    date: iso(NOON),
    isFlagged: false,
    intervalMs: 60_000,
    hourChange: 0.5,
    today: { min: { value: 4, at: iso(NOON - 21_600_000) }, max: { value: 12, at: iso(NOON - 3_600_000) } },
    lastNight: null,
    ...more,
  };
}

const areas: AreaValues = [
  { areaName: '1동', sensorValues: [aValue(1), aValue(2)] },
  { areaName: '2동', sensorValues: [aValue(3)] },
];
const mergeLive = (shown: AreaValues, sent: readonly LiveValue[]) => merge(shown, newestOf(sent));
const first = (merged: AreaValues) => merged[0]?.sensorValues[0];

test('shows the newest value with the time it was measured at', () => {
  const merged = mergeLive(areas, [
    [1, NOON + 120_000, 11, false],
    [1, NOON + 60_000, 10.5, false],
  ]);
  expect(first(merged)).toMatchObject({ value: 11, date: iso(NOON + 120_000) });
});

test('ignores values that are not newer than those shown', () => {
  expect(mergeLive(areas, [[1, NOON - 60_000, 99, false]])).toBe(areas);
  // The answer may have been corrected since.
  expect(mergeLive(areas, [[1, NOON, 99, false]])).toBe(areas);
});

test('touches nothing that has no news', () => {
  const merged = mergeLive(areas, [[1, NOON + 60_000, 11, false]]);
  expect(merged[1]).toBe(areas[1]);
  expect(merged[0]?.sensorValues[1]).toBe(areas[0]?.sensorValues[1]);
  expect(mergeLive(areas, [[77, NOON + 60_000, 11, false]])).toBe(areas);
});

test('moves the day’s extremes with their times', () => {
  const merged = mergeLive(areas, [[1, NOON + 60_000, 13, false]]);
  expect(first(merged)?.today).toEqual({
    min: { value: 4, at: iso(NOON - 21_600_000) },
    max: { value: 13, at: iso(NOON + 60_000) },
  });
});

test('never makes an implausible value an extreme', () => {
  const merged = mergeLive(areas, [[1, NOON + 60_000, 900, true]]);
  expect(first(merged)).toMatchObject({ value: 900, isFlagged: true, today: { max: { value: 12 } } });
});

test('never makes a value an extreme while the sensor’s values are left out', () => {
  const left: AreaValues = [{ areaName: '1동', sensorValues: [aValue(1, { isExcluded: true })] }];
  expect(first(mergeLive(left, [[1, NOON + 60_000, 40, false]]))).toMatchObject({
    value: 40,
    today: { max: { value: 12 } },
  });
});

test('begins the extremes anew with the Seoul day', () => {
  const midnight = Date.parse('2026-11-21T15:00:00.000Z');
  const extreme = { value: 6, at: iso(midnight) };
  expect(first(mergeLive(areas, [[1, midnight, 6, false]]))?.today).toEqual({ min: extreme, max: extreme });
});

test('fills a sensor that had never reported', () => {
  const silent: AreaValues = [{ areaName: '1동', sensorValues: [aValue(1, { value: null, date: null, today: null })] }];
  expect(first(mergeLive(silent, [[1, NOON, 7, false]]))).toMatchObject({ value: 7, today: { min: { value: 7 } } });
});
