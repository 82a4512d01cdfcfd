import { describe, expect, it } from 'vitest';
import type { GrowthTarget } from '#contract/growth-calendar/growth-targets.ts';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { seoulDate, startOfSeoulDate } from '#contract/time/time.ts';
import { targetBandsOf as bandsOf } from './target-bands.ts';

const crop = (cropName: string, house: string, more: Partial<GrowthTarget> = {}): GrowthTarget => ({
  cropName,
  house,
  budBreakOn: null,
  budBreak: '03-01',
  isHeated: false,
  // Minimum and maximum contain the period's number; the first two months have no target.
  periods: Array.from({ length: 36 }, (_, at) => ({
    season: '',
    row: at < 6 ? 'natural' : at,
    high: { min: 40, max: 40 + at },
  })),
  ...more,
});

const record = (type: 'TEMPERATURE' | 'HUMIDITY', areaName = '1동'): MonitorRecord => ({
  data: { deviceGraph: [], sensorGraph: [{ index: 1, type, name: '', areaName, unit: '', stepMs: 1, points: [] }] },
  resolution: '1h',
  begin: 0,
  end: 1,
});
const range = (from: string, to: string) => ({ begin: startOfSeoulDate(from) + 5, end: startOfSeoulDate(to) });
const areas = ['1동', '2동', '3동'];
const targetBandsOf = (targets: readonly GrowthTarget[], ...asked: [MonitorRecord, { begin: number; end: number }]) =>
  bandsOf({ targets, areas }, ...asked, (cropName) => cropName);
const told = (bands: ReturnType<typeof targetBandsOf>) =>
  bands.map(({ low, high, from = 0, to = 0 }) => [low, high, seoulDate(from), seoulDate(to)]);

describe('the target band', () => {
  it('follows the thirds of the months', () => {
    expect(
      told(targetBandsOf([crop('한라봉', '1동')], record('TEMPERATURE'), range('2026-04-09', '2026-04-13'))),
    ).toEqual([
      [9, 49, '2026-04-09', '2026-04-11'],
      [10, 50, '2026-04-11', '2026-04-21'],
    ]);
  });

  it('goes on where the next third wants the same', () => {
    const even = crop('한라봉', '1동', { periods: crop('', '').periods.map((one) => ({ ...one, row: 5, high: 20 })) });
    expect(told(targetBandsOf([even], record('TEMPERATURE'), range('2026-04-09', '2026-05-13')))).toEqual([
      [5, 20, '2026-04-09', '2026-05-21'],
    ]);
  });

  it('goes ahead with trees whose buds broke earlier', () => {
    const early = crop('한라봉', '1동', { budBreakOn: '2026-02-19' });
    expect(told(targetBandsOf([early], record('TEMPERATURE'), range('2026-04-01', '2026-04-02')))).toEqual([
      [10, 50, '2026-04-01', '2026-04-11'],
    ]);
  });

  it('takes a leap day into the last third of February, and a new season from its bud break on', () => {
    const warm = crop('한라봉', '1동', { periods: crop('', '').periods.map((one, at) => ({ ...one, row: at })) });
    const of = (target: GrowthTarget, from: string, to: string) =>
      told(targetBandsOf([target], record('TEMPERATURE'), range(from, to)));
    expect(of(warm, '2028-02-25', '2028-03-02')).toEqual([
      [5, 45, '2028-02-25', '2028-03-01'],
      [6, 46, '2028-03-01', '2028-03-11'],
    ]);
    expect(of({ ...warm, budBreakOn: '2026-02-19' }, '2026-02-15', '2026-02-20')).toEqual([
      [4, 44, '2026-02-15', '2026-02-19'],
      [6, 46, '2026-02-19', '2026-03-01'],
    ]);
  });

  it('is that of the house that is drawn, or else of a crop without a known house', () => {
    const crops = [crop('레드향', '본관'), crop('한라봉', ' 1동'), crop('천혜향', '2동')];
    const label = (area: string) =>
      targetBandsOf(crops, record('TEMPERATURE', area), range('2026-05-01', '2026-05-02'))[0]?.label;
    expect([label('1동'), label('2동'), label('3동')]).toEqual(['한라봉', '천혜향', '레드향']);
  });

  it('is not there without an air temperature, a crop or a target', () => {
    const may = range('2026-05-01', '2026-05-02');
    expect(targetBandsOf([crop('한라봉', '')], record('HUMIDITY'), may)).toEqual([]);
    expect(targetBandsOf([crop('한라봉', '2동')], record('TEMPERATURE'), may)).toEqual([]);
    expect(targetBandsOf([], record('TEMPERATURE'), may)).toEqual([]);
    expect(targetBandsOf([crop('한라봉', '')], record('TEMPERATURE'), range('2026-01-01', '2026-02-28'))).toEqual([]);
  });
});
