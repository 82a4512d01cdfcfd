import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
import { ageTone } from './age-tone.ts';

const toneAfter = (minutes: number, intervalMinutes: number) =>
  ageTone(0, minutes * MINUTE_MS, intervalMinutes * MINUTE_MS);

describe('ageTone', () => {
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

  it('takes a reading from a clock slightly ahead as fresh', () => {
    expect(ageTone(5_000, 0, MINUTE_MS)).toBe('fresh');
  });

  it('takes a sensor that never reported as lost', () => {
    expect(ageTone(null, 0, MINUTE_MS)).toBe('lost');
  });
});
