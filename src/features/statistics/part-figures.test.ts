import { describe, expect, it } from 'vitest';
import type { MonthPart } from '#contract/growth-calendar/growth-calendar.ts';
import type { InnerStatistics } from '#contract/monitor/statistics.ts';
import { coldest, figuresOf, volumesOf } from './part-figures.ts';

const part = (
  partMonth: MonthPart,
  minValue: number | null,
  maxValue: number | null,
  flowValue: number | null = null,
) => ({
  farmName: '농장',
  partMonth,
  statisticsData: [
    { sensorType: 'HUMIDITY' as const, minValue: 40, maxValue: 99, flowValue },
    { sensorType: 'TEMPERATURE' as const, minValue, maxValue, flowValue },
  ],
});

/** Two thermometers, `lacking` of them with too few readings. */
const covered = (partMonth: MonthPart, lacking: number) => ({
  partMonth,
  sensorType: 'TEMPERATURE' as const,
  total: 2,
  lacking: Array.from({ length: lacking }, (_, index) => ({ index, name: '온도', areaName: '1동' })),
});

const month: InnerStatistics = {
  baseDate: '2026-11',
  baseStatistics: [part('early', 8, 24, 12), part('mid', 3.1, 22, 0), part('late', null, null)],
  coverage: [covered('early', 1), covered('mid', 0), covered('late', 0)],
  avgStatistics: [part('early', 9, 25, 10), part('mid', 4.3, 23)],
  sameCrop: { cropName: '한라봉', farms: 3 },
};

describe('figures of a month', () => {
  it('stand third by third, own beside average', () => {
    expect(figuresOf(month, 'TEMPERATURE')).toEqual([
      { part: 'early', own: { min: 8, max: 24 }, average: { min: 9, max: 25 } },
      { part: 'mid', own: { min: 3.1, max: 22 }, average: { min: 4.3, max: 23 } },
      { part: 'late', own: null, average: null },
    ]);
    expect(figuresOf({ ...month, baseStatistics: [] }, 'SOIL_MOISTURE').every(({ own }) => own === null)).toBe(true);
  });

  it('tell nothing watered from nothing known', () => {
    expect(volumesOf(month).map(({ own, average }) => [own, average])).toEqual([
      [12, 10],
      [0, null],
      [null, null],
    ]);
  });

  it('name the coldest third and how far from the average it was', () => {
    const found = coldest(month);
    expect(found).toMatchObject({ part: 'mid', min: 3.1, isOnlyOne: false });
    expect(found?.gap).toBeCloseTo(-1.2, 6);
    expect(coldest({ ...month, avgStatistics: [] })?.gap).toBeNull();
    expect(coldest({ ...month, baseStatistics: [] })).toBeNull();
  });

  it('conclude nothing from a third in which every thermometer told too little', () => {
    const coverage = [covered('early', 1), covered('mid', 2)];
    expect(coldest({ ...month, coverage })).toMatchObject({ part: 'early', min: 8, isOnlyOne: true });
    expect(coldest({ ...month, coverage: [covered('early', 2), covered('mid', 2)] })).toBeNull();
  });
});
