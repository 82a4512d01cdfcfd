import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aRule } from '../../../tests/support/control/any-rule.ts';
import { aControlFarm, controlSensors } from '../../../tests/support/control/control-farm.ts';
import { composite, ghg, target, waterSensor, waterTime } from '../../../tests/support/examples/unparsed-rules.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { type ChannelTypeName, channelTypes } from '../../series/sensor-types.ts';
import { problemsOf } from '../../wire/problem-text.ts';
import { defaultSettings } from '../actuator.ts';
import { controlProblems, overlapsWindow } from '../control-text.ts';
import type { WordsOf } from './condition-text.ts';
import { channelsMovedBy, type RuleFields, ruleFields } from './rule.ts';
import { problemsOnFarm } from './rule-fit.ts';
import { ruleSentence } from './rule-sentence-text.ts';

const dry = {
  kind: 'sensor',
  sensors: [12],
  by: 'max',
  op: 'above',
  value: 90,
  value2: null,
  hysteresis: 0,
  forMin: 0,
} as const;
const names = new Map([
  [11, '온도'],
  [12, '습도'],
  [14, '토양 수분'],
  [31, '측창'],
  [33, '보온커튼'],
  [41, '유동팬'],
  [51, '탄산가스'],
  [61, '1구역'],
  [62, '2구역'],
]);
const CURTAIN = 33;
const types = new Map<number, ChannelTypeName>([
  [31, 'VENT'],
  [CURTAIN, 'CURTAIN'],
  [41, 'FAN'],
]);
const wordsOf = (channel: number): ReturnType<WordsOf> => {
  const name = names.get(channel) ?? `${channel}번`;
  const type = types.get(channel);
  return { name, unit: channel === 12 ? '%' : '', ...(type && { type }) };
};

function parsed(fields: unknown): RuleFields {
  const checked = ruleFields.safeParse(fields);
  if (!checked.success) throw new Error(JSON.stringify(problemsOf(checked.error)));
  return checked.data;
}

function problems(fields: unknown): Record<string, string> {
  const checked = ruleFields.safeParse(fields);
  return checked.success ? {} : problemsOf(checked.error);
}

