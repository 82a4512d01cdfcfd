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
import { emptyMemory } from './decide.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const irrigation = [anActuator(61, 'WATER', { upstream: [71], nominalLpm: 40 }), anActuator(71, 'PUMP')];

const RULE = '00000000-0000-4000-8000-000000000001';

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

it('whose water is measured in litres acts again, once its water was given and its condition begins anew', () => {
  const days = ticks({
    at: noon,
    minutes: 30,
    actuators: irrigation,
    rules: [
      composite({
        when: over(14, 'below', 25),
        trigger: 'when',
        actions: [{ ...opening, forSec: null, litres: 100 }],
        cooldownMin: 5,
        maxPerDay: 3,
      }),
    ],
    sensors: [[14, 'SOIL_MOISTURE', (minute) => (minute < 2 || (minute > 10 && minute < 20) ? 30 : 20)]],
  });
  expect(wordsOf(days).filter((word) => word.includes('rule1'))).toEqual([
    '0 rule1 kept CONDITION_UNMET',
    '2 rule1 started CONDITION_MET',
    '4 rule1 kept CONDITION_MET',
    '11 rule1 kept CONDITION_UNMET',
    '20 rule1 started CONDITION_MET',
    '22 rule1 kept CONDITION_MET',
  ]);
});

describe('a rule of conditions', () => {
  const fans = [anActuator(41, 'FAN'), anActuator(42, 'FAN')];
  const blowing = (channel: number, forSec: number | null): Action => {
    return { channel, levelPct: 100, forSec, litres: null, afterSec: 0 };
  };
  const damp = (trigger: 'when' | 'while', given: object = {}) =>
    composite({ when: over(12, 'above', 90), trigger, actions: [blowing(41, 1_200)], ...given });
  const humid = (value: (minute: number) => number | null) => [[12, 'HUMIDITY', value] as const];
  /** A rule as it stands at each minute; its condition holds from the third on. */
  const lived = (
    ruleAt: (minute: number) => RuleFields,
    given: Partial<Parameters<typeof ticks>[0]> = {},
    value: (minute: number) => number | null = (minute) => (minute < 3 ? 80 : 92),
  ) =>
    ticks({
      at: noon,
      minutes: 40,
      actuators: fans,
      rules: [ruleAt(0)],
      sensors: humid(value),
      world: (minute) => ({ rules: [{ id: RULE, createdAt: 0, fields: ruleAt(minute) }] }),
      ...given,
    });
  const on = (days: ReturnType<typeof ticks>, channel: number) => [...new Set(onsOf(days, channel))];
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

  it('does not act later on what began while it acted, or while it rested', () => {
    const isDry = (minute: number) => minute < 3 || minute === 8 || minute === 26 || minute === 36;
    const days = lived(
      () => damp('when', { cooldownMin: 10, maxPerDay: 5 }),
      { minutes: 50 },
      (minute) => (isDry(minute) ? 80 : 92),
    );
    expect(on(days, 41)).toEqual([...from(3, 22), ...from(37, 49)]);
    expect(wordsOf(days)).toContain('27 rule1 waiting COOLDOWN');
  });

  it.each([
    ['switched off and on again', (minute: number) => damp('while', { enabled: minute < 8 || minute > 11 })],
    ['changed', (minute: number) => damp('while', minute < 8 ? {} : { actions: [blowing(41, 600)] })],
  ])('that is %s does not hold by the slack of what held before', (_, ruleAt) => {
    const days = lived(ruleAt, {}, (minute) => (minute < 3 ? 80 : minute < 8 ? 92 : 89.5));
    expect(on(days, 41)).toEqual(from(3, 7));
  });

  describe('that is watched', () => {
    it.each(['when', 'while'] as const)('says what it would do, and never that it does it (%s)', (trigger) => {
      const days = lived(
        () => damp(trigger, { mode: 'watch' }),
        {},
        (minute) => (minute < 3 ? 80 : minute < 30 ? 92 : 80),
      );
      expect(days.flatMap(({ commands }) => commands)).toEqual([]);
      expect(wordsOf(days)).toEqual([
        '0 rule1 kept CONDITION_UNMET',
        '3 rule1 skipped WATCHED',
        '30 rule1 kept CONDITION_UNMET',
      ]);
    });

    it('does not begin in the middle of what it would have done, once it may act', () => {
      const ruleAt = (minute: number) => damp('when', { mode: minute < 8 ? 'watch' : 'act' });
      const days = lived(ruleAt, {}, (minute) => (minute < 3 ? 80 : minute < 15 ? 92 : minute < 18 ? 80 : 92));
      expect(on(days, 41)).toEqual(from(18, 37));
      expect(wordsOf(days)).toContain('8 rule1 kept CONDITION_MET');
    });

    it('acts at once and whole once it may, where it acts while its condition holds', () => {
      const ruleAt = (minute: number) => damp('while', { mode: minute < 8 ? 'watch' : 'act' });
      expect(on(lived(ruleAt, { minutes: 30 }), 41)).toEqual(from(8, 27));
    });

    it('ends what it does when it is only to be watched', () => {
      const days = lived((minute) => damp('while', { mode: minute < 8 ? 'act' : 'watch' }));
      expect(on(days, 41)).toEqual(from(3, 7));
      expect(wordsOf(days)).toEqual(expect.arrayContaining(['8 rule1 stopped RULE_CHANGED', '8 41 stopped REST']));
    });
  });

  describe('that is changed while it acts', () => {
    it.each(['when', 'while'] as const)('ends, and does not do the new thing for what is left (%s)', (trigger) => {
      const days = lived((minute) => damp(trigger, minute < 8 ? {} : { actions: [blowing(42, 1_200)] }));
      expect(on(days, 41)).toEqual(from(3, 7));
      expect(
        wordsOf(days)
          .filter((word) => word.includes('rule1'))
          .slice(2, 4),
      ).toEqual([
        '8 rule1 stopped RULE_CHANGED',
        trigger === 'when' ? '9 rule1 kept CONDITION_MET' : '9 rule1 waiting COOLDOWN',
      ]);
      expect(on(days, 42)).toEqual(trigger === 'when' ? [] : from(18, 37));
    });

    it('ends its water, and says why', () => {
      const thirst = (forSec: number) => composite({ when: over(12, 'above', 90), actions: [{ ...opening, forSec }] });
      const days = lived((minute) => thirst(minute < 8 ? 3_000 : 2_000), { minutes: 15, actuators: irrigation });
      expect(on(days, 61)).toEqual(from(3, 8));
      expect(wordsOf(days)).toEqual(
        expect.arrayContaining(['8 rule1 stopped RULE_CHANGED', '8 61 stopped RULE_CHANGED']),
      );
    });

    it.each([{ name: 'other' }, { priority: 2 }, { note: 'dew' }, { cooldownMin: 30 }, { maxPerDay: 3 }])(
      'goes on where neither equipment nor condition is touched: %j',
      (edit) => {
        expect(
          on(
            lived((minute) => damp('when', minute < 8 ? {} : edit)),
            41,
          ),
        ).toEqual(from(3, 22));
      },
    );

    it('has to see its new condition unmet before it acts once', () => {
      const ruleAt = (minute: number) => damp('when', minute < 8 ? { when: over(12, 'above', 95) } : {});
      expect(on(lived(ruleAt), 41)).toEqual([]);
    });
  });

  describe('after nobody looked', () => {
    const open = { match: 'all', items: [{ kind: 'time', windows: [{ from: '12:03', to: '20:00' }], forMin: 0 }] };

    it('does not act once on a change that a restart has hidden', () => {
      const days = lived(() => damp('when'), { world: (minute) => ({ bootId: minute < 3 ? 'one' : 'two' }) });
      expect(on(days, 41)).toEqual([]);
    });

    it('does not, either, where a clock goes on over the restart, or the same process was held up for hours', () => {
      const clockId = 'machine';
      const rule = () => damp('when', { when: open });
      const restarted = lived(rule, { world: (minute) => ({ clockId, bootId: minute < 3 ? 'one' : 'two' }) });
      expect(on(restarted, 41)).toEqual([]);
      const late = (minute: number) => (minute < 3 ? 0 : 3 * 60 * MINUTE_MS);
      const heldUp = lived(rule, {
        world: (minute, second) => {
          const at = noon + second * 1_000 + late(minute);
          const states = fans.map(({ channel }) => ({ channel, levelPct: 0, isMoving: false, at, endsInMs: null }));
          return { at, monotonicMs: second * 1_000 + late(minute), states };
        },
      });
      expect(on(heldUp, 41)).toEqual([]);
    });

    it('acts on the next change that is seen', () => {
      const value = (minute: number) => (minute < 3 ? 80 : minute < 8 ? 92 : minute < 10 ? 80 : 92);
      const days = lived(() => damp('when'), { world: (minute) => ({ bootId: minute < 3 ? 'one' : 'two' }) }, value);
      expect(on(days, 41)).toEqual(from(10, 29));
    });

    it('goes on with what an earlier version remembered of it', () => {
      const days = lived(() => damp('while'), {
        minutes: 30,
        world: (minute) => ({ bootId: minute < 8 ? 'one' : 'two' }),
        remembered: (memory, minute) => {
          if (minute !== 8) return memory;
          const { process: _, ...stored } = memory;
          const composites = Object.entries(stored.composites).map(([id, { made: __, ...one }]) => [id, one]);
          return { ...emptyMemory, ...stored, composites: Object.fromEntries(composites) };
        },
      });
      expect(on(days, 41)).toEqual(from(3, 22));
    });
  });
});
