import { expect, it } from 'vitest';
import { HAND_MIN } from '#contract/control/control-calls.ts';
import { lengthsWithin, minutesOf } from './hand-end.ts';

const now = Date.parse('2026-11-24T22:30:00+09:00');
const metered = { nominalLpm: 20 };

it('an end by the clock is the next one, and none further away than manual control may last', () => {
  const until = (clock: string) => minutesOf({ until: clock }, metered, HAND_MIN.most, now);
  expect(until('23:15')).toBe(45);
  expect(until('06:00')).toBe(450);
  expect(until('22:30')).toBeNull();
  expect(until('')).toBeNull();
});

it('an amount of water takes at most half as long again as at its flow, and no longer than the valve may be open', () => {
  const giving = (litres: number | null) => minutesOf({ litres }, metered, 60, now);
  expect(giving(200)).toBe(15);
  expect(giving(5)).toBe(2);
  expect(giving(5_000)).toBe(60);
  expect(giving(0)).toBeNull();
  expect(giving(null)).toBeNull();
  expect(minutesOf({ litres: 200 }, { nominalLpm: null }, 60, now)).toBeNull();
});

it('the longest run of an actuator is among the durations', () => {
  expect(lengthsWithin(15)).toEqual([5, 10, 15]);
  expect(lengthsWithin(60)).toEqual([5, 10, 20, 30, 60]);
  expect(lengthsWithin(HAND_MIN.most)).toEqual([5, 10, 20, 30, 60, 120, 240]);
});
