import { describe, expect, it } from 'vitest';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, mildWeather, onsOf, ticks } from '../../../tests/support/control/control-ticks.ts';
import { builtInInterlocks } from '../built-in-interlocks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const thermometer = { channel: 11, type: 'TEMPERATURE', areaName: '1동', intervalMs: MINUTE_MS } as const;

function rule(fields: object): RuleFields {
  return ruleFields.parse({ ...fields, enabled: true, mode: 'act' });
}

it('a target that heating lifts is told with the one that was chosen, and only while it is lifted', () => {
  const airing = ruleFields.parse({
    ...reservationTargetDefaults,
    name: 'airing',
    sensors: [11],
    actuators: [32],
    targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
    enabled: true,
    mode: 'act',
  });
  const told = (dayTargetC: number, celsius: number) => {
    const [first] = ticks({
      at: noon,
      minutes: 1,
      actuators: [anActuator(31, 'HEATER'), anActuator(32, 'VENT')],
      rules: [airing],
      sensors: [[11, 'TEMPERATURE', () => celsius]],
      world: () => ({ heat: { ...defaultHeatSettings, enabled: true, dayTargetC, hysteresisC: 1 } }),
    });
    return first?.rows
      .filter(({ rule }) => rule !== null)
      .map((row) => decisionSentence({ ...row, figures: [...row.figures] }, '낮 환기'));
  };
  expect(told(26, 27)).toEqual([
    '낮 환기 그대로 · 온도 27 ℃, 목표 28 ℃ 안 (정한 목표는 25 ℃, 난방과 겹치지 않게 올림) · 벗어나면 움직임',
  ]);
  expect(told(26, 29)).toContain(
    '낮 환기 그대로 · 온도 29 ℃, 목표 28 ℃에서 벗어남 (정한 목표는 25 ℃, 난방과 겹치지 않게 올림)',
  );
  expect(told(12, 24)).toEqual(['낮 환기 그대로 · 온도 24 ℃, 목표 25 ℃ 안 · 벗어나면 움직임']);
});

describe('a value kept at a target', () => {
  const vent = anActuator(32, 'VENT', { holdSec: 60 });
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

  it('opens in steps, further the warmer it is, and closes at once', () => {
    const lived = ticks({
      at: noon,
      minutes: 10,
      actuators: [vent],
      rules: [airing],
      sensors: air((minute) => (minute < 6 ? 30 : 25)),
      world: () => ({ weather: mildWeather }),
    });
    const levels = lived
      .filter(({ commands }) => commands.length > 0)
      .map(({ minute, levels: now }) => [minute, now[32]]);
    // 5 ℃ above the target in a band of 6 gives 67 of 80 %, in steps of ten: 70.
    expect(levels).toEqual([
      [0, 20],
      [1, 40],
      [2, 60],
      [3, 70],
      [6, 0],
    ]);
  });

  it('yields to a rule of a higher priority, by name', () => {
    const closed = rule({
      ...airing,
      name: 'shut',
      priority: 1,
      targets: [{ from: 'sunrise', to: 'sunset', value: 40 }],
    });
    const lived = ticks({
      at: noon,
      minutes: 3,
      actuators: [vent],
      rules: [airing, closed],
      sensors: air(() => 30),
      world: () => ({ weather: mildWeather }),
    });
    expect(onsOf(lived, 32)).toEqual([]);
    const yielded = lived.flatMap(({ rows }) => rows).filter(({ outcome }) => outcome === 'yielded');
    expect(yielded).toMatchObject([{ actuator: 32, by: 'shut' }]);
  });

  it('airs a heated house only from above where its heater stops', () => {
    const heat = { ...defaultHeatSettings, enabled: true, dayTargetC: 26, hysteresisC: 1 };
    const actuators = [anActuator(31, 'HEATER'), vent];
    const at = (celsius: number) =>
      onsOf(
        ticks({
          at: noon,
          minutes: 3,
          actuators,
          rules: [airing],
          sensors: air(() => celsius),
          world: () => ({ heat, weather: mildWeather }),
        }),
        32,
      );
    expect(at(27.9)).toEqual([]);
    expect(at(29)).not.toEqual([]);
  });

  it('is drawn in by wind, and held for ten minutes after the last gust', () => {
    const interlocks = builtInInterlocks([vent], [thermometer]);
    const lived = ticks({
      at: noon,
      minutes: 30,
      actuators: [vent],
      rules: [airing],
      sensors: air(() => 40),
      levels: { 32: 80 },
      world: (minute) => ({ interlocks, weather: { ...mildWeather, windMps: minute < 5 ? 14 : 2 } }),
    });
    expect(lived.find(({ minute }) => minute === 1)?.levels[32]).toBe(0);
    expect(Math.min(...onsOf(lived, 32))).toBe(15);
  });

  it.each([
    ['is drawn in by a gale that is forecast', 14, 0],
    ['stays where it is', 3, 80],
    ['stays where it is, for nobody knows', null, 80],
  ])('%s where no station tells the wind', (_, windMps, levelPct) => {
    const forecast = [{ tempC: 20, rainMm: null, popPct: null, windMps }];
    const lived = ticks({
      at: noon,
      minutes: 2,
      actuators: [vent],
      rules: [airing],
      sensors: air(() => 40),
      levels: { 32: 80 },
      world: () => ({
        interlocks: builtInInterlocks([vent], [thermometer]),
        weather: { ...mildWeather, windMps: null, forecast },
      }),
    });
    expect(lived.at(-1)?.levels[32]).toBe(levelPct);
  });

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
