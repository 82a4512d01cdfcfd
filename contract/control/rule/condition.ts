import * as z from 'zod/mini';
import type { ChannelTypeName } from '../../series/sensor-types.ts';
import { trimmedText } from '../../wire/trimmed-text.ts';
import { controlProblems } from '../control-text.ts';
import { between, channelIndex, channels, type Problem, whole } from '../fields.ts';
import { dayWindow } from './day-time.ts';
import { windowProblems } from './rule-fields.ts';

/** How the values of several sensors are combined into one. */
export const groupings = ['mean', 'min', 'max', 'median'] as const;
export type Grouping = (typeof groupings)[number];

const figure = between(-10_000, 10_000);
const forMin = whole(0, 360);
const hysteresis = between(0, 200);
const aboveOrBelow = z.enum(['above', 'below']);

/** Fields of the weather station, and below of the forecast, that a condition may test. */
const stationFields = ['tempC', 'humidityPct', 'windMps', 'rainMmH', 'rainTodayMm'] as const;
const forecastFields = ['minC', 'maxC', 'rainMm', 'popPct', 'windMps'] as const;

/**
 * One condition: true, false, or unknown while its source is silent. It counts once it has held for `forMin` minutes.
 */
const condition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sensor'),
    sensors: channels(8, controlProblems.sensors),
    by: z.enum(groupings),
    op: z.enum(['above', 'below', 'between']),
    value: figure,
    /** The upper end of `between`. */
    value2: z.nullable(figure),
    /** A condition that is met stays met until the value has gone back by this much. */
    hysteresis,
    forMin,
  }),
  z.object({
    kind: z.literal('change'),
    sensor: channelIndex,
    op: z.enum(['rises', 'falls']),
    by: between(0.01, 10_000),
    withinMin: whole(5, 60),
    forMin,
  }),
  z.object({
    kind: z.literal('indicator'),
    areaName: trimmedText(40),
    /** Vapour pressure deficit, kPa; air temperature minus dew point, ℃. */
    indicator: z.enum(['VPD', 'DEW_POINT_GAP']),
    op: aboveOrBelow,
    value: figure,
    hysteresis,
    forMin,
  }),
  z.object({
    kind: z.literal('weather'),
    /** station: the farm's own station or, while that is silent, the public one. personal: its own alone. */
    source: z.enum(['station', 'personal']),
    field: z.enum(stationFields),
    op: aboveOrBelow,
    value: figure,
    hysteresis,
    forMin,
  }),
  z.object({
    kind: z.literal('forecast'),
    field: z.enum(forecastFields),
    nextHours: whole(1, 48),
    op: aboveOrBelow,
    value: figure,
    forMin,
  }),
  z.object({
    kind: z.literal('time'),
    windows: z.array(dayWindow).check(z.minLength(1, { error: controlProblems.windows }), z.maxLength(8)),
    forMin,
  }),
  z.object({ kind: z.literal('sun'), op: aboveOrBelow, elevationDeg: between(-18, 70), forMin }),
  z.object({
    kind: z.literal('actuator'),
    channel: channelIndex,
    op: z.enum(['on', 'off', 'above', 'below']),
    /** Threshold of above and below, %. */
    value: between(0, 100),
    forMin,
  }),
]);
export type Condition = z.infer<typeof condition>;

const match = z.enum(['all', 'any']);

/** Conditions of which all or any must hold. A group may contain one level of groups. */
export const conditionGroup = z.object({
  match,
  items: z
    .array(z.union([condition, z.object({ match, items: z.array(condition).check(z.minLength(1), z.maxLength(12)) })]))
    .check(z.minLength(1, { error: controlProblems.conditions }), z.maxLength(12)),
});
export type ConditionGroup = z.infer<typeof conditionGroup>;
type Item = ConditionGroup['items'][number];

/**
 * Hysteresis of a new condition on a sensor by type, in its unit: about the noise of such a sensor (practical
 * knowledge, like the 0.5 ℃, 3 %, 1 % and 50 ppm of the control notes).
 */
export const usualHysteresis: { readonly [Type in ChannelTypeName]?: number } = {
  TEMPERATURE: 0.5,
  SOIL_TEMPERATURE: 0.5,
  HUMIDITY: 3,
  SOIL_MOISTURE: 1,
  CO2: 50,
  SOLAR: 20,
  WIND_SPEED: 0.5,
};

/** A group with more conditions could not be read as one sentence. */
export const MAX_LEAVES = 12;

export function isGroup(item: Item): item is Exclude<Item, Condition> {
  return 'items' in item;
}

/** The single conditions of a group, each with its path within the group. */
export function leavesOf(group: ConditionGroup): { path: (string | number)[]; condition: Condition }[] {
  return group.items.flatMap((item, at) =>
    isGroup(item)
      ? item.items.map((condition, below) => ({ path: ['items', at, 'items', below], condition }))
      : [{ path: ['items', at], condition: item }],
  );
}

/** Indexes of the sensors that a condition names. */
export function sensorsAskedBy(asked: Condition): number[] {
  if (asked.kind === 'sensor') return asked.sensors;
  return asked.kind === 'change' ? [asked.sensor] : [];
}

/** What is wrong with the conditions together; paths begin with `field`. */
export function conditionProblems(group: ConditionGroup, field: string): Problem[] {
  const leaves = leavesOf(group);
  const problems: Problem[] = leaves.length > MAX_LEAVES ? [[[field, 'items'], controlProblems.tooManyConditions]] : [];
  for (const { path, condition: one } of leaves) {
    if (one.kind === 'sensor' && one.op === 'between' && (one.value2 === null || one.value2 <= one.value)) {
      problems.push([[field, ...path, 'value2'], controlProblems.value2]);
    }
    if (one.kind === 'time') {
      for (const [below, message] of windowProblems(one.windows, 'windows')) {
        problems.push([[field, ...path, ...below], message]);
      }
    }
  }
  return problems;
}