describe('a rule reads as one sentence', () => {
  it.each([
    [
      waterTime,
      '과실비대 전기·과실비대 후기에 5일마다 해 뜨고 1시간 뒤에, 1구역·2구역에 10a당 8톤씩 2번에 나누어 30분 쉬며 줍니다.',
    ],
    [
      { ...waterTime, seasons: [], monthBudgets: [0, 50, ...Array.from({ length: 10 }, () => 100)] },
      '5일마다 해 뜨고 1시간 뒤에, 1구역·2구역에 10a당 8톤씩 2번에 나누어 30분 쉬며 줍니다. 달마다 곱합니다: 1월 0 %, 2월 50 %.',
    ],
    [
      { ...waterTime, seasons: [], soakMin: 0 },
      '5일마다 해 뜨고 1시간 뒤에, 1구역·2구역에 10a당 8톤씩 2번에 나누어 줍니다.',
    ],
    [
      waterSensor,
      '수분이 30분 넘게 28 %보다 낮으면 2구역에 10분씩 주고 30분 쉬며 34 %까지, 하루 6,000 L 넘지 않게 줍니다.',
    ],
    [
      { ...waterSensor, sensors: [14, 15] },
      '수분 2곳의 평균이 30분 넘게 28 %보다 낮으면 2구역에 10분씩 주고 30분 쉬며 34 %까지, 하루 6,000 L 넘지 않게 줍니다.',
    ],
    [target, '해 뜰 때부터 해 질 때까지 온도가 25 ℃를 넘으면, 측창을 조금씩 열어 31 ℃에서 80 %까지 엽니다.'],
    [
      { ...target, actuators: [CURTAIN], targets: [{ from: 'sunrise', to: 'sunset', value: 'calendar-high' }] },
      '해 뜰 때부터 해 질 때까지 온도가 생육 달력의 주간 최고를 넘으면, 보온커튼을 조금씩 펼쳐 목표보다 6 ℃ 높을 때 80 %까지 펼칩니다.',
    ],
    [
      { ...target, minPct: 10, windows: [{ from: '09:00', to: '17:00' }] },
      '해 뜰 때부터 해 질 때까지 온도가 25 ℃를 넘으면, 측창을 조금씩 열어 31 ℃에서 80 %까지 엽니다. 목표 안에서도 10 %는 열어 둡니다. 09:00부터 17:00까지만 움직입니다.',
    ],
    [
      { ...target, actuators: [CURTAIN], control: 'onoff', minPct: 20 },
      '해 뜰 때부터 해 질 때까지 온도가 25 ℃를 넘으면, 보온커튼을 80 %로 펼치고 목표에서 1 ℃ 돌아오면 20 %로 둡니다.',
    ],
    [
      { ...target, validFrom: '2026-11-01', validTo: '2027-02-28', days: [1, 4] },
      '2026년 11월 1일부터 2027년 2월 28일까지 월·목요일 해 뜰 때부터 해 질 때까지 온도가 25 ℃를 넘으면, 측창을 조금씩 열어 31 ℃에서 80 %까지 엽니다.',
    ],
    [
      { ...waterTime, seasons: [], validTo: '2026-08-31', delayUntil: '2026-07-09T15:00:00Z' },
      '2026년 8월 31일까지 5일마다 해 뜨고 1시간 뒤에, 1구역·2구역에 10a당 8톤씩 2번에 나누어 30분 쉬며 줍니다. 2026년 7월 9일까지 쉽니다.',
    ],
    [
      { ...waterTime, seasons: [], delayUntil: '2026-07-10T12:00:00+09:00' },
      '5일마다 해 뜨고 1시간 뒤에, 1구역·2구역에 10a당 8톤씩 2번에 나누어 30분 쉬며 줍니다. 2026년 7월 10일 12:00까지 쉽니다.',
    ],
    [
      { ...ghg, validFrom: '2026-07-01', validTo: '2026-08-31' },
      '2026년 7월 1일부터 8월 31일까지 해 뜨고 30분 뒤부터 해 뜨고 3시간 뒤까지 창이 닫혀 있을 때 밝으면 700 ppm, 흐리면 500 ppm까지 3분씩 공급합니다.',
    ],
    [
      { ...target, actuators: [CURTAIN], control: 'onoff' },
      '해 뜰 때부터 해 질 때까지 온도가 25 ℃를 넘으면, 보온커튼을 80 %로 펼치고 목표에서 1 ℃ 돌아오면 걷습니다.',
    ],
    [
      composite,
      '습도 90 % 초과 1시간 이상 그리고 (비 0.1 mm/h 미만 또는 해의 높이 5 ° 초과) 그리고 해 뜨고 30분 뒤부터 해 뜨고 2시간 30분 뒤까지이면, 유동팬을 20분 동안 켜고 측창을 20분 동안 15 %로 엽니다 (하루 2번까지).',
    ],
    [
      {
        ...composite,
        when: {
          match: 'all',
          items: [
            { ...dry, sensors: [12, 14] },
            { kind: 'actuator', channel: 33, op: 'above', value: 30, forMin: 0 },
            { kind: 'actuator', channel: 41, op: 'on', value: 0, forMin: 20 },
            {
              kind: 'time',
              windows: [
                { from: '05:00', to: '07:00' },
                { from: 'sunset-60', to: 'sunset' },
              ],
              forMin: 0,
            },
            { kind: 'weather', source: 'personal', field: 'windMps', op: 'below', value: 8, hysteresis: 0, forMin: 0 },
          ],
        },
      },
      '습도·토양 수분의 가장 높은 값 90 % 초과 그리고 보온커튼 30 %보다 더 펼침 그리고 유동팬 켜짐 20분 이상 그리고 (05:00부터 07:00까지 또는 해 지기 1시간 전부터 해 질 때까지) 그리고 농장 기상대 풍속 8 m/s 미만이면, 유동팬을 20분 동안 켜고 측창을 20분 동안 15 %로 엽니다 (하루 2번까지).',
    ],
    [
      ghg,
      '해 뜨고 30분 뒤부터 해 뜨고 3시간 뒤까지 창이 닫혀 있을 때 밝으면 700 ppm, 흐리면 500 ppm까지 3분씩 공급합니다.',
    ],
  ])('%#', (fields, sentence) => {
    expect(ruleSentence(parsed(fields), wordsOf)).toBe(sentence);
  });

  it.each([
    [
      { ...waterSensor, fromPct: Number.NaN, steps: [], dailyMax: { minutes: Number.NaN } },
      '수분이 30분 넘게 … %보다 낮으면 … 주고 30분 쉬며 34 %까지, 하루 …분 넘지 않게 줍니다.',
    ],
    [{ ...composite, when: { match: 'all', items: [] }, actions: [] }, '…이면, … (하루 2번까지).'],
    [
      { ...target, targets: [{ from: 'sunrise', to: '', value: Number.NaN }], actuators: [] },
      '해 뜰 때부터 …까지 온도가 … ℃를 넘으면, …를 조금씩 열어 목표보다 6 ℃ 높을 때 80 %까지 엽니다.',
    ],
  ])('with a gap where nothing was chosen yet: %#', (fields, sentence) => {
    // @ts-expect-error: a form holds what is not a rule yet
    expect(ruleSentence(fields, wordsOf)).toBe(sentence);
  });

  it('whatever the rule, without a gap, and names what it moves', () => {
    const farm = aControlFarm(seededRandom(1));
    const typeOf = new Map<number, ChannelTypeName>(
      [...farm.actuators, ...controlSensors].map((one) => [one.channel, one.type]),
    );
    const named = (channel: number) => {
      const type = typeOf.get(channel);
      return { name: `${type && channelTypes[type].label} ${channel}`, unit: (type && channelTypes[type].unit) ?? '' };
    };
    fc.assert(
      fc.property(aRule(farm), (rule) => {
        const sentence = ruleSentence(z.decode(ruleFields, JSON.parse(JSON.stringify(rule))), named);
        expect(sentence).toMatch(/^\S.*[가-힣](\.| \(하루 \d+번까지\)\.)$/);
        expect(sentence).not.toMatch(/undefined|null|NaN|…| {2}| [.,]|\[object/);
        const moved = rule.family === 'reservation-ghg' ? [] : channelsMovedBy(rule);
        for (const channel of moved) expect(sentence).toContain(named(channel).name);
        expect(sentence).toBe(ruleSentence(rule, named));
      }),
      { numRuns: 500 },
    );
  });
});

describe('what is wrong with a rule is said at its field', () => {
  it.each([
    [waterSensor, { days: [] }, { days: controlProblems.days }],
    [waterTime, { days: [1, 4] }, { everyDays: controlProblems.daysOrEvery }],
    [waterTime, { anchorOn: null }, { anchorOn: controlProblems.anchor }],
    [waterTime, { validFrom: '2026-07-02', validTo: '2026-07-01' }, { validTo: controlProblems.validTo }],
    [waterTime, { starts: ['25:00'] }, { 'starts.0': controlProblems.dayTime }],
    [waterTime, { starts: ['06:00', '06:00'] }, { 'starts.1': controlProblems.sameStart }],
    [
      waterTime,
      { steps: [...waterTime.steps, { valve: 61, amount: 1 }] },
      { 'steps.2.valve': controlProblems.sameValve },
    ],
    [waterTime, { budgetPct: 103 }, { budgetPct: controlProblems.budgetStep }],
    [
      waterTime,
      {
        windows: [
          { from: '05:00', to: '09:00' },
          { from: 'sunrise', to: '10:00' },
        ],
      },
      { 'windows.1.from': overlapsWindow(1) },
    ],
    [waterTime, { windows: [{ from: '05:00', to: '05:00' }] }, { 'windows.0.to': controlProblems.emptyWindow }],
    [waterSensor, { toPct: 29.9 }, { toPct: controlProblems.toPct }],
    [waterSensor, { dailyMax: undefined }, { dailyMax: controlProblems.dailyMax }],
    [waterSensor, { dailyMax: { minutes: 39 } }, { 'dailyMax.minutes': controlProblems.dosesOverDay }],
    [waterSensor, { sensors: [] }, { sensors: controlProblems.sensors }],
    [target, { minPct: 80 }, { minPct: controlProblems.minPct }],
    [target, { bandWidth: 16 }, { bandWidth: controlProblems.range([1, 15]) }],
    [
      target,
      { targets: [{ from: '06:00', to: '07:00', value: 61 }] },
      { 'targets.0.value': controlProblems.range([-20, 60]) },
    ],
    [
      target,
      { measure: 'HUMIDITY', targets: [{ from: '06:00', to: '07:00', value: 'calendar-high' }] },
      { 'targets.0.value': controlProblems.calendarIsAir },
    ],
    [composite, { when: { match: 'all', items: [] } }, { 'when.items': controlProblems.conditions }],
    [
      composite,
      { actions: [{ channel: 41, levelPct: 100, forSec: null, litres: null, afterSec: 0 }] },
      { 'actions.0.forSec': controlProblems.actionEnd },
    ],
    [
      composite,
      { actions: [...composite.actions, composite.actions[0]] },
      { 'actions.2.channel': controlProblems.sameTime },
    ],
    [
      composite,
      { when: { match: 'all', items: [{ kind: 'actuator', channel: 31, op: 'below', value: 10, forMin: 0 }] } },
      { 'actions.1.channel': controlProblems.endsItself },
    ],
    [
      composite,
      {
        when: {
          match: 'all',
          items: [
            { ...dry, value: Number.NaN },
            { match: 'any', items: [dry, { ...dry, value: Number.NaN }] },
          ],
        },
      },
      { 'when.items.0.value': '숫자로 입력해 주세요.', 'when.items.1.items.1.value': '숫자로 입력해 주세요.' },
    ],
    [ghg, { vents: [] }, { vents: controlProblems.vents }],
    [ghg, { supplies: [] }, { supplies: controlProblems.supplies }],
    [ghg, { lowPpm: 800 }, { lowPpm: controlProblems.lowPpm }],
    [ghg, { lightTo: 100 }, { lightTo: controlProblems.lightTo }],
    [ghg, { windows: [{ from: '21:00', to: '23:00' }] }, { windows: controlProblems.dark }],
  ])('%#', (fields, change, expected) => {
    expect(problems(fields)).toEqual({});
    expect(problems({ ...fields, ...change })).toEqual(expected);
  });
});

describe('a rule on a farm', () => {
  const valve = { ...defaultSettings('WATER'), isCommanded: true, nominalLpm: 40, areaM2: 1_000, flowChannel: 80 };
  const farm = {
    types: new Map([
      [14, 'SOIL_MOISTURE'],
      [15, 'TEMPERATURE'],
      [61, 'WATER'],
      [62, 'WATER'],
      [70, 'PUMP'],
      [31, 'VENT'],
      [33, 'HEATER'],
    ] as const),
    areas: new Map(),
    actuators: new Map<number, typeof valve | ReturnType<typeof defaultSettings>>([
      [61, valve],
      [62, { ...valve, nominalLpm: null, areaM2: null }],
    ]),
    intervals: new Map([[80, 60_000]]),
    seasons: ['과실비대 전기'],
    isOpenField: false,
    hasOwnStation: false,
  };
  const said = (fields: unknown, equipment = farm) =>
    Object.fromEntries(problemsOnFarm(parsed(fields), equipment).map(([path, message]) => [path.join('.'), message]));

  it('asks for what its equipment lacks', () => {
    expect(said(waterTime)).toEqual({
      seasons: controlProblems.season,
      // 8 t/10a on 1,000 m² at 40 L/min would take 100 minutes a part.
      'steps.0.amount': controlProblems.overMaximum(60),
      'steps.1.amount': controlProblems.area,
    });
    expect(said(waterSensor)).toEqual({ 'dailyMax.litres': controlProblems.nominal });
    expect(said({ ...waterSensor, sensors: [61] })['sensors.0']).toBe(controlProblems.otherType('토양 수분'));
    expect(said({ ...target, sensors: [14], actuators: [33] }).actuators).toBe(controlProblems.heatIsElsewhere);
    expect(said({ ...composite, actions: [{ ...composite.actions[0], channel: 70 }] })['actions.0.channel']).toBe(
      controlProblems.followsValves,
    );
  });

  it.each([
    [{ ...dry, sensors: [14, 99] }, 'sensors', controlProblems.anySensor],
    [{ ...dry, sensors: [14, 15] }, 'sensors', controlProblems.mixedSensors],
    [{ kind: 'change', sensor: 61, op: 'falls', by: 2, withinMin: 10, forMin: 0 }, 'sensor', controlProblems.anySensor],
    [{ kind: 'actuator', channel: 14, op: 'on', value: 0, forMin: 0 }, 'channel', controlProblems.anyActuator],
    [
      { kind: 'weather', source: 'personal', field: 'windMps', op: 'above', value: 8, hysteresis: 0, forMin: 0 },
      'source',
      controlProblems.noOwnStation,
    ],
  ])('refuses a condition that it could never know: %#', (condition, field, problem) => {
    const asking = (leaf: object) => ({
      ...composite,
      actions: [{ channel: 31, levelPct: 15, forSec: 1_200, litres: null, afterSec: 0 }],
      when: { match: 'all', items: [{ match: 'any', items: [{ ...dry, sensors: [14] }, leaf] }] },
    });
    expect(said(asking(condition))).toEqual({ [`when.items.0.items.1.${field}`]: problem });
    expect(said(asking({ ...dry, sensors: [15] }))).toEqual({});
  });

  it('asks for the flow of a valve that is watered by the calendar, and for what feeds it', () => {
    const byCalendar = { ...waterTime, seasons: [], unit: 'calendar', steps: [{ valve: 61, amount: 100 }] };
    const fed = (change: object) =>
      said(byCalendar, { ...farm, actuators: new Map([[61, { ...valve, ...change }]]) })['steps.0.amount'];
    expect(fed({})).toBeUndefined();
    expect(fed({ nominalLpm: null })).toBe(controlProblems.nominal);
    expect(fed({ upstream: [70] })).toBe(controlProblems.upstreamNotCommanded);
  });

  it('refuses doses that could not be told from a valve that never opened', () => {
    const short = { ...waterSensor, steps: [{ valve: 61, doseMin: 1 }] };
    expect(said(short)).toEqual({ 'steps.0.doseMin': controlProblems.tooShort(3) });
    expect(said({ ...waterSensor, steps: [{ valve: 61, doseMin: 3 }] })).toEqual({});
  });

  it('refuses a start before the one before it can be over, by the clock or by the sun', () => {
    const twice = (...starts: string[]) =>
      said({ ...waterTime, seasons: [], unit: 'minutes', steps: [{ valve: 61, amount: 40 }], starts });
    // Two cycles of 20 minutes with 30 minutes between: 70 minutes.
    expect(twice('06:00', '07:10')).toEqual({});
    expect(twice('06:00', '07:09')).toEqual({ 'starts.1': controlProblems.startsTooClose });
    expect(twice('06:00', 'sunrise+60')).toEqual({ 'starts.1': controlProblems.startsTooClose });
    expect(twice('sunset', '12:00')).toEqual({});
  });

  it('refuses times at which it would never act', () => {
    const timed = { ...waterTime, seasons: [], unit: 'minutes', steps: [{ valve: 61, amount: 40 }] };
    const day = [{ from: 'sunrise', to: 'sunset' }];
    expect(said({ ...timed, windows: day, starts: ['12:00', 'sunrise+30'] })).toEqual({});
    // In June the sun has risen.
    expect(said({ ...timed, windows: day, starts: ['06:00'] })).toEqual({});
    expect(said({ ...timed, windows: day, starts: ['12:00', '21:00'] })).toEqual({
      'starts.1': controlProblems.startOutside,
    });
    expect(said({ ...timed, windows: [{ from: '20:00', to: '06:00' }], starts: ['01:00'] })).toEqual({});
    const never = { from: 'sunset', to: 'sunset-60' };
    expect(said({ ...waterSensor, steps: [{ valve: 61, doseMin: 3 }], windows: [never] })).toEqual({
      'windows.0.to': controlProblems.endsBefore,
    });
  });

  it('may not act on what is not commanded', () => {
    const acting = { ...waterSensor, steps: [{ valve: 61, doseMin: 3 }], enabled: true, mode: 'act' };
    expect(said(acting)).toEqual({});
    const idle = { ...farm, actuators: new Map([[61, { ...valve, isCommanded: false }]]) };
    expect(said(acting, idle)).toEqual({ enabled: controlProblems.notCommanded });
  });
});
