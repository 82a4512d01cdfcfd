import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import type { ChartSeries } from '../chart-series.ts';
import { hitsAt, pointFigures, snapped, spokenReading, stepped, summariesOf } from './reading.ts';

const start = Date.parse('2026-11-21T00:00+09:00');
const hour = (index: number) => start + index * HOUR_MS;
const point = (index: number, value: number): Point => [hour(index), value - 1, value, value + 1];

function aSeries(changes: Partial<ChartSeries> = {}): ChartSeries {
  return {
    key: 'temperature',
    label: '온도',
    unit: '℃',
    colour: 'temperature',
    dash: [],
    decimals: 1,
    stepMs: HOUR_MS,
    points: [point(0, 10), point(1, 11), point(5, 15), point(6, 16)],
    kind: 'line',
    ...changes,
  };
}

const view = { begin: hour(0), end: hour(8) };

describe('the crosshair', () => {
  it('reads every series at one time, and nothing in a silence', () => {
    const heater = aSeries({ key: 'heater', kind: 'state', points: [point(0, 100)], stepMs: HOUR_MS });
    const hits = hitsAt([aSeries(), heater], hour(1));
    expect(hits).toEqual([
      { key: 'temperature', point: point(1, 11) },
      { key: 'heater', point: point(0, 100) },
    ]);
    expect(hitsAt([aSeries(), heater], hour(3))).toEqual([
      { key: 'temperature', point: null },
      { key: 'heater', point: null },
    ]);
  });

  it('snaps to a measured time nearby and stays where there is none', () => {
    expect(snapped([aSeries()], hour(1) + 1_000, view)).toBe(hour(1));
    expect(snapped([aSeries()], hour(3), view)).toBe(hour(3));
    expect(snapped([aSeries({ points: [point(-1, 0)], gapMs: 4 * HOUR_MS })], hour(0), view)).toBe(hour(0));
  });

  it('tells a silence that somebody decided on from one that came by itself', () => {
    const excluded = [{ from: hour(2), to: hour(4) }];
    const spoken = (at: number, series: ChartSeries) => spokenReading([series], hitsAt([series], at), at, view);
    expect(spoken(hour(3), aSeries({ excluded }))).toContain('온도 제외');
    expect(spoken(hour(4), aSeries({ excluded }))).toContain('온도 -');
    expect(spoken(hour(3), aSeries())).toContain('온도 -');
    expect(spoken(hour(7), aSeries({ excluded: [{ from: hour(7), to: null }] }))).toContain('온도 제외');
  });

  it('steps from reading to reading and across a silence', () => {
    const step = (at: number, direction: -1 | 1, atLeastMs = 1) =>
      stepped([aSeries()], at, { direction, atLeastMs, view });
    expect(step(hour(0), 1)).toBe(hour(1));
    expect(step(hour(1), 1)).toBe(hour(5));
    expect(step(hour(5), -1)).toBe(hour(1));
    expect(step(hour(0), 1, 90 * 60_000)).toBe(hour(5));
  });

  it('stops at the edge of the view', () => {
    expect(stepped([aSeries()], hour(6), { direction: 1, atLeastMs: 1, view })).toBe(view.end);
    const narrow = { begin: hour(1), end: hour(5) };
    expect(stepped([aSeries()], hour(1), { direction: -1, atLeastMs: 1, view: narrow })).toBe(hour(1));
  });

  it('is spoken as one sentence with units, missing values as a dash', () => {
    const humidity = aSeries({ key: 'humidity', label: '습도', unit: '%', decimals: 0, points: [] });
    const series = [aSeries(), humidity];
    expect(spokenReading(series, hitsAt(series, hour(5)), hour(5), view)).toBe(
      '11월 21일 (토) 오전 5:00. 온도 15.0 ℃, 습도 -',
    );
  });
});

describe('figures', () => {
  it('show the spread of a bucket and none of a raw reading', () => {
    expect(pointFigures({ decimals: 1 }, [0, 11.94, 12.3, 12.8])).toEqual({ value: '12.3', spread: '11.9–12.8' });
    expect(pointFigures({ decimals: 1 }, [0, 12.3, 12.3, 12.3])).toEqual({ value: '12.3', spread: '' });
  });

  it('sum up what is in view', () => {
    expect(summariesOf([aSeries()], { begin: hour(1), end: hour(5) })).toEqual([
      { key: 'temperature', extremes: { min: 10, mean: 13, max: 16 } },
    ]);
  });
});
