import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import { dayCountLabel, momentLabel, rangeLabel, rowGroupLabel, rowLabel } from './time-label.ts';

const seoul = (text: string) => Date.parse(`${text}+09:00`);
const day = { begin: seoul('2026-11-20T05:20'), end: seoul('2026-11-21T05:20') };

describe('the time of a reading', () => {
  it('has a clock below a day, in figures on screen and in words when spoken', () => {
    expect(momentLabel(seoul('2026-11-21T05:20'), HOUR_MS, day)).toBe('11월 21일 (토) 05:20');
    expect(momentLabel(seoul('2026-11-21T05:20'), HOUR_MS, day, 'spoken')).toBe('11월 21일 (토) 오전 5:20');
  });

  it('has seconds where several readings fall in a minute', () => {
    expect(momentLabel(seoul('2026-11-21T05:20:30'), 30_000, day)).toBe('11월 21일 (토) 05:20:30');
  });

  it('is a day for the figure of a day, with its year where the range could hold two', () => {
    const year = { begin: seoul('2025-11-21T00:00'), end: seoul('2026-11-21T00:00') };
    expect(momentLabel(seoul('2026-01-02T00:00'), DAY_MS, year)).toBe('2026년 1월 2일 (금)');
  });
});

describe('the time of a row', () => {
  const at = seoul('2026-11-21T05:20:30');
  const year = { begin: seoul('2025-11-21T00:00'), end: seoul('2026-11-22T00:00') };

  it('is a clock under its day', () => {
    expect([rowGroupLabel(at, HOUR_MS, day), rowLabel(at, HOUR_MS)]).toEqual(['11월 21일 (토)', '05:20']);
    expect(rowLabel(at, 30_000)).toBe('05:20:30');
    expect(rowGroupLabel(at, HOUR_MS, year)).toBe('2026년 11월 21일 (토)');
  });

  it('is a day under its month where the figures are those of days', () => {
    expect([rowGroupLabel(at, DAY_MS, year), rowLabel(at, DAY_MS)]).toEqual(['2026년 11월', '21일 (토)']);
  });
});

describe('a day counted from a bud break', () => {
  const daysFrom = seoul('2026-03-01T00:00');
  const season = { begin: daysFrom, end: daysFrom + 365 * DAY_MS, daysFrom };

  it('is its number, with the date where there is room', () => {
    expect(dayCountLabel(seoul('2026-06-29T12:00'), daysFrom)).toBe('120일째');
    expect(momentLabel(seoul('2026-06-29T12:00'), DAY_MS, season)).toBe('120일째 (6월 29일)');
  });

  it('begins and ends a range', () => {
    expect(rangeLabel(season)).toBe('0일째 – 364일째');
  });
});

describe('a range', () => {
  it('is written from clock to clock', () => {
    expect(rangeLabel(day)).toBe('11월 20일 (금) 05:20 – 11월 21일 (토) 05:20');
  });

  it('names its day once', () => {
    expect(rangeLabel({ begin: seoul('2026-11-21T05:00'), end: seoul('2026-11-21T09:30') })).toBe(
      '11월 21일 (토) 05:00 – 09:30',
    );
  });

  it('of whole days ends on the last day it holds', () => {
    expect(rangeLabel({ begin: seoul('2026-11-15T00:00'), end: seoul('2026-11-22T00:00') })).toBe(
      '11월 15일 (일) – 11월 21일 (토)',
    );
    expect(rangeLabel({ begin: seoul('2026-11-21T00:00'), end: seoul('2026-11-22T00:00') })).toBe('11월 21일 (토)');
  });
});
