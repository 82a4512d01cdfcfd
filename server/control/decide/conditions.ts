import type { Figure } from '#contract/control/decision.ts';
import { type Condition, type ConditionGroup, isGroup, leavesOf } from '#contract/control/rule/condition.ts';
import { inputPhrase } from '#contract/control/rule/condition-text.ts';
import { spanAt } from '#contract/control/rule/day-time.ts';
import { dewPoint, vapourPressureDeficit } from '#contract/monitor/agronomic-formulas.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { type Context, figure } from './context.ts';
import { groupReading, heldMs, readingAt } from './readings.ts';
import type { Weather } from './world.ts';

/** Whether a condition holds; null when unknown. */
export type Truth = boolean | null;

/**
 * Steady times at which conditions last held, by name; a condition stays met until its value has passed the hysteresis.
 */
export type Latches = Map<string, number>;

/** What conditions under a name were seen to hold counts no more: they are others now. */
export function forgetLatches(latches: Latches, name: string): void {
  for (const own of latches.keys()) if (own.startsWith(`${name}.`)) latches.delete(own);
}

/**
 * All: one false condition decides, then an unknown one. Any: one true condition decides, then an unknown one. Every
 * condition is looked at, since each has its own latch.
 */
export function isMet(group: ConditionGroup, name: string, context: Context, latches: Latches): Truth {
  const names = namesOf(group, name);
  const truths = group.items.map((item, at) => {
    const own = names[at] ?? '';
    return isGroup(item) ? isMet(item, own, context, latches) : isSo(item, own, context, latches);
  });
  return together(group.match, truths);
}

const namesByGroup = new WeakMap<ConditionGroup, { name: string; names: readonly string[] }>();

/** The names of the items of a group; put together once, since each minute all of them are asked for. */
function namesOf(group: ConditionGroup, name: string): readonly string[] {
  const known = namesByGroup.get(group);
  if (known?.name === name) return known.names;
  const names = group.items.map((_, at) => `${name}.${at}`);
  namesByGroup.set(group, { name, names });
  return names;
}

function together(match: ConditionGroup['match'], truths: readonly Truth[]): Truth {
  const decides = match === 'any';
  if (truths.includes(decides)) return decides;
  return truths.includes(null) ? null : !decides;
}

/**
 * The first input that leaves a condition unknown: the index of a channel as text, or the grower's words for anything
 * else. null when every condition is known.
 */
export function missingInput(
  group: ConditionGroup,
  name: string,
  context: Context,
  latches: ReadonlyMap<string, number>,
): string | null {
  const unknown = leavesOf(group).find(({ condition, path }) => {
    const place = path.filter((part) => typeof part === 'number');
    return isSo(condition, [name, ...place].join('.'), context, new Map(latches)) === null;
  });
  return unknown ? inputOf(unknown.condition, context) : null;
}

/** How the log calls what sensors of a type measure. */
const FIGURES: { readonly [Type in ChannelTypeName]?: Figure['name'] } = {
  TEMPERATURE: 'temperature',
  HUMIDITY: 'humidity',
  CO2: 'co2',
  SOIL_MOISTURE: 'soilMoisture',
  SOIL_TEMPERATURE: 'soilTemperature',
  FLOW_RATE: 'flow',
  WIND_SPEED: 'wind',
};

/** How the log calls what a station measures; its temperature would be taken for that of the house. */
const WEATHER_FIGURES: { readonly [Field in keyof Weather]?: Figure['name'] } = { windMps: 'wind', rainMmH: 'rain' };

/** What the sensors and the station of the conditions show now, with the values they are compared with, for the log. */
export function conditionFigures(group: ConditionGroup, { clock, sensors, world }: Context): Figure[] {
  return leavesOf(group).flatMap(({ condition }): Figure[] => {
    if (condition.kind === 'weather') {
      const outside = WEATHER_FIGURES[condition.field];
      const value = weatherValue(condition, world.weather);
      return outside && value !== null ? [figure(outside, value, condition.value)] : [];
    }
    if (condition.kind !== 'sensor') return [];
    const own = sensors(condition.sensors);
    const name = own[0] && FIGURES[own[0].type];
    const reading = groupReading(own, condition.by, clock.at);
    return name && reading.isKnown ? [figure(name, reading.value, condition.value, reading.at)] : [];
  });
}

function inputOf(condition: Condition, { clock, sensors }: Context): string | null {
  switch (condition.kind) {
    case 'sensor': {
      const reading = groupReading(sensors(condition.sensors), condition.by, clock.at);
      return String(reading.isKnown || reading.channel === 0 ? condition.sensors[0] : reading.channel);
    }
    case 'change':
      return String(condition.sensor);
    case 'actuator':
      return String(condition.channel);
    default:
      return inputPhrase(condition) ?? null;
  }
}

function isSo(condition: Condition, name: string, context: Context, latches: Latches): Truth {
  const was = latches.has(name);
  const now =
    condition.kind === 'sensor'
      ? sensorTruth(condition, was, context)
      : plainTruth(condition, name, was, context, latches);
  if (now) latches.set(name, latches.get(name) ?? context.clock.steady);
  else latches.delete(name);
  return now;
}

type Sensor = Extract<Condition, { kind: 'sensor' }>;

