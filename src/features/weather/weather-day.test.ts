import { describe, expect, it } from 'vitest';
import { extremeKind, isLastDay, rainBlocks, rainOfDay } from './weather-day.ts';

const at = (time: string) => Date.parse(`2026-11-22T${time}:00+09:00`);
const date = '2026-11-22';

describe('isLastDay', () => {
  it('ends at the day after tomorrow, over the end of a month, too', () => {
    expect(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'].map((day) => isLastDay(day, '2026-11-30'))).toEqual(
      [false, false, false, true],
    );
  });
});

describe('rainBlocks', () => {
  const precipitations = [
    { time: '00:00', value: 0, isForecast: false },
    { time: '03:00', value: null, isForecast: true },
    { time: '12:00', value: 2.5, isForecast: true },
    { time: '21:00', value: 4, isForecast: true },
  ];

  it('cuts the Seoul day and tells measured from forecast, and forecast from what has passed since', () => {
    const blocks = rainBlocks({ precipitations }, date, at('15:00'));
    expect(blocks.map(({ source }) => source)).toEqual(['measured', 'passed', 'passed', 'coming']);
    expect(blocks[3]).toEqual({ from: at('21:00'), to: at('21:00') + 10_800_000, mm: 4, source: 'coming' });
  });

  it('adds up what is known and finds the wettest', () => {
    const rain = rainOfDay(rainBlocks({ precipitations }, date, at('15:00')));
    expect(rain).toMatchObject({ sumMm: 6.5, wettest: { from: at('21:00') } });
  });

  it('says whether the sum is that of the whole day', () => {
    const some = [
      { time: '00:00', value: null, isForecast: false },
      { time: '03:00', value: 3.7, isForecast: true },
    ];
    expect(rainOfDay(rainBlocks({ precipitations: some }, date, at('02:00')))).toMatchObject({ isWhole: false });
    const whole = some.map((block) => ({ ...block, value: 1 }));
    expect(rainOfDay(rainBlocks({ precipitations: whole }, date, at('02:00')))).toMatchObject({ isWhole: true });
  });

  it('has no sum where nothing is known', () => {
    expect(rainOfDay(rainBlocks({ precipitations: [] }, date, at('15:00')))).toBeUndefined();
    const unknown = [{ time: '00:00', value: null, isForecast: false }];
    expect(rainOfDay(rainBlocks({ precipitations: unknown }, date, at('15:00')))).toBeUndefined();
  });
});

describe('extremeTold', () => {
  it('calls a forecast passed once its hour is over, and knows nothing of what is missing', () => {
    const coming = { value: 12, time: '14:00', isForecast: true };
    expect(extremeKind(coming, date, at('14:59'))).toBe('coming');
    expect(extremeKind(coming, date, at('15:00'))).toBe('passed');
    expect(extremeKind({ ...coming, isForecast: false }, date, at('15:00'))).toBe('measured');
    expect(extremeKind({ value: null, time: null, isForecast: true }, date, at('15:00'))).toBeUndefined();
  });
});
