import {
  figureOf,
  type InterlockCode,
  type InterlockFigureName,
  type InterlockSettings,
} from '#contract/control/protection/interlock.ts';
import type { Condition, ConditionGroup } from '#contract/control/rule/condition.ts';
import { interlockName } from '#contract/control/words/interlock-text.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { groupReading } from './decide/readings.ts';
import type { Actuator, Interlock, World } from './decide/world.ts';

type Sensor = { channel: number; type: ChannelTypeName; areaName: string; intervalMs: number };

/** What the owner has set of one interlock of one actuator. */
export type OwnInterlock = { channel: number; code: InterlockCode; settings: InterlockSettings };
/** An interlock, and what its owner has set; null while it is as built in. */
export type FarmInterlock = Derived & { own: InterlockSettings | null };

type Derived = Interlock & {
  code: InterlockCode;
  /** When it holds while the weather, or these thermometers, do not tell how warm it is; left out where that is no matter. */
  unlessWarm?: { air: readonly number[]; when: ConditionGroup };
};

/** Pipes have drained after this, min. */
const LEAK_MIN = 5;

const all = (...items: Condition[]): ConditionGroup => ({ match: 'all', items });
const any = (...items: Condition[]): ConditionGroup => ({ match: 'any', items });

function sensor(
  sensors: number[],
  by: 'min' | 'median' | 'max',
  op: 'above' | 'below',
  value: number,
  forMin = 0,
): Condition {
  return { kind: 'sensor', sensors, by, op, value, value2: null, hysteresis: 0, forMin };
}

function opened(channel: number, value: number): Condition {
  return { kind: 'actuator', channel, op: 'above', value, forMin: 0 };
}

function isOn(channel: number, forMin = 0): Condition {
  return { kind: 'actuator', channel, op: 'on', value: 0, forMin };
}

function outside(field: 'tempC' | 'windMps' | 'rainMmH', op: 'above' | 'below', value: number): Condition {
  return { kind: 'weather', source: 'station', field, op, value, hysteresis: 0, forMin: 0 };
}

/**
 * The interlocks of every house, derived from its equipment. Limits of vents are practical knowledge of film houses.
 * Valves on one pump take turns, and a pump needs an open valve. What the owner has set for one actuator makes an
 * interlock of its own for it.
 */
export function builtInInterlocks(
  actuators: readonly Actuator[],
  sensors: readonly Sensor[],
  own: readonly OwnInterlock[] = [],
): FarmInterlock[] {
  return derived(actuators, sensors).flatMap((interlock) => {
    const { id, code, subject } = interlock;
    const set = own.filter((one) => one.code === code && subject.includes(one.channel));
    const rest = subject.filter((channel) => !set.some((one) => one.channel === channel));
    return [
      ...(rest.length > 0 ? [{ ...interlock, subject: rest, own: null }] : []),
      ...set.flatMap(({ channel, settings }) =>
        derived(actuators, sensors, settings)
          .filter((one) => one.id === id)
          .map((one) => {
            const alone = { id: `${id}:own:${channel}`, heldAs: id, subject: [channel] };
            return { ...one, ...alone, isOn: settings.isOn, own: settings };
          }),
      ),
    ];
  });
}

/**
 * The interlocks as they hold at an instant. A condition that is unknown holds nothing back, but rain may only be let in
 * where it is known to be warm outside and inside.
 */
export function asFarAsKnown(
  interlocks: readonly FarmInterlock[],
  { at, sensors, weather }: Pick<World, 'at' | 'sensors' | 'weather'>,
): readonly FarmInterlock[] {
  const isOutsideKnown = weather !== null && weather.tempC !== null;
  const isInsideKnown = (air: readonly number[]) =>
    groupReading(
      sensors.filter(({ channel }) => air.includes(channel)),
      'max',
      at,
    ).isKnown;
  const mayBeCold = ({ unlessWarm }: FarmInterlock) =>
    unlessWarm !== undefined && !(isOutsideKnown && isInsideKnown(unlessWarm.air));
  if (!interlocks.some(mayBeCold)) return interlocks;
  return interlocks.map((one) => (one.unlessWarm && mayBeCold(one) ? { ...one, when: one.unlessWarm.when } : one));
}

type Figures = Pick<InterlockSettings, InterlockFigureName>;

