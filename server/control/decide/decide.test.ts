import { describe, expect, it } from 'vitest';
import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { reservationGhgDefaults } from '#contract/control/rule/reservation-ghg.ts';
import { type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import { MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, mildWeather, onsOf, ticks, wordsOf } from '../../../tests/support/control/control-ticks.ts';
import { builtInInterlocks } from '../built-in-interlocks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const act = { enabled: true, mode: 'act' } as const;

function rule(fields: object): RuleFields {
  return ruleFields.parse({ ...fields, ...act });
}

const thermometer = { channel: 11, type: 'TEMPERATURE', areaName: '1동', intervalMs: MINUTE_MS } as const;

it('renews a lease that is shorter than a minute before it is over', () => {
  const fan = anActuator(41, 'FAN', { maxRunSec: 30, minOnSec: 0 });
  const hand = { id: 'h', channel: 41, levelPct: 100, setAt: noon, endsAt: noon + 60 * MINUTE_MS, litres: null };
  const lived = ticks({ at: noon, minutes: 10, actuators: [fan], world: () => ({ overrides: [hand] }) });
  const leases = lived.flatMap(({ commands }) => commands);
  expect(leases.length).toBeGreaterThan((10 * 60) / 30);
});

describe('a rule of conditions', () => {
  const fan = anActuator(41, 'FAN');
  const humid = (trigger: 'when' | 'while') =>
    rule({
      ...reservationCompositeDefaults,
      name: 'dew',
      when: {
        match: 'all',
        items: [
          { kind: 'sensor', sensors: [12], by: 'max', op: 'above', value: 90, value2: null, hysteresis: 3, forMin: 5 },
        ],
      },
      trigger,
      actions: [{ channel: 41, levelPct: 100, forSec: trigger === 'when' ? 600 : null, litres: null, afterSec: 0 }],
    });
  const moist = (value: (minute: number) => number | null) => [[12, 'HUMIDITY', value] as const];
  const fanOf = (trigger: 'when' | 'while', value: (minute: number) => number | null) => [
    ...new Set(
      onsOf(ticks({ at: noon, minutes: 40, actuators: [fan], rules: [humid(trigger)], sensors: moist(value) }), 41),
    ),
  ];
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

  it('acts while its condition has held for long enough, and until it is far enough back', () => {
    expect(fanOf('while', (minute) => (minute < 3 ? 80 : minute < 20 ? 92 : minute < 25 ? 88 : 86))).toEqual(
      from(8, 24),
    );
  });

  it('fires once as it begins to hold, for its own time', () => {
    expect(fanOf('when', (minute) => (minute < 3 ? 80 : 92))).toEqual(from(8, 17));
  });

  it('does not fire for what was so when it was first looked at', () => {
    expect(fanOf('when', () => 92)).toEqual([]);
  });

  it('counts from what is stored, so that a restart in between changes nothing', () => {
    const value = (minute: number) => (minute < 3 ? 80 : 92);
    const restarted = ticks({
      at: noon,
      minutes: 20,
      actuators: [fan],
      rules: [humid('while')],
      sensors: moist(value),
      world: (minute) => (minute < 5 ? { rules: [] } : { bootId: minute < 7 ? 'two' : 'three' }),
    });
    expect(Math.min(...onsOf(restarted, 41))).toBe(8);
  });

  it('knows nothing of a silent sensor: nothing starts, and what runs ends', () => {
    // Readings for four of five minutes are enough.
    expect(fanOf('while', (minute) => (minute < 12 ? 92 : null))).toEqual(from(4, 14));
  });
});

describe('carbon dioxide', () => {
  const supply = anActuator(51, 'CO2_SUPPLY');
  const vent = anActuator(32, 'VENT', { holdSec: 0 });
  const enrich = rule({
    ...reservationGhgDefaults,
    name: 'co2',
    windows: [],
    co2Sensors: [15],
    supplies: [51],
    vents: [32],
    ventClosedMin: 0,
  });
  const gas = (value: (minute: number) => number) => [[15, 'CO2', value] as const];
  const suppliedAt = (given: Partial<Parameters<typeof ticks>[0]>) => [
    ...new Set(
      onsOf(
        ticks({ at: noon, minutes: 20, actuators: [supply, vent], rules: [enrich], sensors: gas(() => 400), ...given }),
        51,
      ),
    ),
  ];

  it('is given in pulses of three minutes with three to mix, while it is light and the vent is shut', () => {
    expect(suppliedAt({})).toEqual([0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19]);
    expect(suppliedAt({ at: noon + 12 * 60 * MINUTE_MS })).toEqual([]);
    expect(suppliedAt({ sensors: gas(() => 700) })).toEqual([]);
  });

  it('says who keeps it back, and counts nothing that is not given', () => {
    const short = rule({ ...enrich, maxDailyMin: 5 });
    const lockOuts = [{ channel: 51, by: 'Kim' }];
    const lived = ticks({
      at: noon,
      minutes: 30,
      actuators: [supply, vent],
      rules: [short],
      sensors: gas(() => 400),
      world: (minute) => ({ lockOuts: minute > 0 && minute < 20 ? lockOuts : [] }),
    });
    expect(wordsOf(lived).filter((words) => words.includes('rule1'))).toEqual([
      '0 rule1 started CO2_LOW',
      '1 rule1 blocked LOCKED_OUT',
      '20 rule1 started CO2_LOW',
      '23 rule1 waiting MIXING',
      '26 rule1 started CO2_LOW',
      '29 rule1 waiting MIXING',
    ]);
  });

  it('stops when a vent opens or the value is too high, as soon as it has run for its least', () => {
    const open = {
      id: 'hand',
      channel: 32,
      levelPct: 50,
      setAt: noon + MINUTE_MS,
      endsAt: noon + 60 * MINUTE_MS,
      litres: null,
    };
    expect(suppliedAt({ world: (minute) => ({ overrides: minute < 1 ? [] : [open] }) })).toEqual([0, 1]);
    expect(suppliedAt({ sensors: gas((minute) => (minute < 1 ? 400 : 1_500)) })).toEqual([0, 1]);
  });

  it('ends at once with a vent that somebody has opened at the house, however short it has run', () => {
    const slow = anActuator(51, 'CO2_SUPPLY', { minOnSec: 600 });
    const interlocks = builtInInterlocks([slow, vent], [thermometer]);
    const opened = (minute: number) =>
      [32, 51].map((channel) => {
        const levelPct = channel === 32 ? 50 : 100;
        return { channel, levelPct, isMoving: false, at: noon + minute * MINUTE_MS, endsInMs: null };
      });
    const lived = ticks({
      at: noon,
      minutes: 2,
      actuators: [slow, vent],
      rules: [enrich],
      sensors: gas(() => 400),
      world: (minute) => (minute < 1 ? { interlocks } : { interlocks, states: opened(minute) }),
    });
    expect(lived[1]?.commands).toMatchObject([
      { channel: 51, do: 'off', why: 'interlock' },
      { channel: 32, levelPct: 0 },
    ]);
  });

  it('is not given without a value, and not while people are inside', () => {
    expect(suppliedAt({ sensors: [[15, 'CO2', () => null]] })).toEqual([]);
    const inside = { lockOuts: [{ channel: 51, by: 'Kim' }] };
    expect(suppliedAt({ world: (minute) => (minute < 1 ? {} : inside) })).toEqual([0]);
  });

  it('wanted by two rules in pulses is told of once: the one that yields says so, and never that it supplies', () => {
    const second = rule({ ...enrich, name: 'second', priority: 9 });
    const [first, other] = [enrich, second].map((_, at) => `00000000-0000-4000-8000-00000000000${at + 1}`);
    const lived = ticks({
      at: noon,
      minutes: 60,
      actuators: [supply, vent],
      rules: [enrich, second],
      sensors: gas(() => 400),
    });
    const linesOf = (id: string | undefined, outcome: string) =>
      lived
        .flatMap(({ rows }) => rows)
        .filter((row) => row.rule === id && row.outcome === outcome && row.actuator !== 51);
    expect(linesOf(first, 'started').length).toBeGreaterThan(8);
    expect(linesOf(other, 'started')).toEqual([]);
    expect(lived.flatMap(({ rows }) => rows).filter(({ outcome }) => outcome === 'yielded')).toHaveLength(1);
    expect(linesOf(other, 'waiting').length).toBeLessThan(3);
  });

  it('airs a house that has used up its own', () => {
    const airing = rule({ ...enrich, does: 'air', airForMin: 10 });
    const lived = ticks({
      at: noon,
      minutes: 15,
      actuators: [supply, vent],
      rules: [airing],
      sensors: gas(() => 250),
      world: () => ({ weather: mildWeather }),
    });
    expect([...new Set(onsOf(lived, 32))]).toEqual(Array.from({ length: 10 }, (_, minute) => minute));
    expect(reasonsOf(lived)).toEqual(['AIRING', 'RESTING']);
  });

  const reasonsOf = (lived: ReturnType<typeof ticks>) => [
    ...new Set(lived.flatMap(({ rows }) => rows.filter(({ rule: own }) => own !== null).map(({ reason }) => reason))),
  ];

  it.each([
    ['there is enough', 320, mildWeather, 'CO2_ENOUGH'],
    ['it is cold outside', 250, { ...mildWeather, tempC: 1 }, 'OUTSIDE_COLD'],
    ['nobody knows how cold it is outside', 250, null, 'OUTSIDE_UNKNOWN'],
  ] as const)('says why it does not air: %s', (_, ppm, weather, reason) => {
    const lived = ticks({
      at: noon,
      minutes: 5,
      actuators: [supply, vent],
      rules: [rule({ ...enrich, does: 'air', airForMin: 10 })],
      sensors: gas(() => ppm),
      world: () => ({ weather }),
    });
    expect(onsOf(lived, 32)).toEqual([]);
    expect(reasonsOf(lived)).toEqual([reason]);
  });
});

describe('what could not be proved three times in a row', () => {
  const supply = anActuator(51, 'CO2_SUPPLY');
  const failed = { id: 'lost', channel: 51, status: 'unproved', code: '' } as const;

  it('trips, and not again once a person has looked', () => {
    const lived = ticks({
      at: noon,
      minutes: 10,
      actuators: [supply],
      world: (minute) => ({
        results: minute < 3 ? [failed] : [],
        trips: minute >= 4 && minute < 6 ? [{ channel: 51, by: 'UNPROVED' }] : [],
      }),
    });
    const tripped = lived.filter(({ trips }) => trips.length > 0).map(({ minute }) => minute);
    expect(new Set(tripped)).toEqual(new Set([2, 3]));
  });
});

describe('a hand', () => {
  const fan = anActuator(41, 'FAN');
  const hand = { id: 'hand', channel: 41, levelPct: 100, setAt: noon, endsAt: noon + 5 * MINUTE_MS, litres: null };

  it('moves equipment until its end, and the rules decide at once after it', () => {
    const lived = ticks({ at: noon, minutes: 10, actuators: [fan], world: () => ({ overrides: [hand] }) });
    expect([...new Set(onsOf(lived, 41))]).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([
    ['runs for what is left of it', { setAt: noon - 3 * MINUTE_MS, endsAt: noon + 2 * MINUTE_MS }, [0, 1]],
    ['does not begin what is over', { setAt: noon - 20 * MINUTE_MS, endsAt: noon - 10 * MINUTE_MS }, []],
    [
      'does not begin what a clock set back cannot date',
      { setAt: noon + 20 * MINUTE_MS, endsAt: noon + 25 * MINUTE_MS },
      [],
    ],
  ])('that nobody has looked at since, as before a restart, %s', (_, given, minutes) => {
    const overrides = [{ ...hand, ...given }];
    const lived = ticks({ at: noon, minutes: 10, actuators: [fan], world: () => ({ overrides }) });
    expect([...new Set(onsOf(lived, 41))]).toEqual(minutes);
  });

  it('sends a motor somewhere, and the log says where', () => {
    const overrides = [{ ...hand, channel: 32, levelPct: 60 }];
    const lived = ticks({ at: noon, minutes: 1, actuators: [anActuator(32, 'VENT')], world: () => ({ overrides }) });
    const [line] = lived.flatMap(({ rows }) => rows).filter(({ outcome }) => outcome === 'started');
    expect(line?.figures).toContainEqual({ name: 'position', value: 60, limit: null, at: null });
  });

  it('stops everything, motors where they are, and frost as well', () => {
    const actuators = [anActuator(31, 'HEATER'), anActuator(32, 'VENT'), fan];
    const stopAll = { id: 'stop', setAt: noon + 2 * MINUTE_MS, forMin: 5 };
    const lived = ticks({
      at: noon,
      minutes: 12,
      actuators,
      sensors: [[11, 'TEMPERATURE', () => -2]],
      levels: { 32: 40 },
      world: (minute) => ({
        overrides: [{ ...hand, endsAt: noon + 60 * MINUTE_MS }],
        stopAll: minute >= 2 && minute < 9 ? stopAll : null,
      }),
    });
    const nobodys = anActuator(42, 'FAN', { isCommanded: false });
    const stopped = ticks({ at: noon, minutes: 3, actuators: [fan, nobodys], world: () => ({ stopAll }) });
    expect(stopped.flatMap(({ rows }) => rows).map(({ actuator }) => actuator)).toEqual([41]);
    const during = lived.filter(({ minute }) => minute >= 2 && minute < 7);
    for (const { levels } of during) expect([levels[31], levels[41]]).toEqual([0, 0]);
    expect(lived.at(-1)?.levels[31]).toBe(100);
  });
});

describe('what an interlock holds back', () => {
  it('is told with what it measures and from where it holds', () => {
    const side = anActuator(32, 'VENT', { travelOpenSec: 60, travelCloseSec: 60 });
    const interlocks = builtInInterlocks([side], []);
    const hand = { id: 'hand', channel: 32, levelPct: 100, setAt: noon, endsAt: noon + 60 * MINUTE_MS, litres: null };
    const lived = ticks({
      at: noon,
      minutes: 3,
      actuators: [side],
      world: () => ({ interlocks, overrides: [hand], weather: { ...mildWeather, windMps: 14.2 } }),
    });
    const row = lived.flatMap(({ rows }) => rows).find(({ reason }) => reason === 'INTERLOCK');
    expect(row?.figures).toContainEqual({ name: 'wind', value: 14.2, limit: expect.any(Number), at: null });
  });
});
