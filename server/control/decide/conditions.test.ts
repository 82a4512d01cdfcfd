import { describe, expect, it } from 'vitest';
import { reservationCompositeDefaults } from '#contract/control/reservation-composite.ts';
import { ruleFields } from '#contract/control/rule.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, ticks, wordsOf } from '../../../tests/support/control-ticks.ts';
import type { ForecastHour, Weather } from './world.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const mild: ForecastHour = { tempC: 12, rainMm: 0, popPct: 10, windMps: 3 };

/** What a rule that asks for the next three hours says about a fan. */
function saysOf(condition: object, forecast: Weather['forecast']): string[] {
  return wordsOf(livedOf({ kind: 'forecast', nextHours: 3, forMin: 0, ...condition }, forecast));
}

function livedOf(condition: object, forecast: Weather['forecast']) {
  const rule = ruleFields.parse({
    ...reservationCompositeDefaults,
    enabled: true,
    mode: 'act',
    name: 'forecast',
    trigger: 'while',
    when: { match: 'all', items: [condition] },
    actions: [{ channel: 51, levelPct: 100, forSec: null, litres: null, afterSec: 0 }],
  });
  const still = { tempC: 20, humidityPct: 60, windMps: 1, windFromDeg: 0, rainMmH: 0, rainTodayMm: 0 };
  const weather = { ...still, pastRainMm: [], forecast };
  return ticks({ at: noon, minutes: 2, actuators: [anActuator(51, 'FAN')], rules: [rule], world: () => ({ weather }) });
}

const without = (field: keyof ForecastHour) => [mild, { ...mild, [field]: null }, mild];
const UNKNOWN = '0 rule1 suspended CONDITION_UNKNOWN';
const MET = '0 51 started CONDITION_MET';
const UNMET = '0 rule1 kept CONDITION_UNMET';

describe('a condition on the forecast', () => {
  it.each([
    ['minC', 'below', 3, 'tempC'],
    ['minC', 'above', 3, 'tempC'],
    ['maxC', 'below', 30, 'tempC'],
    ['windMps', 'below', 9, 'windMps'],
    ['popPct', 'below', 60, 'popPct'],
    ['rainMm', 'below', 2, 'rainMm'],
    ['rainMm', 'above', 2, 'rainMm'],
  ] as const)('is unknown where %s %s %s rests on a missing value', (field, op, value, missing) => {
    expect(saysOf({ field, op, value }, without(missing))).toContain(UNKNOWN);
  });

  it.each([
    ['minC', 'below', 13, 'tempC', MET],
    ['minC', 'above', 13, 'tempC', UNMET],
    ['maxC', 'above', 10, 'tempC', MET],
    ['windMps', 'above', 2, 'windMps', MET],
    ['windMps', 'below', 2, 'windMps', UNMET],
  ] as const)('is decided by the other hours for %s %s %s', (field, op, value, missing, said) => {
    expect(saysOf({ field, op, value }, without(missing))).toContain(said);
  });

  it('is decided by the known rain once that is over the limit', () => {
    const wet = [{ ...mild, rainMm: 4 }, { ...mild, rainMm: null }, mild];
    expect(saysOf({ field: 'rainMm', op: 'above', value: 2 }, wet)).toContain(MET);
    expect(saysOf({ field: 'rainMm', op: 'below', value: 2 }, wet)).toContain(UNMET);
  });

  it('is unknown where the forecast ends before the asked hours', () => {
    expect(saysOf({ field: 'minC', op: 'above', value: 3 }, [mild, mild])).toContain(UNKNOWN);
  });
});

it.each([
  [
    'the forecast in its words',
    { kind: 'forecast', nextHours: 3, forMin: 0, field: 'minC', op: 'below', value: 3 },
    '예보 최저',
  ],
  ['a sensor by its index', { kind: 'change', sensor: 12, op: 'falls', by: 2, withinMin: 10, forMin: 0 }, '12'],
])('a rule that does not know its condition names %s', (_, condition, named) => {
  const [first] = livedOf(condition, without('tempC'));
  expect(first?.rows).toContainEqual(expect.objectContaining({ reason: 'CONDITION_UNKNOWN', by: named }));
});
