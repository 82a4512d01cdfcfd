import type { Condition, ConditionGroup } from '#contract/control/condition.ts';
import { type BuiltInInterlock, interlockNames } from '#contract/control/words/interlock-text.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Actuator, Interlock } from './decide/world.ts';

type Sensor = { channel: number; type: ChannelTypeName; areaName: string; intervalMs: number };

/** Up to this level a vent counts as closed for heating, and below for carbon dioxide, %. */
const SHUT_FOR_HEAT_PCT = 10;
const SHUT_FOR_CO2_PCT = 5;
/** Above this carbon dioxide is dangerous for people, ppm. */
const CO2_DANGER_PPM = 2_000;
/**
 * How long vents stay closed after the last gust, so that they do not flap, s (the manual of a common greenhouse
 * computer).
 */
const WIND_HOLD_SEC = 600;
/** Shares of the nominal flow: below the first a pump runs dry, above the second a pipe has burst. */
const DRY_SHARE = 0.1;
const BURST_SHARE = 1.3;
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
 * The interlocks of every house, derived from its equipment; the farm may tighten them. Limits of vents are practical
 * knowledge of film houses. Valves on one pump take turns, and a pump needs an open valve.
 */
export function builtInInterlocks(actuators: readonly Actuator[], sensors: readonly Sensor[]): Interlock[] {
  const areas = [...new Set(actuators.map(({ areaName }) => areaName))].sort();
  return areas.flatMap((area) => {
    const own = actuators.filter(({ areaName }) => areaName === area);
    const sense = (type: ChannelTypeName) =>
      sensors.filter((one) => one.areaName === area && one.type === type).map(({ channel }) => channel);
    return [...climate(area, own, sense), ...water(area, own, sense, lookMinOf(sensors))];
  });
}

type Sense = (type: ChannelTypeName) => number[];

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

function made(
  area: string,
  name: BuiltInInterlock,
  given: Pick<Interlock, 'kind' | 'subject' | 'when'> & Partial<Interlock>,
): Interlock {
  return { id: `${area}:${name}`, name: interlockNames[name], limitPct: 0, holdSec: 0, isOn: true, ...given };
}

function climate(area: string, own: readonly Actuator[], sense: Sense): Interlock[] {
  const of = (type: Actuator['type']) => own.filter((one) => one.type === type).map(({ channel }) => channel);
  const [heaters, vents, supplies] = [of('HEATER'), of('VENT'), of('CO2_SUPPLY')];
  const exhausts = own.filter(({ type, settings }) => type === 'FAN' && settings.place === 'exhaust');
  const [air, co2] = [sense('TEMPERATURE'), sense('CO2')];
  const found: Interlock[] = [];
  if (heaters.length > 0 && vents.length > 0) {
    const when = any(...vents.map((vent) => opened(vent, SHUT_FOR_HEAT_PCT)));
    found.push(made(area, 'heaterVent', { kind: 'forbid', subject: heaters, when }));
  }
  if (supplies.length > 0) {
    const openings = [
      ...vents.map((vent) => opened(vent, SHUT_FOR_CO2_PCT)),
      ...exhausts.map((fan) => isOn(fan.channel)),
    ];
    if (openings.length > 0)
      found.push(made(area, 'co2Vent', { kind: 'forbid', subject: supplies, when: any(...openings) }));
    // Without a value that is known to be low, nothing is supplied.
    if (co2.length > 0) {
      const when = all(sensor(co2, 'max', 'below', CO2_DANGER_PPM));
      found.push(made(area, 'co2High', { kind: 'require', subject: supplies, when }));
    }
  }
  if (vents.length > 0) found.push(...ventLimits(area, vents, air));
  for (const heater of air.length > 0 ? heaters : []) {
    const when = all(sensor(air, 'median', 'above', 40, 3), isOn(heater, 3));
    found.push({
      ...made(area, 'overheat', { kind: 'trip', subject: [heater], when }),
      id: `${area}:overheat:${heater}`,
    });
  }
  return found;
}

function ventLimits(area: string, vents: number[], air: number[]): Interlock[] {
  const limit = (name: BuiltInInterlock, limitPct: number, when: ConditionGroup, holdSec = 0) =>
    made(area, name, { kind: 'limit', subject: vents, when, limitPct, holdSec });
  const rains = outside('rainMmH', 'above', 0);
  const isCool = air.length > 0 ? [sensor(air, 'max', 'below', 28)] : [];
  const coldRain: ConditionGroup = {
    match: 'all',
    items: [rains, { match: 'any', items: [outside('tempC', 'below', 16), ...isCool] }],
  };
  return [
    limit('wind', 30, all(outside('windMps', 'above', 8)), WIND_HOLD_SEC),
    limit('gale', 0, all(outside('windMps', 'above', 13)), WIND_HOLD_SEC),
    limit('rain', 30, all(rains)),
    limit('coldRain', 10, coldRain),
    ...(air.length > 0
      ? [limit('coldOutside', 20, all(outside('tempC', 'below', 3), sensor(air, 'max', 'below', 22)))]
      : []),
  ];
}

function water(
  area: string,
  own: readonly Actuator[],
  sense: Sense,
  lookMin: (channel: number) => number,
): Interlock[] {
  const valves = own.filter(({ type }) => type === 'WATER');
  const mains = own.filter(({ type }) => type === 'MWATER');
  const air = sense('TEMPERATURE');
  const found = valves.flatMap(({ channel: valve, settings }): Interlock[] => {
    const { flowChannel, nominalLpm, upstream } = settings;
    if (flowChannel === null || nominalLpm === null) return [];
    const forMin = lookMin(flowChannel);
    const flows = (op: 'above' | 'below', share: number) =>
      sensor([flowChannel], 'max', op, nominalLpm * share, forMin);
    const trip = (name: 'burst' | 'dryPump', channel: number, when: ConditionGroup): Interlock => {
      return {
        ...made(area, name, { kind: 'trip', subject: [channel], when }),
        id: `${area}:${name}:${valve}:${channel}`,
      };
    };
    const pumps = own.filter(({ channel, type }) => type === 'PUMP' && upstream.includes(channel));
    return [
      trip('burst', valve, all(flows('above', BURST_SHARE), isOn(valve, forMin))),
      ...pumps.map(({ channel }) => {
        return trip('dryPump', channel, all(flows('below', DRY_SHARE), isOn(channel, forMin), isOn(valve, forMin)));
      }),
    ];
  });
  const meters = [...new Set(valves.flatMap(({ settings }) => settings.flowChannel ?? []))];
  if (mains.length > 0 && meters.length > 0) {
    const forMin = Math.max(LEAK_MIN, ...meters.map(lookMin));
    const shut = valves.map(({ channel }): Condition => ({ kind: 'actuator', channel, op: 'off', value: 0, forMin }));
    const when = all(sensor(meters, 'max', 'above', 1, forMin), ...shut);
    found.push(made(area, 'leak', { kind: 'forbid', subject: mains.map(({ channel }) => channel), when }));
  }
  if (air.length > 0 && valves.length > 0) {
    const subject = valves.map(({ channel }) => channel);
    found.push(made(area, 'coldWater', { kind: 'forbid', subject, when: all(sensor(air, 'min', 'below', 2)) }));
  }
  return found;
}
