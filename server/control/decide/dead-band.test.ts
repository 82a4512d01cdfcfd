import { describe, expect, it } from 'vitest';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, mildWeather, ticks } from '../../../tests/support/control/control-ticks.ts';
import { builtInInterlocks } from '../built-in-interlocks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const thermometer = { channel: 11, type: 'TEMPERATURE', areaName: '1동', intervalMs: MINUTE_MS } as const;
const airing = rule({
  ...reservationTargetDefaults,
  name: 'air',
  sensors: [11],
  targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
  actuators: [32],
  maxPct: 80,
  openStepPct: 20,
});
const air = (value: (minute: number) => number) => [[11, 'TEMPERATURE', value] as const];

function rule(fields: object): RuleFields {
  return ruleFields.parse({ ...fields, enabled: true, mode: 'act' });
}

describe('a vent with a dead band', () => {
  it.each([5, 20])('is shut to its end stop by a gale, and by its rule, with a dead band of %i', (deadbandPct) => {
    const wide = anActuator(32, 'VENT', { holdSec: 0, deadbandPct });
    const endsAt = (windMps: number, celsius: number) =>
      ticks({
        at: noon,
        minutes: 3,
        actuators: [wide],
        rules: [airing],
        sensors: air(() => celsius),
        levels: { 32: deadbandPct - 2 },
        world: () => ({
          interlocks: builtInInterlocks([wide], [thermometer]),
          weather: { ...mildWeather, windMps },
        }),
      }).at(-1)?.levels[32];
    expect(endsAt(14, 27)).toBe(0);
    expect(endsAt(2, 10)).toBe(0);
  });

  it('moves by its dead band, and not by less', () => {
    const moved = (deadbandPct: number) => {
      const own = anActuator(32, 'VENT', { holdSec: 0, deadbandPct });
      return ticks({
        at: noon,
        minutes: 2,
        actuators: [own],
        rules: [airing],
        sensors: air(() => 30),
        // 70 % is asked for.
        levels: { 32: 65 },
        world: () => ({ weather: mildWeather }),
      }).at(-1)?.levels[32];
    };
    expect([5, 6].map(moved)).toEqual([70, 65]);
  });

  it('is not asked again and again by a motor that is off by one in the last hundred', () => {
    const exact = anActuator(32, 'VENT', { holdSec: 0, deadbandPct: 0 });
    const states = [{ channel: 32, levelPct: 99, isMoving: false, at: noon, endsInMs: null }];
    const lived = ticks({
      at: noon,
      minutes: 5,
      actuators: [exact],
      rules: [rule({ ...airing, maxPct: 100 })],
      sensors: air(() => 40),
      world: () => ({ states, weather: mildWeather }),
    });
    expect(lived.flatMap(({ commands }) => commands)).toEqual([]);
  });
});
