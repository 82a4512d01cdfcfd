import { describe, expect, it } from 'vitest';
import { moonAge, moonAt } from './moon.ts';
import { sunDay, sunTimes } from './sun.ts';
import { addSeoulDays, DAY_MS, startOfSeoulDate } from './time.ts';

const seoul = (text: string) => Date.parse(`${text}+09:00`);

describe('moonAt', () => {
  it('is new and full when it was and will be (2026: new 9 November 16:02, full 24 November 23:53, Seoul time)', () => {
    // The moon passes up to 5.3 degrees above or below the sun, which is 0.015 of a turn.
    const isNew = moonAt(seoul('2026-11-09T16:02:00'));
    expect(Math.min(isNew.phase, 1 - isNew.phase)).toBeLessThan(0.015);
    expect(isNew.fraction).toBeLessThan(0.01);
    const full = moonAt(seoul('2026-11-24T23:53:00'));
    expect(Math.abs(full.phase - 0.5)).toBeLessThan(0.015);
    expect(full.fraction).toBeGreaterThan(0.99);
    expect(Math.abs(moonAge(full) - 14.77)).toBeLessThan(0.45);
  });

  it('rises and sets within the Seoul day it is asked for, and on some day of a month it does not', () => {
    const days = Array.from({ length: 30 }, (_, at) => startOfSeoulDate(addSeoulDays('2026-11-01', at)));
    for (const begin of days) {
      const { rise, set } = moonAt(begin + DAY_MS / 2);
      for (const time of [rise, set]) {
        if (time !== null) expect(time >= begin && time < begin + DAY_MS).toBe(true);
      }
      expect(rise ?? set).not.toBeNull();
    }
    expect(days.filter((begin) => moonAt(begin).rise === null).length).toBeGreaterThanOrEqual(1);
    expect(days.filter((begin) => moonAt(begin).rise === null).length).toBeLessThanOrEqual(2);
  });
});

describe('sunDay', () => {
  it('has all fourteen times of one Seoul day in the order of the sky', () => {
    const begin = startOfSeoulDate('2026-11-22');
    const times = sunDay(begin);
    expect(Object.keys(times)).toHaveLength(14);
    const { nadir: _, ...day } = times;
    const inOrder = [
      day.nightEnd,
      day.nauticalDawn,
      day.dawn,
      day.sunrise,
      day.sunriseEnd,
      day.goldenHourEnd,
      day.solarNoon,
      day.goldenHour,
      day.sunsetStart,
      day.sunset,
      day.dusk,
      day.nauticalDusk,
      day.night,
    ];
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
    expect(inOrder.every((time) => time > begin && time < begin + DAY_MS)).toBe(true);
    expect(day).toMatchObject(sunTimes(begin));
  });
});
