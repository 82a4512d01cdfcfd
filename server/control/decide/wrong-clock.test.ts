import { expect, it } from 'vitest';
import { ruleFields } from '#contract/control/rule/rule.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, onsOf, ticks } from '../../../tests/support/control/control-ticks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * HOUR_MS;
const valve = anActuator(61, 'WATER');

/** When water flows that is due at 13:05, in minutes after noon, under a clock that is wrong from a minute until 12:10. */
function watered(aheadMs: number, isClockTrusted: boolean, from = 0): number[] {
  const given = { starts: ['13:05'], steps: [{ valve: 61, amount: 5 }], days: [1, 2, 3, 4, 5, 6, 7] };
  const rule = ruleFields.parse({ ...waterTimeDefaults, ...given, name: 'noon', enabled: true, mode: 'act' });
  const wrong = (minute: number) => ({ at: noon + aheadMs + minute * MINUTE_MS, isClockTrusted });
  const lived = ticks({
    at: noon,
    minutes: 90,
    actuators: [valve],
    rules: [rule],
    world: (minute) => (minute >= from && minute < 10 ? wrong(minute) : {}),
  });
  return [...new Set(onsOf(lived, 61))];
}

it.each([
  [1, 'due'],
  [3, 'late'],
])('gives at its time what a clock %s h ahead that controllers contradict calls %s', (hours) => {
  expect(watered(hours * HOUR_MS, false, 2)).toEqual([65, 66, 67, 68, 69]);
});

it('gives what a rule asks for that was made while the clock was three hours ahead', () => {
  expect(Math.min(...watered(3 * HOUR_MS, true))).toBe(65);
});