/** All interlocks with the figures of `own`, or else as built in. */
function derived(actuators: readonly Actuator[], sensors: readonly Sensor[], own?: Figures): Derived[] {
  const areas = [...new Set(actuators.map(({ areaName }) => areaName))].sort();
  return areas.flatMap((areaName) => {
    const house: House = {
      areaName,
      actuators: actuators.filter((one) => one.areaName === areaName),
      farm: actuators,
      sense: (type) =>
        sensors.filter((one) => one.areaName === areaName && one.type === type).map((one) => one.channel),
      gauges: (type) => sensors.filter((one) => one.type === type).map((one) => one.channel),
      lookMin: lookMinOf(sensors),
      own,
    };
    return [...climate(house), ...water(house)];
  });
}

type Gauged = 'WIND_SPEED' | 'RAINFALL' | 'RAIN_DETECT';

type House = {
  areaName: string;
  actuators: readonly Actuator[];
  /** Those of all houses: water follows its pipes, wherever pump, main valve and meter are said to stand. */
  farm: readonly Actuator[];
  /** Sensors of a type in this house. */
  sense(type: ChannelTypeName): number[];
  /** The farm's own gauges of wind or rain, which apply to all of its houses. */
  gauges(type: Gauged): number[];
  lookMin(channel: number): number;
  own: Figures | undefined;
};

/**
 * How long a meter must show the same, min: two readings, but at least a minute, so that a slow meter does not trip
 * anything.
 */
function lookMinOf(sensors: readonly Sensor[]): (channel: number) => number {
  return (channel) => {
    const intervalMs = sensors.find((one) => one.channel === channel)?.intervalMs ?? MINUTE_MS;
    return Math.max(1, Math.ceil((2 * intervalMs) / MINUTE_MS));
  };
}

type Given = Pick<Interlock, 'kind' | 'subject' | 'when'> & { id?: string };

function made({ areaName, own }: House, code: InterlockCode, { id, ...given }: Given): Derived {
  return {
    id: id ?? `${areaName}:${code}`,
    code,
    name: interlockName(code, own),
    limitPct: figureOf(code, 'limitPct', own),
    holdSec: figureOf(code, 'holdSec', own),
    isOn: true,
    ...given,
  };
}

function climate(house: House): Derived[] {
  const { actuators, areaName, sense, own } = house;
  const of = (type: Actuator['type']) => actuators.filter((one) => one.type === type).map(({ channel }) => channel);
  const [heaters, vents, supplies] = [of('HEATER'), of('VENT'), of('CO2_SUPPLY')];
  const exhausts = actuators.filter(({ type, settings }) => type === 'FAN' && settings.place === 'exhaust');
  const [air, co2] = [sense('TEMPERATURE'), sense('CO2')];
  const value = (code: InterlockCode) => figureOf(code, 'value', own);
  const found: Derived[] = [];
  if (heaters.length > 0 && vents.length > 0) {
    const when = any(...vents.map((vent) => opened(vent, value('heaterVent'))));
    found.push(made(house, 'heaterVent', { kind: 'forbid', subject: heaters, when }));
  }
  if (supplies.length > 0) {
    const openings = [
      ...vents.map((vent) => opened(vent, value('co2Vent'))),
      ...exhausts.map((fan) => isOn(fan.channel)),
    ];
    if (openings.length > 0)
      found.push(made(house, 'co2Vent', { kind: 'forbid', subject: supplies, when: any(...openings) }));
    // Without a value that is known to be low, nothing is supplied; a house without a sensor never has one.
    const when = all(sensor(co2, 'max', 'below', value('co2High')));
    found.push(made(house, 'co2High', { kind: 'require', subject: supplies, when }));
  }
  if (vents.length > 0) found.push(...ventLimits(house, vents, air));
  for (const heater of air.length > 0 ? heaters : []) {
    const when = all(sensor(air, 'median', 'above', value('overheat'), 3), isOn(heater, 3));
    found.push(
      made(house, 'overheat', { kind: 'trip', subject: [heater], when, id: `${areaName}:overheat:${heater}` }),
    );
  }
  return found;
}

