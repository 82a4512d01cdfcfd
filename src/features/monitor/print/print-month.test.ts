import { describe, expect, it } from 'vitest';
import type { MonitorRecord, Series } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { askMonth, monthFigures, monthOrNow, printedDays, sheetsOf } from './print-month.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const NOW = at('2026-11-21T18:00');

function series(index: number, type: Series['type'], points: Point[]): Series {
  return { index, type, name: '', areaName: '1동', unit: '℃', stepMs: HOUR_MS, points };
}

describe('the month of a print view', () => {
  it('is the running one where the address makes no sense or lies ahead', () => {
    expect(monthOrNow('2026-10', NOW)).toBe('2026-10');
    for (const text of [undefined, '', '2026-13', '2026-00', '1999-01', '10-2026', '2026-12', '2027-01']) {
      expect(monthOrNow(text, NOW)).toBe('2026-11');
    }
    expect(monthOrNow('2026-12', at('2026-12-01T00:00'))).toBe('2026-12');
  });

  it('has all its days, and the running one those until today', () => {
    expect(askMonth('2026-10', NOW)).toMatchObject({ begin: '2026-10-01', end: '2026-10-31' });
    expect(askMonth('2028-02', at('2028-05-01T00:00'))).toMatchObject({ begin: '2028-02-01', end: '2028-02-29' });
    expect(askMonth('2025-12', NOW)).toMatchObject({ begin: '2025-12-01', end: '2025-12-31' });
    expect(askMonth('2026-11', NOW)).toMatchObject({ begin: '2026-11-01', end: '2026-11-21' });
  });
});

describe('the days of a print view', () => {
  const points: Point[] = [
    [at('2026-10-01T00:00'), 8, 10, 12],
    [at('2026-10-01T23:00'), 5, 14, 15],
    [at('2026-10-03T12:00'), 20, 21, 22],
  ];
  const days = printedDays([series(1, 'TEMPERATURE', points)], { begin: '2026-10-01', end: '2026-10-03' });

  it('have lowest, mean and highest of their Seoul day, and nothing where there was silence', () => {
    expect(days).toMatchObject([
      { day: at('2026-10-01T00:00'), figures: [{ min: 5, mean: 12, max: 15 }] },
      { day: at('2026-10-02T00:00'), figures: [null] },
      { day: at('2026-10-03T00:00'), figures: [{ min: 20, mean: 21, max: 22 }] },
    ]);
  });

  it('are summed up by the lowest, the mean of their means and the highest', () => {
    expect(monthFigures(days, 0)).toEqual({ min: 5, mean: 16.5, max: 22 });
    expect(monthFigures(days.slice(1, 2), 0)).toBeNull();
  });
});

it('sheets have at most four sensors of one type each, temperature first', () => {
  const humidities = [2, 3, 4, 5, 6].map((index) => series(index, 'HUMIDITY', []));
  const sensorGraph = [...humidities, series(1, 'TEMPERATURE', [])];
  const record: MonitorRecord = { data: { sensorGraph, deviceGraph: [] }, resolution: '1h', begin: 0, end: 0 };
  expect(sheetsOf(record).map(({ data }) => data.sensorGraph.map(({ index }) => index))).toEqual([
    [1],
    [2, 3, 4, 5],
    [6],
  ]);
});
