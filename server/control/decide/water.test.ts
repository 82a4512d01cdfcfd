import { describe, expect, it } from 'vitest';
import { type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import { decisionSentence } from '#contract/control/words/decision-text.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, mildWeather, onsOf, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';
import { builtInInterlocks } from '../built-in-interlocks.ts';
import type { Reported } from './world.ts';

const dry = { tempC: 22, rainMm: 0, popPct: 0, windMps: 2 };
const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const act = { enabled: true, mode: 'act' } as const;

function rule(fields: object): RuleFields {
  return ruleFields.parse({ ...fields, ...act });
}

const pump = anActuator(71, 'PUMP');
const valves = [61, 62].map((channel) =>
  anActuator(channel, 'WATER', { upstream: [71], flowChannel: 80, nominalLpm: 40, areaM2: 1_000 }),
);
const irrigation = [...valves, pump];
const timed = rule({
  ...waterTimeDefaults,
  name: 'noon',
  starts: ['12:01'],
  steps: [
    { valve: 61, amount: 5 },
    { valve: 62, amount: 5 },
  ],
});

describe('irrigation by time', () => {
  it('waters one zone after the other, the pump running on between them, valves open before and after it', () => {
    const lived = ticks({ at: noon, minutes: 15, actuators: irrigation, rules: [timed] });
    expect(new Set(onsOf(lived, 61))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(Math.max(...onsOf(lived, 62))).toBe(11);
    const acts = lived.flatMap(({ commands }) => commands.map(({ channel, do: what }) => `${channel} ${what}`));
    expect(acts[0]).toBe('61 on');
    expect(acts.filter((one) => one === '71 off')).toHaveLength(1);
    expect(acts.indexOf('62 on')).toBeLessThan(acts.indexOf('61 off'));
    expect(acts.lastIndexOf('71 off')).toBeLessThan(acts.lastIndexOf('62 off'));
    for (const { levels } of lived)
      if ((levels[71] ?? 0) > 0) expect((levels[61] ?? 0) + (levels[62] ?? 0)).toBeGreaterThan(0);
  });

  it('says that the longest run of a valve cuts what was to be given, and gives nothing by an unknown flow', () => {
    // 50 t/10a on 1,000 m² at 40 L/min would take 21 hours.
    const byArea = rule({ ...timed, unit: 'tonPer10a', steps: [{ valve: 61, amount: 50 }] });
    const linesOf = (nominalLpm: number | null) => {
      const valve = anActuator(61, 'WATER', { nominalLpm, areaM2: 1_000 });
      const lived = ticks({ at: noon, minutes: 3, actuators: [valve], rules: [byArea] });
      return { rows: wordsOf(lived), on: onsOf(lived, 61).length };
    };
    expect(linesOf(40).rows).toContainEqual(expect.stringContaining('DUE_CUT'));
    const unknown = linesOf(null);
    expect(unknown.rows).toContainEqual(expect.stringContaining('skipped FLOW_UNKNOWN'));
    expect(unknown.on).toBe(0);
  });

  it.each([0, 60])('waters every zone of a pump, opened %i s before it', (leadSec) => {
    const actuators = irrigation.map((one) => ({ ...one, settings: { ...one.settings, leadSec } }));
    const lived = ticks({ at: noon, minutes: 20, actuators, rules: [timed] });
    const pumped = lived.filter(({ levels }) => levels[71] && levels[62] && !levels[61]).map(({ minute }) => minute);
    expect(Math.max(...pumped) - Math.min(...pumped)).toBeGreaterThanOrEqual(3);
    expect(
      lived.flatMap(({ commands }) => commands).filter(({ channel, do: what }) => channel === 71 && what === 'off'),
    ).toHaveLength(1);
  });

  describe('with a main valve', () => {
    const main = anActuator(70, 'MWATER');
    const valve = anActuator(61, 'WATER', { upstream: [70, 71] });
    const state = (channel: number, levelPct: number, endsInMs: number | null) => {
      return { channel, levelPct, isMoving: false, at: noon + MINUTE_MS, endsInMs };
    };
    const ordersIn = (states: readonly Reported[]) =>
      ticks({ at: noon, minutes: 2, actuators: [valve, main, pump], rules: [timed], world: () => ({ states }) })
        .flatMap(({ commands }) => commands)
        .map(({ channel, do: what, why }) => `${channel} ${what} ${why}`);

    it('that is about to shut, lets it stay open before a pump starts', () => {
      const orders = ordersIn([state(61, 100, 600_000), state(70, 100, 5_000), state(71, 0, null)]);
      expect(orders).toContain('70 on rule');
      expect(orders).not.toContain('71 on rule');
    });

    it('of which nothing is heard for some minutes, ends nothing', () => {
      const states = [state(61, 100, 600_000), state(70, 100, 600_000), state(71, 100, 600_000)];
      const silent = { states: states.map((one) => ({ ...one, at: noon - 10 * MINUTE_MS })) };
      const given = { at: noon, minutes: 4, actuators: [valve, main, pump], rules: [timed] };
      const lived = ticks({ ...given, world: (minute) => (minute < 3 ? {} : silent) });
      const ends = lived.flatMap(({ commands }) => commands.filter(({ do: what }) => what === 'off'));
      expect(lived.some(({ levels }) => levels[71])).toBe(true);
      expect(ends).toEqual([]);
    });

    it('that has shut, stops the pump whatever its minimum time', () => {
      const orders = ordersIn([state(61, 100, 600_000), state(70, 0, null), state(71, 100, 600_000)]);
      expect(orders).toContain('71 off interlock');
    });
  });

  it('is ended where its start is refused, and not by a late answer about the run before', () => {
    const lived = (refused: string) => {
      const results = [{ id: refused, channel: 71, status: 'refused', code: 'UNKNOWN' }] as const;
      return ticks({ at: noon, minutes: 8, actuators: irrigation, rules: [timed], world: () => ({ results }) });
    };
    const late = lived('the end of the run before');
    expect(Math.max(...onsOf(late, 61))).toBe(6);
    const start = late.flatMap(({ commands }) => commands).find(({ channel }) => channel === 71);
    expect(Math.max(...onsOf(lived(start?.id ?? ''), 61))).toBeLessThan(4);
  });

  it('is ended where it is not proved, and not by what is found out late about the run before', () => {
    const lived = (run: string | undefined) => {
      const result = { id: 'any', ...(run !== undefined && { run }), channel: 71, code: 'UNPROVED' };
      const world = (minute: number) => ({ results: minute === 3 ? [{ ...result, status: 'unproved' as const }] : [] });
      return ticks({ at: noon, minutes: 8, actuators: irrigation, rules: [timed], world });
    };
    const late = lived('the run before');
    expect(Math.max(...onsOf(late, 61))).toBe(6);
    const own = late.flatMap(({ commands }) => commands).find(({ channel }) => channel === 71);
    expect(Math.max(...onsOf(lived(own?.run), 61))).toBeLessThan(5);
  });

  it('is skipped after the server was away for too long, and says for how long', () => {
    // The rule is first seen at noon; then there is no decision until 44 minutes after its start.
    const before = ticks({ at: noon, minutes: 1, actuators: irrigation, rules: [timed] });
    expect(wordsOf(before)).toContain('0 rule1 kept OUTSIDE_TIME');
    const late = ticks({
      at: noon,
      minutes: 60,
      actuators: irrigation,
      rules: [timed],
      world: (minute) => ({ isClockTrusted: minute === 0 || minute > 45 }),
    });
    // Waiting for a trusted clock counts as waiting for a turn: it begins as soon as it may.
    expect(wordsOf(late)).toContain('1 rule1 waiting CLOCK');
    expect(Math.min(...onsOf(late, 61))).toBe(46);
  });

  it('waits for what a person has locked, and goes round it', () => {
    const lockOuts = [{ channel: 61, by: 'Kim' }];
    const lived = ticks({ at: noon, minutes: 10, actuators: irrigation, rules: [timed], world: () => ({ lockOuts }) });
    expect(onsOf(lived, 61)).toEqual([]);
    expect(wordsOf(lived)).toContain('1 rule1 waiting LOCKED_OUT');
  });

  it('is given where its controller has counted the litres and shut the valve, and broken where it has not', () => {
    const byLitres = rule({ ...timed, unit: 'litres', steps: [{ valve: 61, amount: 200 }] });
    // The meter's readings are late: so far all are 0.
    const given = {
      at: noon,
      actuators: irrigation,
      rules: [byLitres],
      sensors: [[80, 'FLOW_RATE', () => 0]],
    } as const;
    const commands = ticks({ ...given, minutes: 3 }).flatMap((one) => one.commands);
    const run = commands.find(({ channel, do: what }) => channel === 61 && what === 'on')?.run ?? '';
    const shutWith = (litres: number) => {
      const states = (minute: number) =>
        irrigation.map(({ channel }) => {
          const dosed = channel === 61 ? { run, litres } : null;
          return { channel, levelPct: 0, isMoving: false, at: noon + minute * MINUTE_MS, endsInMs: null, dosed };
        });
      return wordsOf(
        ticks({ ...given, minutes: 8, world: (minute) => (minute < 3 ? {} : { states: states(minute) }) }),
      );
    };
    expect(shutWith(200.1)).toEqual(expect.arrayContaining(['3 rule1 stopped GIVEN', '3 61 stopped GIVEN']));
    // Who asks the log about the valve is told as well.
    expect(shutWith(120)).toEqual(
      expect.arrayContaining(['3 rule1 stopped ENDED_ELSEWHERE', '3 61 stopped ENDED_ELSEWHERE']),
    );
  });

  it('is skipped in rain where the rule says so', () => {
    const open = rule({ ...timed, rainSkip: { pastHours: 24, pastMm: 5, nextHours: 6, nextMm: 5 } });
    const rained = { ...mildWeather, pastRainMm: [2, 2, 2] };
    const lived = ticks({
      at: noon,
      minutes: 3,
      actuators: irrigation,
      rules: [open],
      world: () => ({ weather: rained }),
    });
    expect(wordsOf(lived)).toContain('1 rule1 skipped RAIN');
    expect(onsOf(lived, 61)).toEqual([]);
  });

  it.each([
    ['nothing', null, '지난 4시간 중 4시간 기록 없음, 앞으로 2시간 중 2시간 예보 없음'],
    ['hours without a gauge', { pastRainMm: [1, null, 0], forecast: [dry, dry] }, '지난 4시간 중 2시간 기록 없음'],
    ['a short forecast', { pastRainMm: [0, 0, 0, 0], forecast: [dry] }, '앞으로 2시간 중 1시간 예보 없음'],
    ['an hour that has just begun', { pastRainMm: [null, 0, 0, 0], forecast: [dry, dry] }, null],
  ])('is given where the rain is unknown, and rule and valve say so: %s', (_, known, said) => {
    const open = rule({ ...timed, rainSkip: { pastHours: 4, pastMm: 5, nextHours: 2, nextMm: 5 } });
    const world = () => ({ weather: known && { ...mildWeather, ...known } });
    const lived = ticks({ at: noon, minutes: 8, actuators: irrigation, rules: [open], world });
    expect(onsOf(lived, 61)).not.toEqual([]);
    const starts = lived.flatMap(({ rows }) => rows.filter(({ outcome }) => outcome === 'started'));
    const sentences = starts.map((row) => decisionSentence({ ...row, figures: [...row.figures] }, '관수'));
    const why = said === null ? '정한 시각' : `비를 모릅니다 (${said}) · 건너뛰지 않고 정한 대로 줌`;
    // The rule, its two valves and their pump.
    expect(sentences).toEqual(Array.from({ length: 4 }, () => `관수 켬 · ${why}`));
  });

  it('only decides and writes down while it is watched', () => {
    const watched: RuleFields = { ...timed, mode: 'watch' };
    const lived = ticks({ at: noon, minutes: 5, actuators: irrigation, rules: [watched] });
    expect(wordsOf(lived)).toContain('1 rule1 skipped WATCHED');
    expect(lived.flatMap(({ commands }) => commands)).toEqual([]);
  });

  it('sends nothing to equipment that is not commanded', () => {
    const own = irrigation.map((one) => ({ ...one, settings: { ...one.settings, isCommanded: one.channel !== 61 } }));
    const lived = ticks({ at: noon, minutes: 5, actuators: own, rules: [timed] });
    expect(lived.flatMap(({ commands }) => commands.filter(({ channel }) => channel === 61))).toEqual([]);
    expect(wordsOf(lived)).toContain('1 rule1 waiting NOT_COMMANDED');
  });
});

describe('irrigation by moisture', () => {
  const moisture = rule({
    ...waterSensorDefaults,
    name: 'soil',
    windows: [],
    sensors: [14],
    fromPct: 28,
    toPct: 34,
    forMin: 0,
    steps: [{ valve: 61, doseMin: 5 }],
    soakMin: 10,
    dailyMax: { minutes: 60 },
  });
  const soil = (value: (minute: number) => number | null) => [[14, 'SOIL_MOISTURE', value] as const];

  it('gives a pulse, lets it soak, looks, and stops at its end point', () => {
    const lived = ticks({
      at: noon,
      minutes: 60,
      actuators: irrigation,
      rules: [moisture],
      sensors: soil((minute) => (minute < 16 ? 27 : minute < 32 ? 30 : 35)),
    });
    expect(wordsOf(lived).filter((word) => word.includes('rule1'))).toEqual([
      '0 rule1 started DRY',
      '5 rule1 waiting SOAKING',
      '16 rule1 started DRY_STILL',
      '21 rule1 waiting SOAKING',
      '32 rule1 stopped REACHED',
      '33 rule1 kept MOIST',
    ]);
  });

  it('that was given up in the cold costs no rest, and says what it waited for', () => {
    const lived = ticks({
      at: noon,
      minutes: 140,
      actuators: irrigation,
      rules: [rule({ ...moisture, restMin: 720, minAirC: 2 })],
      sensors: [...soil(() => 27), [11, 'TEMPERATURE', (minute) => (minute < 130 ? 1 : 5)]],
    });
    expect(onsOf(lived, 61)[0]).toBe(130);
    const [row] = lived.flatMap(({ rows }) => rows).filter(({ reason }) => reason === 'WAITED_TOO_LONG');
    expect(row && decisionSentence({ ...row, figures: [...row.figures] }, '1구역')).toContain(
      '추워서 2시간 넘게 기다림',
    );
  });

  it('gives each event runs of its own, also where the clock shows the same time twice', () => {
    const atRest = (at: number) => {
      const resting = { levelPct: 0, isMoving: false, at, endsInMs: null };
      return { at, states: irrigation.map(({ channel }) => ({ channel, ...resting })) };
    };
    const lived = ticks({
      at: noon,
      minutes: 101,
      actuators: irrigation,
      rules: [rule({ ...moisture, restMin: 60, maxPulses: 1, minRisePct: 0.2 })],
      sensors: soil((minute) => (minute < 10 ? 40 : minute < 20 ? 27 : minute < 30 ? 28 : 29)),
      world: (minute) => (minute < 90 ? {} : atRest(noon + (minute - 90) * MINUTE_MS)),
    });
    const starts = lived.flatMap(({ minute, commands }) =>
      commands.flatMap(({ channel, do: what, run }) => (channel === 61 && what === 'on' ? [{ minute, run }] : [])),
    );
    expect(starts.map(({ minute }) => minute)).toEqual([10, 100]);
    expect(starts[0]?.run).not.toBe(starts[1]?.run);
  });

  it('is suspended when two pulses do not raise it, until somebody has looked', () => {
    const lived = ticks({
      at: noon,
      minutes: 100,
      actuators: irrigation,
      rules: [moisture],
      sensors: soil(() => 27),
      world: (minute) => ({ cleared: minute === 90 ? ['00000000-0000-4000-8000-000000000001'] : [] }),
    });
    const words = wordsOf(lived).filter((word) => word.includes('rule1'));
    expect(words.filter((word) => word.includes('started'))).toHaveLength(2);
    expect(words.at(-2)).toMatch(/suspended NO_RISE/);
    expect(words.at(-1)).toBe('90 rule1 kept RESTING');
  });

  it('ends its pulse when its probe falls silent', () => {
    const lived = ticks({
      at: noon,
      minutes: 10,
      actuators: irrigation,
      rules: [rule({ ...moisture, steps: [{ valve: 61, doseMin: 9 }] })],
      sensors: soil((minute) => (minute < 2 ? 27 : null)),
    });
    expect(wordsOf(lived)).toContain('5 rule1 suspended SENSOR_SILENT');
    expect(Math.max(...onsOf(lived, 61))).toBe(5);
  });
});

describe('a dry pump', () => {
  const meter = (intervalMs: number) => ({ channel: 80, type: 'FLOW_RATE', areaName: '1동', intervalMs }) as const;
  const trips = (intervalMin: number, flow: (minute: number) => number) => {
    const interlocks = builtInInterlocks(irrigation, [meter(intervalMin * MINUTE_MS)]);
    const long = rule({ ...timed, steps: [{ valve: 61, amount: 30 }] });
    const sensors = [[80, 'FLOW_RATE', flow, intervalMin]] as const;
    const lived = ticks({
      at: noon,
      minutes: 25,
      actuators: irrigation,
      rules: [long],
      sensors,
      world: () => ({ interlocks }),
    });
    return lived.flatMap(({ minute, trips: found }) => found.map(({ channel }) => [minute, channel]));
  };

  it('is tripped by two readings without flow', () => {
    expect(trips(1, () => 0)[0]).toEqual([4, 71]);
    expect(trips(1, (minute) => (minute < 2 ? 0 : 40))).toEqual([]);
  });

  it('is not condemned by a meter that reports every five minutes', () => {
    expect(trips(5, (minute) => (minute < 2 ? 0 : 40))).toEqual([]);
    expect(trips(5, () => 0)).not.toEqual([]);
  });
});

describe('more water than there should be', () => {
  const meter = { channel: 80, type: 'FLOW_RATE', areaName: '1동', intervalMs: MINUTE_MS } as const;
  const fed = valves.map((one) => ({ ...one, settings: { ...one.settings, upstream: [70, 71] } }));
  const actuators = [...fed, anActuator(70, 'MWATER'), pump];
  const lived = (minutes: number, flow: (minute: number) => number) =>
    ticks({
      at: noon,
      minutes,
      actuators,
      rules: [rule({ ...timed, starts: ['12:10'], steps: [{ valve: 61, amount: 20 }] })],
      sensors: [[80, 'FLOW_RATE', flow]],
      world: () => ({ interlocks: builtInInterlocks(actuators, [meter]) }),
    });

  it('trips the valve of a pipe that has burst', () => {
    const burst = lived(25, (minute) => (minute < 11 ? 0 : minute < 13 ? 40 : 60));
    const trips = burst.flatMap(({ minute, trips: found }) => found.map(({ channel }) => [minute, channel]));
    expect(trips[0]).toEqual([15, 61]);
    expect(Math.max(...onsOf(burst, 61))).toBeLessThan(17);
    expect(lived(25, (minute) => (minute < 11 ? 0 : 45)).flatMap(({ trips: found }) => found)).toEqual([]);
  });

  it('keeps the main valve shut while it flows through shut valves', () => {
    expect(
      onsOf(
        lived(30, () => 5),
        70,
      ),
    ).toEqual([]);
    expect(
      onsOf(
        lived(30, (minute) => (minute < 11 ? 0 : 40)),
        70,
      ),
    ).not.toEqual([]);
  });
});
