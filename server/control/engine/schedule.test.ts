import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
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
