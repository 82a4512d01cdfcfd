import { describe, expect, it } from 'vitest';
import {
  type ReservationComposite,
  reservationCompositeDefaults,
} from '#contract/control/rule/reservation-composite.ts';
import { type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, onsOf, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const irrigation = [anActuator(61, 'WATER', { upstream: [71], nominalLpm: 40 }), anActuator(71, 'PUMP')];

type Action = ReservationComposite['actions'][number];
const opening: Action = { channel: 61, levelPct: 100, forSec: 3_000, litres: null, afterSec: 0 };

function composite(given: object): RuleFields {
  return ruleFields.parse({ ...reservationCompositeDefaults, name: 'rule', enabled: true, mode: 'act', ...given });
}

/** A condition on one sensor: 14 measures soil, 12 humidity. */
const over = (sensor: number, op: 'above' | 'below', value: number) => ({
  match: 'all',
  items: [{ kind: 'sensor', sensors: [sensor], by: 'mean', op, value, value2: null, hysteresis: 1, forMin: 0 }],
});

describe('water of a rule that waters while its condition holds', () => {
  const thirst = (given: object = {}) => composite({ when: over(14, 'below', 25), actions: [opening], ...given });
  const lived = (value: (minute: number) => number | null, rule = thirst(), minutes = 20) =>
    ticks({ at: noon, minutes, actuators: irrigation, rules: [rule], sensors: [[14, 'SOIL_MOISTURE', value]] });

  it('ends when the condition ends, the pump first, and rule and valve say why', () => {
    const days = lived((minute) => (minute < 5 ? 20 : 30));
    expect(Math.max(...onsOf(days, 61))).toBe(5);
    const offs = days.flatMap(({ commands }) => commands.filter(({ do: what }) => what === 'off'));
    expect(offs.map(({ channel }) => channel)).toEqual([71, 61]);
    expect(wordsOf(days).filter((word) => !/^0 /.test(word))).toEqual([
      '5 rule1 kept CONDITION_UNMET',
      '5 71 stopped CONDITION_UNMET',
      '5 61 stopped CONDITION_UNMET',
    ]);
    const rows = days.flatMap(({ rows: own }) => own.filter(({ outcome }) => outcome === 'stopped'));
    expect(rows.map((row) => decisionSentence({ ...row, figures: [...row.figures] }, '1구역'))).toContain(
      '1구역 끔 · 조건이 맞지 않음: 토양 수분 30 % (기준 25 %) · 맞으면 움직임',
    );
  });

  it('ends when nothing is known of the condition any more, and names what is missing', () => {
    const days = lived((minute) => (minute < 5 ? 20 : null));
    expect(Math.max(...onsOf(days, 61))).toBe(8);
    expect(wordsOf(days)).toEqual(
      expect.arrayContaining(['8 rule1 suspended CONDITION_UNKNOWN', '8 61 stopped CONDITION_UNKNOWN']),
    );
    expect(
      days.flatMap(({ rows }) => rows).find(({ actuator, outcome }) => actuator === 61 && outcome === 'stopped'),
    ).toMatchObject({ by: '14' });
  });

  it('ends with the windows of the rule', () => {
    const days = lived(() => 20, thirst({ windows: [{ from: '11:00', to: '12:07' }] }));
    expect(Math.max(...onsOf(days, 61))).toBe(7);
  });

  it('is given whole while the condition holds, though it waited for its turn', () => {
    const timed = ruleFields.parse({
      ...waterTimeDefaults,
      name: 'noon',
      starts: ['12:00'],
      steps: [{ valve: 62, amount: 5 }],
      enabled: true,
      mode: 'act',
    });
    const short = thirst({ actions: [{ ...opening, forSec: 240 }], cooldownMin: 60 });
    const days = ticks({
      at: noon - MINUTE_MS,
      minutes: 25,
      actuators: [...irrigation, anActuator(62, 'WATER', { upstream: [71] })],
      rules: [timed, short],
      sensors: [[14, 'SOIL_MOISTURE', (minute) => (minute < 2 ? 30 : 20)]],
    });
    expect(Math.min(...onsOf(days, 61))).toBeGreaterThanOrEqual(6);
    expect(new Set(onsOf(days, 61)).size).toBeGreaterThanOrEqual(4);
    expect(wordsOf(days).filter((word) => / 61 stopped/.test(word))).toEqual(['10 61 stopped GIVEN']);
  });

  it('goes on to its own end where the rule acts once', () => {
    const once = thirst({ trigger: 'when', actions: [{ ...opening, forSec: 600 }] });
    const days = lived((minute) => (minute < 2 ? 30 : minute < 5 ? 20 : 30), once);
    expect(new Set(onsOf(days, 61))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
  });
});
