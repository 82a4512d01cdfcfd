import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import {
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatNight,
  formatSpokenTime,
} from './format-date.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);

describe('dates and clocks', () => {
  it('writes the Seoul day with its weekday', () => {
    expect(formatDate(at('2026-11-21T00:00:00'))).toBe('11월 21일 (토)');
    expect(formatDate(at('2026-11-20T23:59:59'))).toBe('11월 20일 (금)');
    expect(formatDateTime(at('2026-11-21T14:30:00'))).toBe('11월 21일 (토) 14:30');
  });

  it('writes the clock with two digits on axes', () => {
    expect(formatClock(at('2026-01-01T05:07:00'))).toBe('05:07');
  });

  it('speaks midnight and noon as twelve', () => {
    expect(formatSpokenTime(at('2026-01-01T00:05:00'))).toBe('오전 12:05');
    expect(formatSpokenTime(at('2026-01-01T05:20:00'))).toBe('오전 5:20');
    expect(formatSpokenTime(at('2026-01-01T12:00:00'))).toBe('오후 12:00');
    expect(formatSpokenTime(at('2026-01-01T23:59:00'))).toBe('오후 11:59');
  });
});

describe('a night', () => {
  const sunrise = at('2026-11-21T07:12:00');

  it('is tonight until its sun rises, after midnight too', () => {
    expect(formatNight(sunrise, at('2026-11-21T00:11:00'))).toBe('오늘 밤 지금까지');
    expect(formatNight(sunrise, at('2026-11-21T07:11:59'))).toBe('오늘 밤 지금까지');
  });

  it('is the last one for the rest of that day, in the evening too', () => {
    expect(formatNight(sunrise, sunrise)).toBe('지난밤');
    expect(formatNight(sunrise, at('2026-11-21T23:59:00'))).toBe('지난밤');
  });

  it('is named by the day it began on where an answer was kept for longer', () => {
    expect(formatNight(sunrise, at('2026-11-22T00:11:00'))).toBe('11월 20일 (금) 밤');
  });

  it('is the last one where its sunrise was not kept', () => {
    expect(formatNight(null, at('2026-11-21T00:11:00'))).toBe('지난밤');
  });
});

describe('lengths of time', () => {
  it('says at most two words and leaves zeros out', () => {
    expect(formatDuration(2 * HOUR_MS + 10 * MINUTE_MS)).toBe('2시간 10분');
    expect(formatDuration(3 * HOUR_MS)).toBe('3시간');
    expect(formatDuration(DAY_MS + 5 * MINUTE_MS)).toBe('1일');
    expect(formatDuration(3 * DAY_MS + 4 * HOUR_MS + 30 * MINUTE_MS)).toBe('3일 4시간');
    expect(formatDuration(59_999)).toBe('1분 미만');
  });

  it('says an age in one word', () => {
    expect(formatAge(59_999)).toBe('방금');
    expect(formatAge(-5_000)).toBe('방금');
    expect(formatAge(12 * MINUTE_MS + 59_000)).toBe('12분 전');
    expect(formatAge(HOUR_MS)).toBe('1시간 전');
    expect(formatAge(49 * HOUR_MS)).toBe('2일 전');
  });
});
