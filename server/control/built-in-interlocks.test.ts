import { describe, expect, it } from 'vitest';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { ruleFields } from '#contract/control/rule/rule.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS, SECOND_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { anActuator, ticks } from '../../tests/support/control/control-ticks.ts';
import { asFarAsKnown, builtInInterlocks } from './built-in-interlocks.ts';

const noon = startOfSeoulDate('2026-06-22') + 12 * 60 * MINUTE_MS;
const sensor = (channel: number, type: ChannelTypeName, areaName = '1동') =>
  ({ channel, type, areaName, intervalMs: MINUTE_MS }) as const;

describe('vents of a farm with gauges of its own', () => {
  const vent = anActuator(32, 'VENT', { holdSec: 0 });
  const airing = ruleFields.parse({
    ...reservationTargetDefaults,
    name: 'airing',
    sensors: [11],
    actuators: [32],
    targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
    enabled: true,
    mode: 'act',
  });
  const calm = { humidityPct: 60, windFromDeg: 0, rainTodayMm: 0, pastRainMm: [], isOwn: false };
  /** Where a vent that stands at 80 % has come to after two minutes in a hot house. */
  const openedTo = (
    type: 'WIND_SPEED' | 'RAINFALL' | 'RAIN_DETECT',
    gauged: number | null,
    station: number | null,
    { insideC = 40, outsideC = 22 }: { insideC?: number | null; outsideC?: number | null } = {},
  ) => {
    // A gauge stands anywhere on the farm.
    const sensors = [sensor(11, 'TEMPERATURE'), sensor(16, type, '마당')];
    const lived = ticks({
      at: noon,
      minutes: 3,
      actuators: [vent],
      rules: [airing],
      sensors: [
        [11, 'TEMPERATURE', () => insideC],
        [16, type, () => gauged],
      ],
      levels: { 32: 80 },
      world: (_, second) => {
        const at = noon + second * SECOND_MS;
        const windMps = type === 'WIND_SPEED' ? station : 0;
        const rainMmH = type === 'WIND_SPEED' ? 0 : station;
        const weather = station === null ? null : { ...calm, tempC: outsideC, windMps, rainMmH, forecast: null };
        const air = { ...sensor(11, 'TEMPERATURE'), silentMs: 0, isDoubted: false };
        const seen = [{ ...air, points: insideC === null ? [] : [[at, insideC] as const] }];
        // Without a thermometer the rule rests, and a hand holds the vent open.
        const hand = {
          id: 'hand',
          channel: 32,
          levelPct: 80,
          setAt: noon,
          endsAt: noon + 60 * MINUTE_MS,
          litres: null,
        };
        const overrides = insideC === null ? [hand] : [];
        return {
          overrides,
          weather,
          interlocks: asFarAsKnown(builtInInterlocks([vent], sensors), { at, weather, sensors: seen }),
        };
      },
    });
    return lived.at(-1)?.levels[32];
  };

  it.each([
    ['WIND_SPEED', 9, 2, 30],
    ['WIND_SPEED', 14, null, 0],
    ['WIND_SPEED', 2, 14, 0],
    ['WIND_SPEED', null, 14, 0],
    ['WIND_SPEED', 2, 2, 100],
    ['RAINFALL', 1, 0, 30],
    // Without weather nothing tells that the rain is warm.
    ['RAINFALL', 1, null, 10],
    ['RAINFALL', 0, 0, 100],
    ['RAIN_DETECT', 1, 0, 30],
    ['RAIN_DETECT', 1, null, 10],
    ['RAIN_DETECT', 0, 2, 30],
    ['RAIN_DETECT', 0, 0, 100],
  ] as const)('by %s of %s there and %s at the station come to %i', (type, gauged, station, levelPct) => {
    expect(openedTo(type, gauged, station)).toBe(levelPct);
  });

  it.each([
    [{ insideC: 40, outsideC: 22 }, 30],
    [{ insideC: 40, outsideC: 15 }, 10],
    [{ insideC: 27, outsideC: 22 }, 10],
    [{ insideC: 40, outsideC: null }, 10],
    [{ insideC: null, outsideC: 22 }, 10],
    [{ insideC: null, outsideC: null }, 10],
  ])('in rain, with it %j, come to %i', (warmth, levelPct) => {
    expect(openedTo('RAINFALL', 1, 1, warmth)).toBe(levelPct);
    // Dry, what is unknown holds nothing back.
    if (warmth.insideC !== null && warmth.insideC > 30) expect(openedTo('RAINFALL', 0, 0, warmth)).toBe(100);
  });
});

it('carbon dioxide is never given in a house that does not measure it, by a hand neither', () => {
  const supply = anActuator(51, 'CO2_SUPPLY');
  const hand = {
    id: 'hand',
    channel: 51,
    levelPct: 100,
    setAt: noon,
    endsAt: noon + 10 * MINUTE_MS,
    litres: null,
  };
  const given = (sensors: ReturnType<typeof sensor>[]) =>
    ticks({
      at: noon,
      minutes: 3,
      actuators: [supply],
      sensors: sensors.map(({ channel, type }) => [channel, type, () => 400] as const),
      world: () => ({ overrides: [hand], interlocks: builtInInterlocks([supply], sensors) }),
    }).at(-1)?.levels[51];
  expect(given([sensor(15, 'CO2')])).toBe(100);
  expect(given([])).toBe(0);
  expect(given([sensor(15, 'CO2', '2동')])).toBe(0);
});

describe('water that crosses houses', () => {
  const pump = { ...anActuator(71, 'PUMP'), areaName: '펌프장' };
  const main = anActuator(72, 'MWATER');
  const valve = (channel: number, areaName: string) => ({
    ...anActuator(channel, 'WATER', { flowChannel: 18, nominalLpm: 100, upstream: [72, 71] }),
    areaName,
  });
  const meter = sensor(18, 'FLOW_RATE');
  const found = builtInInterlocks([pump, main, valve(61, '1동'), valve(62, '2동')], [meter]);

  it('stops a pump that stands elsewhere when it runs dry', () => {
    expect(found.filter(({ code }) => code === 'dryPump').map(({ subject }) => subject)).toEqual([[71], [71]]);
  });

  it('is no leak while a valve of another house on the same meter is open', () => {
    const [leak, ...more] = found.filter(({ code }) => code === 'leak');
    expect(more).toEqual([]);
    expect(leak?.subject).toEqual([72]);
    const shut = leak?.when.items.flatMap((item) =>
      'channel' in item && item.kind === 'actuator' ? item.channel : [],
    );
    expect(shut).toEqual([61, 62]);
  });

  it('is a leak though the main valve stands in a house without valves', () => {
    const apart = builtInInterlocks([{ ...main, areaName: '관정' }, valve(61, '1동')], [meter]);
    expect(apart.filter(({ code }) => code === 'leak').map(({ subject }) => subject)).toEqual([[72]]);
  });

  it('is a leak of the valves of its house where none names the main valve', () => {
    const unnamed = anActuator(63, 'WATER', { flowChannel: 18, nominalLpm: 100 });
    const own = builtInInterlocks([main, unnamed], [meter]);
    expect(own.filter(({ code }) => code === 'leak').map(({ subject }) => subject)).toEqual([[72]]);
  });
});
