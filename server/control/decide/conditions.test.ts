import { describe, expect, it } from 'vitest';
import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { ruleFields } from '#contract/control/rule/rule.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';
import type { ForecastHour, Weather } from './world.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const mild: ForecastHour = { tempC: 12, rainMm: 0, popPct: 10, windMps: 3 };

/** What a rule that asks for the next three hours says about a fan. */
function saysOf(condition: object, forecast: Weather['forecast']): string[] {
  return wordsOf(livedOf({ kind: 'forecast', nextHours: 3, forMin: 0, ...condition }, forecast));
}

function livedOf(condition: object, forecast: Weather['forecast'], given: Partial<Weather> = {}) {
  const rule = ruleFields.parse({
    ...reservationCompositeDefaults,
    enabled: true,
    mode: 'act',
    name: 'forecast',
    trigger: 'while',
    when: { match: 'all', items: [condition] },
    actions: [{ channel: 51, levelPct: 100, forSec: null, litres: null, afterSec: 0 }],
  });
  const still = { tempC: 20, humidityPct: 60, windMps: 1, windFromDeg: 0, rainMmH: 0, rainTodayMm: 0, isOwn: false };
  const weather = { ...still, pastRainMm: [], forecast, ...given };
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

describe('a condition on the weather of the farm alone', () => {
  const gale = {
    kind: 'weather',
    source: 'personal',
    field: 'windMps',
    op: 'above',
    value: 8,
    hysteresis: 0,
    forMin: 0,
  };

  it('is met by its own station, and unknown while another station answers for it', () => {
    expect(wordsOf(livedOf(gale, null, { isOwn: true, windMps: 9 }))).toContain(MET);
    const elsewhere = livedOf(gale, null, { isOwn: false, windMps: 9 });
    expect(wordsOf(elsewhere)).toContain(UNKNOWN);
    expect(elsewhere[0]?.rows).toContainEqual(expect.objectContaining({ by: '농장 기상대 풍속' }));
    expect(wordsOf(livedOf({ ...gale, source: 'station' }, null, { isOwn: false, windMps: 9 }))).toContain(MET);
  });
});

it.each([
  [['05:00', '06:00'], ['11:30', '12:30'], MET],
  [['05:00', '06:00'], ['13:00', '14:00'], UNMET],
])('a condition on time is met within any of its windows: %#', (one, other, said) => {
  const windows = [one, other].map(([from, to]) => ({ from, to }));
  expect(wordsOf(livedOf({ kind: 'time', windows, forMin: 0 }, null))).toContain(said);
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

it('are told with what was measured when they begin and cease to hold', () => {
  const fields = ruleFields.parse({
    ...reservationCompositeDefaults,
    ...{ name: 'dew', enabled: true, mode: 'act', windows: [], cooldownMin: 0 },
    when: {
      match: 'all',
      items: [
        { kind: 'sensor', sensors: [12], by: 'max', op: 'above', value: 90, value2: null, hysteresis: 3, forMin: 0 },
      ],
    },
    actions: [{ channel: 41, levelPct: 100, forSec: null, litres: null, afterSec: 0 }],
  });
  const lived = ticks({
    at: Date.UTC(2026, 5, 22, 3),
    minutes: 9,
    actuators: [anActuator(41, 'FAN')],
    rules: [fields],
    sensors: [[12, 'HUMIDITY', (minute) => (minute < 3 || minute > 6 ? 80 : 92)]],
  });
  const rows = lived.flatMap((tick) => tick.rows).filter(({ actuator }) => actuator === null);
  expect(rows.map((row) => decisionSentence({ ...row, figures: [...row.figures] }, 'dew'))).toEqual([
    'dew 그대로 · 조건이 맞지 않음: 습도 80 % (기준 90 %) · 맞으면 움직임',
    'dew 켬 · 조건이 맞음: 습도 92 % (기준 90 %)',
    'dew 그대로 · 조건이 맞지 않음: 습도 80 % (기준 90 %) · 맞으면 움직임',
  ]);
});
