import { describe, expect, it } from 'vitest';
import { silentAfterMs, staleness } from './staleness.ts';

const MINUTE_MS = 60_000;
const after = (minutes: number, intervalMinutes: number) =>
  staleness(0, intervalMinutes * MINUTE_MS, minutes * MINUTE_MS);
const toneAfter = (minutes: number, intervalMinutes: number) => after(minutes, intervalMinutes).tone;
const reportingAfter = (minutes: number, intervalMinutes: number) => after(minutes, intervalMinutes).reporting;

describe('staleness', () => {
  it('follows the clock of a sensor that reports every minute', () => {
    expect(toneAfter(2, 1)).toBe('fresh');
    expect(toneAfter(2.1, 1)).toBe('aging');
    expect(toneAfter(15, 1)).toBe('aging');
    expect(toneAfter(15.1, 1)).toBe('late');
    expect(toneAfter(60, 1)).toBe('late');
    expect(toneAfter(60.1, 1)).toBe('lost');
  });

  it('shows the age of anything older than fifteen minutes without calling a slow sensor late', () => {
    expect(toneAfter(16, 30)).toBe('aging');
    expect(toneAfter(60, 30)).toBe('aging');
    expect(toneAfter(61, 30)).toBe('late');
    expect(toneAfter(91, 30)).toBe('lost');
  });

  it('says that a sensor is silent once it has missed three of its intervals', () => {
    expect(reportingAfter(3, 1)).toBe('reporting');
    expect(reportingAfter(3.1, 1)).toBe('silent');
    expect(reportingAfter(30, 10)).toBe('reporting');
    expect(reportingAfter(30.1, 10)).toBe('silent');
  });

  it('lets a raw line forgive a late reading, as it forgives a sensor', () => {
    expect(silentAfterMs(30_000)).toBe(90_000);
  });

  it('takes an ISO instant as it takes epoch milliseconds', () => {
    const at = Date.UTC(2026, 10, 21);
    expect(staleness('2026-11-21T00:00:00.000Z', MINUTE_MS, at + 20 * MINUTE_MS)).toEqual(
      staleness(at, MINUTE_MS, at + 20 * MINUTE_MS),
    );
    expect(staleness('2026-11-21T09:00:00.000+09:00', MINUTE_MS, at + 3 * MINUTE_MS).reporting).toBe('reporting');
  });

  it('takes a reading from a clock slightly ahead as fresh', () => {
    expect(staleness(5_000, MINUTE_MS, 0)).toEqual({ reporting: 'reporting', tone: 'fresh' });
  });

  it('waits for a sensor that never reported, and shows that there is no value', () => {
    expect(staleness(null, MINUTE_MS, 0)).toEqual({ reporting: 'waiting', tone: 'lost' });
  });

  it('never calls silent what has no interval', () => {
    expect(staleness(0, Number.POSITIVE_INFINITY, 90 * 24 * 60 * MINUTE_MS).reporting).toBe('reporting');
  });
});
