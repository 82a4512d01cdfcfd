import { describe, expect, it } from 'vitest';
import type { Point } from '#contract/series/points.ts';
import { chartCsvRows, chartFileName } from './chart-csv.ts';

const at = (clock: string) => Date.parse(`2026-11-21T${clock}+09:00`);
const raw = (clock: string, value: number): Point => [at(clock), value, value, value];
const words = { time: '시각', min: '최저', mean: '평균', max: '최고' };
const ALL = { begin: at('00:00:00'), end: at('23:59:59') };

const temperature = { label: '온도', unit: '℃', decimals: 1 };
const humidity = { label: '습도', unit: '%', decimals: 0 };

describe('the rows of a chart for a spreadsheet', () => {
  it('are Seoul times with a column a series, and nothing where it was silent', () => {
    const rows = chartCsvRows(
      [
        { ...temperature, points: [raw('05:20:00', 3.1), raw('05:21:00', -0.5)] },
        { ...humidity, points: [raw('05:21:00', 88)] },
      ],
      ALL,
      words,
    );
    expect(rows).toEqual([
      ['시각', '온도 (℃)', '습도 (%)'],
      ['2026-11-21 05:20', 3.1, undefined],
      ['2026-11-21 05:21', -0.5, 88],
    ]);
  });

  it('hold lowest, mean and highest of buckets, in one digit more than the screen', () => {
    const rows = chartCsvRows([{ ...temperature, points: [[at('05:00:00'), 2, 3.2468, 4.5]] }], ALL, words);
    expect(rows).toEqual([
      ['시각', '온도 최저 (℃)', '온도 평균 (℃)', '온도 최고 (℃)'],
      ['2026-11-21 05:00', 2, 3.25, 4.5],
    ]);
  });

  it('end with the range, also while the answer still holds more', () => {
    const points = [raw('05:20:00', 1), raw('05:30:00', 2), raw('05:40:00', 3)];
    const rows = chartCsvRows([{ ...temperature, points }], { begin: at('05:30:00'), end: at('05:40:00') }, words);
    expect(rows.slice(1)).toEqual([['2026-11-21 05:30', 2]]);
  });

  it('write seconds once a minute holds several', () => {
    const points = [raw('05:20:05', 1), raw('05:20:35', 2)];
    expect(chartCsvRows([{ ...temperature, points }], ALL, words).map(([time]) => time)).toEqual([
      '시각',
      '2026-11-21 05:20:05',
      '2026-11-21 05:20:35',
    ]);
  });
});

describe('the name of the file', () => {
  it('says whose and which Seoul days, in letters every device takes', () => {
    const range = { begin: Date.parse('2026-11-14T00:00:00+09:00'), end: Date.parse('2026-11-22T00:00:00+09:00') };
    expect(chartFileName('위미: 1/2 농장', range)).toBe('위미- 1-2 농장_2026-11-14_2026-11-21');
    expect(chartFileName('위미', ALL)).toBe('위미_2026-11-21');
  });
});
