import { expect, it } from 'vitest';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { composedFlow, composedMonth } from './composed-month.ts';
import { figuresOf, volumesOf } from './part-figures.ts';

const begin = startOfSeoulDate('2026-11-01');

const record = (points: Point[]): MonitorRecord => ({
  data: {
    deviceGraph: [],
    sensorGraph: [
      { index: 1, type: 'TEMPERATURE', name: '온도', areaName: '1동', unit: '℃', stepMs: DAY_MS, points },
      { index: 2, type: 'TEMPERATURE', name: '온도', areaName: '2동', unit: '℃', stepMs: DAY_MS, points: [] },
    ],
  },
  resolution: '1d',
  begin,
  end: begin + 30 * DAY_MS,
});

it('finds lowest and highest of each third in the buckets, at its edges, too', () => {
  const composed = composedMonth(
    record([
      [begin - DAY_MS, -9, 0, 40],
      [begin, 4, 10, 21],
      [begin + 9 * DAY_MS, 3.1, 10, 19],
      [begin + 10 * DAY_MS, 6, 10, 25.5],
      [begin + 30 * DAY_MS, -9, 0, 40],
    ]),
    '2026-11',
    '농장',
  );
  expect(composed && figuresOf(composed, 'TEMPERATURE').map(({ own }) => own)).toEqual([
    { min: 3.1, max: 21 },
    { min: 6, max: 25.5 },
    null,
  ]);
  expect(composed && figuresOf(composed, 'HUMIDITY').every(({ own }) => own === null)).toBe(true);
});

it('says nothing of a month without a reading', () => {
  expect(composedMonth(record([]), '2026-11', '농장')).toBeNull();
});

it('adds up what meters let through by the hour, per 10a as well, and nothing of which only days are kept', () => {
  const meter = (stepMs: number): MonitorRecord => ({
    data: {
      deviceGraph: [],
      sensorGraph: [
        {
          index: 3,
          type: 'FLOW_RATE',
          name: '유량',
          areaName: '1동',
          unit: 'L/min',
          stepMs,
          points: [
            [begin, 0, 20, 30],
            [begin + HOUR_MS, 0, 30, 30],
            [begin + 12 * DAY_MS, 0, 10, 30],
          ],
        },
      ],
    },
    resolution: '1h',
    begin,
    end: begin + 30 * DAY_MS,
  });
  const volumes = (composed: ReturnType<typeof composedMonth>) => composed && volumesOf(composed).map(({ own }) => own);
  expect(volumes(composedMonth(meter(HOUR_MS), '2026-11', '농장'))).toEqual([3, 0.6, null]);
  const month = composedMonth(meter(HOUR_MS), '2026-11', '농장');
  const tons = (areaM2: number | null) =>
    month && composedFlow(month, areaM2).flowStatistics.map((one) => one.tonsPer10a);
  // 3,000 litres on 2,000 m² are 1.5 t per 10a.
  expect(tons(2000)).toEqual([1.5, 0.3, null]);
  expect(tons(null)).toEqual([null, null, null]);
  expect(volumes(composedMonth(meter(DAY_MS), '2026-11', '농장'))).toEqual([null, null, null]);
});