function sensorTruth(condition: Sensor, was: boolean, context: Context): Truth {
  const group = context.sensors(condition.sensors);
  const reading = groupReading(group, condition.by, context.clock.at);
  if (!reading.isKnown) return null;
  const slack = was ? condition.hysteresis : 0;
  const isSuch = (value: number) => {
    if (condition.op === 'above') return value > condition.value - slack;
    if (condition.op === 'below') return value < condition.value + slack;
    return value >= condition.value - slack && value <= (condition.value2 ?? condition.value) + slack;
  };
  if (!isSuch(reading.value)) return false;
  if (condition.forMin === 0) return true;
  const forMs = condition.forMin * MINUTE_MS;
  const held = heldMs(group, condition.by, isSuch, context.clock.at, forMs);
  return held === null ? null : held >= forMs;
}

/** Conditions without stored readings: `forMin` counts from when they were first seen to hold. */
function plainTruth(
  condition: Exclude<Condition, Sensor>,
  name: string,
  was: boolean,
  context: Context,
  latches: Latches,
): Truth {
  const since = `${name}:since`;
  const now = momentTruth(condition, was, context);
  if (!now) {
    latches.delete(since);
    return now;
  }
  const began = latches.get(since) ?? context.clock.steady;
  latches.set(since, began);
  return context.clock.steady - began >= condition.forMin * MINUTE_MS;
}

function momentTruth(condition: Exclude<Condition, Sensor>, was: boolean, context: Context): Truth {
  const { at } = context.clock;
  switch (condition.kind) {
    case 'change':
      return changeTruth(condition, context);
    case 'indicator':
      return bound(condition.op, indicatorOf(condition, context), condition.value, was ? condition.hysteresis : 0);
    case 'weather':
      return bound(
        condition.op,
        weatherValue(condition, context.world.weather),
        condition.value,
        was ? condition.hysteresis : 0,
      );
    case 'forecast':
      return forecastTruth(condition, context.world.weather);
    case 'time':
      return spanAt(condition.windows, at, context.today, context.sunOf) !== null;
    case 'sun':
      return bound(condition.op, context.sunHeightDeg(), condition.elevationDeg, 0);
    case 'actuator':
      return actuatorTruth(condition, context);
  }
}

function bound(op: 'above' | 'below', value: number | null, limit: number, slack: number): Truth {
  if (value === null) return null;
  return op === 'above' ? value > limit - slack : value < limit + slack;
}

function weatherValue(
  { source, field }: Extract<Condition, { kind: 'weather' }>,
  weather: Weather | null,
): number | null {
  if (!weather || (source === 'personal' && !weather.isOwn)) return null;
  return weather[field];
}

function changeTruth(condition: Extract<Condition, { kind: 'change' }>, context: Context): Truth {
  const [series] = context.sensors([condition.sensor]);
  if (!series || series.isDoubted) return null;
  const { at } = context.clock;
  const [now, before] = [readingAt(series, at), readingAt(series, at - condition.withinMin * MINUTE_MS)];
  if (!now || !before) return null;
  const rise = now.value - before.value;
  return condition.op === 'rises' ? rise >= condition.by : -rise >= condition.by;
}

function indicatorOf(
  { areaName, indicator }: Extract<Condition, { kind: 'indicator' }>,
  context: Context,
): number | null {
  const read = (type: 'TEMPERATURE' | 'HUMIDITY') =>
    groupReading(context.sensorsIn(areaName, type), 'mean', context.clock.at);
  const [air, moist] = [read('TEMPERATURE'), read('HUMIDITY')];
  if (!air.isKnown || !moist.isKnown) return null;
  return indicator === 'VPD'
    ? vapourPressureDeficit(air.value, moist.value)
    : air.value - dewPoint(air.value, moist.value);
}

const forecastFields = {
  minC: { of: 'tempC', any: 'below' },
  maxC: { of: 'tempC', any: 'above' },
  popPct: { of: 'popPct', any: 'above' },
  windMps: { of: 'windMps', any: 'above' },
} as const;

/** A missing hour leaves the condition unknown, unless the other hours decide it alone. */
function forecastTruth(
  { field, op, value, nextHours }: Extract<Condition, { kind: 'forecast' }>,
  weather: Weather | null,
): Truth {
  const given = weather?.forecast ?? [];
  const hours = Array.from({ length: nextHours }, (_, at) => given[at]);
  if (field === 'rainMm') {
    const mm = hours.map((hour) => hour?.rainMm ?? null);
    const known = mm.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    // Missing rain can only raise the sum.
    if (mm.includes(null)) return known > value ? op === 'above' : null;
    return bound(op, known, value, 0);
  }
  const { of, any } = forecastFields[field];
  const truths = hours.map((hour) => bound(op, hour?.[of] ?? null, value, 0));
  return together(op === any ? 'any' : 'all', truths);
}

function actuatorTruth({ channel, op, value }: Extract<Condition, { kind: 'actuator' }>, context: Context): Truth {
  const level = context.state(channel)?.levelPct;
  if (level === undefined) return null;
  if (op === 'on' || op === 'off') return level > 0 === (op === 'on');
  return op === 'above' ? level > value : level < value;
}