function ventLimits(house: House, vents: number[], air: number[]): Derived[] {
  const limit = (code: InterlockCode, when: ConditionGroup) =>
    made(house, code, { kind: 'limit', subject: vents, when });
  const value = (code: InterlockCode) => figureOf(code, 'value', house.own);
  // A gauge on the farm knows more of its vents than a station far away, and answers without the internet. Of the two
  // the stronger counts: one that stands in the lee must not open them.
  const gauged = (type: Gauged, limit: number) => {
    const own = house.gauges(type);
    return own.length > 0 ? [sensor(own, 'max', 'above', limit)] : [];
  };
  const blows = (limit: number) => any(outside('windMps', 'above', limit), ...gauged('WIND_SPEED', limit));
  const rains = [outside('rainMmH', 'above', 0), ...gauged('RAINFALL', 0), ...gauged('RAIN_DETECT', 0)];
  const isRaining: ConditionGroup = { match: 'all', items: [{ match: 'any', items: rains }] };
  const isCool = air.length > 0 ? [sensor(air, 'max', 'below', 28)] : [];
  const coldRain: ConditionGroup = {
    match: 'all',
    items: [...isRaining.items, { match: 'any', items: [outside('tempC', 'below', 16), ...isCool] }],
  };
  return [
    limit('wind', blows(value('wind'))),
    limit('gale', blows(value('gale'))),
    limit('rain', any(...rains)),
    { ...limit('coldRain', coldRain), unlessWarm: { air, when: isRaining } },
    ...(air.length > 0
      ? [limit('coldOutside', all(outside('tempC', 'below', value('coldOutside')), sensor(air, 'max', 'below', 22)))]
      : []),
  ];
}

function water(house: House): Derived[] {
  const { actuators, farm, areaName, sense, lookMin, own } = house;
  const valves = actuators.filter(({ type }) => type === 'WATER');
  const air = sense('TEMPERATURE');
  const found = valves.flatMap(({ channel: valve, settings }): Derived[] => {
    const { flowChannel, nominalLpm, upstream } = settings;
    if (flowChannel === null || nominalLpm === null) return [];
    const forMin = lookMin(flowChannel);
    const flows = (op: 'above' | 'below', code: 'burst' | 'dryPump') =>
      sensor([flowChannel], 'max', op, (nominalLpm * figureOf(code, 'value', own)) / 100, forMin);
    const trip = (code: 'burst' | 'dryPump', channel: number, when: ConditionGroup) =>
      made(house, code, { kind: 'trip', subject: [channel], when, id: `${areaName}:${code}:${valve}:${channel}` });
    const pumps = farm.filter(({ channel, type }) => type === 'PUMP' && upstream.includes(channel));
    return [
      trip('burst', valve, all(flows('above', 'burst'), isOn(valve, forMin))),
      ...pumps.map(({ channel }) => {
        return trip('dryPump', channel, all(flows('below', 'dryPump'), isOn(channel, forMin), isOn(valve, forMin)));
      }),
    ];
  });
  found.push(...leaks(house, valves));
  if (air.length > 0 && valves.length > 0) {
    const when = all(sensor(air, 'min', 'below', figureOf('coldWater', 'value', own)));
    found.push(made(house, 'coldWater', { kind: 'forbid', subject: valves.map(({ channel }) => channel), when }));
  }
  return found;
}

/**
 * Water that flows past shut valves keeps their main valve shut. A main valve feeds the valves that name it, or those
 * of its house where none does; every valve on their meters has to be shut for the flow to be a leak.
 */
function leaks(house: House, valvesOfHouse: readonly Actuator[]): Derived[] {
  const { actuators, farm, areaName, lookMin, own } = house;
  const valves = farm.filter(({ type }) => type === 'WATER');
  const mains = actuators.filter(({ type }) => type === 'MWATER');
  return mains.flatMap(({ channel: main }) => {
    const named = valves.filter(({ settings }) => settings.upstream.includes(main));
    const fed = named.length > 0 ? named : valvesOfHouse;
    const meters = [...new Set(fed.flatMap(({ settings }) => settings.flowChannel ?? []))];
    if (meters.length === 0) return [];
    const forMin = Math.max(LEAK_MIN, ...meters.map(lookMin));
    const shut = valves
      .filter((valve) => fed.includes(valve) || meters.some((meter) => meter === valve.settings.flowChannel))
      .map(({ channel }): Condition => ({ kind: 'actuator', channel, op: 'off', value: 0, forMin }));
    const when = all(sensor(meters, 'max', 'above', figureOf('leak', 'value', own), forMin), ...shut);
    return [made(house, 'leak', { kind: 'forbid', subject: [main], when, id: `${areaName}:leak:${main}` })];
  });
}
