import { expect, it } from 'vitest';
import type { ActuatorSettings } from '#contract/control/actuator.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, onsOf, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const CHANNEL = 61;

/**
 * An hour of equipment that a hand has turned on, whose owner lowers a limit after twenty minutes, at a controller that
 * does not end by itself what it has begun.
 */
function lowered(type: ActuatorTypeName, given: Partial<ActuatorSettings>, before: Partial<ActuatorSettings> = {}) {
  const hand = { id: 'h', channel: CHANNEL, levelPct: 100, setAt: noon, endsAt: noon + 60 * MINUTE_MS, litres: null };
  const actuators = [anActuator(CHANNEL, type, before)];
  const after = [anActuator(CHANNEL, type, { ...before, ...given })];
  return ticks({
    at: noon,
    minutes: 59,
    actuators,
    world: (minute) => ({ overrides: [hand], actuators: minute < 20 ? actuators : after }),
  });
}

it('ends water as its longest run is lowered below what it has run, and counts what was given', () => {
  const lived = lowered('WATER', { maxRunSec: 900 });
  expect(Math.max(...onsOf(lived, CHANNEL))).toBe(19);
  expect(wordsOf(lived)).toEqual(['0 61 started BY_HAND', '20 61 stopped GIVEN_BY_TIME']);
});

it('ends water later, where some of the lowered longest run is left', () => {
  const lived = lowered('WATER', { maxRunSec: 1_800 });
  // Without the minute in which valves open and shut, and the times between valve and pump.
  expect(Math.max(...onsOf(lived, CHANNEL))).toBe(28);
});

it('ends water as the maximum of its day is lowered', () => {
  const lived = lowered('WATER', { maxDailySec: 1_500 });
  expect(Math.max(...onsOf(lived, CHANNEL))).toBeLessThanOrEqual(25);
});

it('gives a lease the end that it may have now', () => {
  const lived = lowered('FAN', { maxRunSec: 180 }, { maxRunSec: 14_400 });
  const sent = lived.filter(({ minute }) => minute === 20).flatMap(({ commands }) => commands);
  expect(sent).toMatchObject([{ do: 'on', maxRunSec: 180 }]);
  // It is renewed as before.
  expect(onsOf(lived, CHANNEL)).toContain(58);
});

it('turns a fan off that has run for longer than it may in a day now, and says why', () => {
  const lived = lowered('FAN', { maxDailySec: 600 });
  expect(Math.max(...onsOf(lived, CHANNEL))).toBe(19);
  expect(wordsOf(lived)).toContain('20 61 stopped DAILY_MAX');
});

it('turns a supply off that has run for longer than it may at a time now, and says why', () => {
  const lived = lowered('CO2_SUPPLY', { maxRunSec: 900 }, { maxRunSec: 3_600 });
  expect(onsOf(lived, CHANNEL)).not.toContain(20);
  expect(wordsOf(lived)).toContain('20 61 stopped LONGEST_RUN');
});
