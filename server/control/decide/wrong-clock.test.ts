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

it.each([
  ['was ahead over midnight', true, [10, 11, 12, 13, 14]],
  ['was right', false, [65, 66, 67, 68, 69]],
])(
  'counts on its day what ran while the clock called it tomorrow, also for a hand: the clock %s',
  (_, isWrong, given) => {
    const limited = anActuator(61, 'WATER', { maxDailySec: 400 });
    const timed = { steps: [{ valve: 61, amount: 5 }], days: [1, 2, 3, 4, 5, 6, 7], enabled: true, mode: 'act' };
    const rule = ruleFields.parse({ ...waterTimeDefaults, ...timed, name: 'night', starts: ['00:10'] });
    const [setAt, endsAt] = [noon + 65 * MINUTE_MS, noon + 70 * MINUTE_MS];
    const hand = { id: 'hand', channel: 61, levelPct: 100, setAt, endsAt, litres: null, heldUntil: null };
    const lived = ticks({
      at: noon,
      minutes: 90,
      actuators: [limited],
      rules: [rule],
      world: (minute) => {
        if (isWrong && minute >= 5 && minute < 20) return { at: noon + 12 * HOUR_MS + minute * MINUTE_MS };
        return minute < 65 ? {} : { overrides: [hand] };
      },
    });
    expect([...new Set(onsOf(lived, 61))]).toEqual(given);
  },
);
