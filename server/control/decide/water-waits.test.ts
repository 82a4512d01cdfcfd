import { describe, expect, it } from 'vitest';
import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { ruleFields } from '#contract/control/rule/rule.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, onsOf, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';
import type { Override, World } from './world.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const irrigation = [
  anActuator(61, 'WATER', { upstream: [71] }),
  anActuator(62, 'WATER', { upstream: [71] }),
  anActuator(71, 'PUMP'),
];
const act = { enabled: true, mode: 'act' } as const;

/** The first zone is watered for so many minutes from 12:01 on. */
const timed = (amount: number) =>
  ruleFields.parse({
    ...waterTimeDefaults,
    ...act,
    name: 'noon',
    starts: ['12:01'],
    steps: [{ valve: 61, amount }],
  });

describe('water that a hand asks for', () => {
  const hand = (minutes: number): Override => ({
    id: 'hand',
    channel: 62,
    levelPct: 100,
    setAt: noon + 3 * MINUTE_MS,
    endsAt: noon + (3 + minutes) * MINUTE_MS,
    litres: null,
  });
  const lived = (
    watered: number,
    minutes: number,
    world: (minute: number, second: number) => Partial<World> = () => ({}),
  ) =>
    ticks({
      at: noon,
      minutes: 30,
      actuators: irrigation,
      rules: [timed(watered)],
      everySec: 30,
      world: (minute, second) => ({ overrides: minute < 3 ? [] : [hand(minutes)], ...world(minute, second) }),
    });
  const about62 = (days: ReturnType<typeof ticks>) => wordsOf(days).filter((word) => / 62 /.test(word));
  const sentencesOf = (days: ReturnType<typeof ticks>) =>
    days.flatMap(({ rows }) =>
      rows
        .filter(({ actuator }) => actuator === 62)
        .map((row) => decisionSentence({ ...row, figures: [...row.figures] }, '2구역')),
    );

  it('says once that it waits for its turn, and then that it is given', () => {
    const days = lived(6, 20);
    expect(about62(days).slice(0, 2)).toEqual(['3 62 waiting QUEUED', '7 62 started BY_HAND']);
    expect(days.flatMap(({ rows }) => rows).find(({ actuator }) => actuator === 62)).toMatchObject({
      rule: null,
      layer: 'override',
    });
  });

  it('says that it was dropped, after how long, and what to do', () => {
    const days = lived(25, 20);
    expect(onsOf(days, 62)).toEqual([]);
    expect(sentencesOf(days)).toEqual([
      '2구역 기다림 · 앞 관수를 기다림 · 차례가 되면 시작',
      '2구역 건너뜀 · 직접 켠 물을 10분 동안 시작하지 못해 그만둠 · 필요하면 다시 켜 주세요',
    ]);
  });

  it('says so, too, where its own time was over first', () => {
    const days = lived(25, 5);
    expect(sentencesOf(days).at(-1)).toBe(
      '2구역 건너뜀 · 직접 켠 물을 5분 동안 시작하지 못해 그만둠 · 필요하면 다시 켜 주세요',
    );
  });

  it('that is given leaves no such line, nor does what a person takes back at once', () => {
    expect(about62(lived(2, 5)).filter((word) => /skipped/.test(word))).toEqual([]);
    const takenBack = lived(25, 20, (_, second) => ({ overrides: second === 180 ? [hand(20)] : [] }));
    expect(about62(takenBack)).toEqual(['3 62 waiting QUEUED']);
  });

  it('says what keeps it, and that only of one run where two wait for one valve', () => {
    const lockOuts = [{ channel: 71, by: 'Kim' }];
    const rain = ruleFields.parse({
      ...reservationCompositeDefaults,
      ...act,
      name: 'second',
      when: { match: 'all', items: [{ kind: 'time', windows: [{ from: '12:02', to: '12:20' }], forMin: 0 }] },
      actions: [{ channel: 62, levelPct: 100, forSec: 600, litres: null, afterSec: 0 }],
    });
    const days = ticks({
      at: noon,
      minutes: 12,
      actuators: irrigation,
      rules: [rain],
      world: (minute) => ({ lockOuts, overrides: minute < 3 ? [] : [hand(20)] }),
    });
    expect(about62(days)).toEqual(['2 62 waiting LOCKED_OUT']);
  });
});

describe('water of a rule of conditions', () => {
  const fan = anActuator(41, 'FAN');
  const wet = { channel: 62, levelPct: 100, forSec: 300, litres: null, afterSec: 0 };
  const when = { match: 'all', items: [{ kind: 'time', windows: [{ from: '12:03', to: '12:50' }], forMin: 0 }] };
  const asking = (given: object = {}) =>
    ruleFields.parse({ ...reservationCompositeDefaults, ...act, name: 'rule', when, actions: [wet], ...given });
  const lived = (watered: number, rule = asking(), minutes = 50) =>
    ticks({ at: noon, minutes, actuators: [...irrigation, fan], rules: [rule, timed(watered)] });
  const own = (days: ReturnType<typeof ticks>) => wordsOf(days).filter((word) => / (rule1|62|41) /.test(word));

  it('is told as waiting until it begins, and its rule as begun only then', () => {
    expect(own(lived(6)).slice(0, 4)).toEqual([
      '0 rule1 kept CONDITION_UNMET',
      '3 62 waiting QUEUED',
      '7 rule1 started CONDITION_MET',
      '7 62 started CONDITION_MET',
    ]);
  });

  it('that was dropped is told, and its rule is not said to be on', () => {
    const days = lived(45, asking({ actions: [{ ...wet, forSec: 3_000 }] }), 46);
    expect(own(days)).toEqual(['0 rule1 kept CONDITION_UNMET', '3 62 waiting QUEUED', '34 62 skipped WAITED_TOO_LONG']);
    const [row] = days.flatMap(({ rows }) => rows).filter(({ outcome }) => outcome === 'skipped');
    expect(row).toMatchObject({ rule: '00000000-0000-4000-8000-000000000001', layer: 'rule' });
  });

  it('is told apart from the fan that the rule turns on at once', () => {
    const blowing = { channel: 41, levelPct: 100, forSec: 600, litres: null, afterSec: 0 };
    expect(own(lived(6, asking({ actions: [blowing, wet] }))).slice(1, 4)).toEqual([
      '3 62 waiting QUEUED',
      '3 rule1 started CONDITION_MET',
      '3 41 started CONDITION_MET',
    ]);
  });

  it('whose condition ends while it waits says so at the valve', () => {
    const short = { match: 'all', items: [{ kind: 'time', windows: [{ from: '12:03', to: '12:10' }], forMin: 0 }] };
    expect(own(lived(20, asking({ when: short, actions: [{ ...wet, forSec: 3_000 }] }), 20))).toEqual([
      '0 rule1 kept CONDITION_UNMET',
      '3 62 waiting QUEUED',
      '10 62 skipped CONDITION_UNMET',
      '10 rule1 kept CONDITION_UNMET',
    ]);
  });
});
