import { expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { createSchedule } from './schedule.ts';

/** A schedule whose farms have all been decided on in the minute 0. */
function aSchedule() {
  const schedule = createSchedule(() => 0);
  schedule.list([1, 2, 3], 0);
  for (const farmId of schedule.due()) {
    schedule.begin(farmId);
    schedule.done(farmId, MINUTE_MS);
  }
  return schedule;
}

it('a change on one farm makes no other farm due, and finds a farm that was not on the list', () => {
  const schedule = aSchedule();
  schedule.wake(2);
  expect(schedule.isListDue(1)).toBe(true);
  schedule.list([1, 2, 3, 4], 1);
  expect(schedule.due()).toEqual([2, 4]);
});

it('each minute every farm on the list is due, and one that has left it no more', () => {
  const schedule = aSchedule();
  schedule.list([1, 3], MINUTE_MS);
  expect(schedule.due()).toEqual([1, 3]);
});

it('a farm that failed before all was forgotten is due again soon when it fails', () => {
  let at = 0;
  const schedule = createSchedule(() => at);
  schedule.list([1], at);
  schedule.failed(1);
  schedule.clear();
  at = 10 * MINUTE_MS;
  schedule.list([1], at);
  schedule.begin(1);
  schedule.failed(1);
  at += 5 * SECOND_MS;
  expect(schedule.due()).toEqual([1]);
});

it('tells how long the farm that has waited longest was not decided on', () => {
  let at = 0;
  const schedule = createSchedule(() => at);
  expect(schedule.longestMs()).toBe(0);
  schedule.list([1, 2], at);
  at = 90 * SECOND_MS;
  schedule.begin(2);
  schedule.done(2, MINUTE_MS);
  expect(schedule.longestMs()).toBe(90 * SECOND_MS);
  // A look at all farms is no decision, and a failure is none.
  schedule.clear();
  schedule.list([1, 2], at);
  schedule.begin(1);
  schedule.failed(1);
  expect(schedule.longestMs()).toBe(90 * SECOND_MS);
  schedule.list([2], at);
  expect(schedule.longestMs()).toBe(0);
});

it('a farm whose controller has come is due once, though all was forgotten before it was looked at', () => {
  const schedule = aSchedule();
  schedule.visit(9);
  schedule.clear();
  schedule.list([1], MINUTE_MS);
  expect(schedule.due().sort()).toEqual([1, 9]);
  schedule.list([1], 2 * MINUTE_MS);
  expect(schedule.due()).toEqual([1]);
});
