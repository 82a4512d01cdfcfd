import * as z from 'zod/mini';
import { points } from '../series/points.ts';
import { channelType } from '../series/sensor-types.ts';
import { resolutions } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';

const extreme = z.object({
  /** In the sensor's unit. */
  value: z.number(),
  /** When it was reached. */
  at: instantText,
});

const sensorValue = z.object({
  index: z.number(),
  sensorName: z.string(),
  type: channelType,
  areaName: z.string(),
  unit: z.string(),
  /** The newest reading; null before the first. */
  value: z.nullable(z.number()),
  /** When it was measured, ISO instant; null before the first. */
  date: z.nullable(z.string()),
  /** True when the newest reading lies outside the plausible range. */
  isFlagged: z.boolean(),
  /** true when the newest reading is excluded by hand; missing otherwise. */
  isExcluded: z.optional(z.boolean()),
  /** Reporting interval of the sensor, ms. */
  intervalMs: z.number(),
  /** Change over the last hour, same unit; null without a reading an hour ago. */
  hourChange: z.nullable(z.number()),
  today: z.nullable(z.object({ min: extreme, max: extreme })),
  /** Extremes between the last sunset and the following sunrise; null while that night has no reading. */
  lastNight: z.nullable(z.object({ min: extreme, max: extreme })),
});
export type SensorValue = z.infer<typeof sensorValue>;

export const areaValues = endpoint({
  method: 'GET',
  path: '/api/sensor-value/group/area/farm/{farmId}',
  who: 'farm:read',
  farm: { from: 'params', name: 'farmId' },
  page: '/cms/dashboard',
  params: z.object({ farmId: indexParam }),
  answer: z.array(z.object({ areaName: z.string(), sensorValues: z.array(sensorValue) })),
  offline: 'live',
  about: 'Returns the newest values of the sensors and actuators of a farm, grouped by house.',
});
export type AreaValues = z.infer<(typeof areaValues)['answer']>;

export const target = z.object({
  index: z.number(),
  type: channelType,
  name: z.string(),
  areaName: z.string(),
  unit: z.string(),
  intervalMs: z.number(),
});
export type Target = z.infer<typeof target>;

const targetGroup = z.object({ areaName: z.string(), devices: z.array(target) });

export const targetList = endpoint({
  method: 'GET',
  path: '/api/monitor/target-list',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: '/cms/dashboard',
  query: z.object({ farmIndex: indexParam }),
  answer: z.object({
    /** Sensors, grouped by area. */
    sensors: z.array(targetGroup),
    /** Actuators, grouped by area. */
    devices: z.array(targetGroup),
  }),
  offline: 'reference',
  about: 'Lists the sensors and actuators of a farm whose readings can be requested.',
});
export type TargetList = z.infer<(typeof targetList)['answer']>;

/** Comma-separated numbers; at most 40, the most that one chart page shows. */
export const indexList = z.pipe(
  z.string().check(z.regex(/^(\d+(,\d+){0,39})?$/)),
  z.transform((text: string) => (text === '' ? [] : text.split(',').map(Number))),
);

export const series = z.object({
  index: z.number(),
  type: channelType,
  name: z.string(),
  areaName: z.string(),
  unit: z.string(),
  /** Expected distance of neighbouring points, ms; a larger distance is drawn as a gap. */
  stepMs: z.number(),
  points,
});
export type Series = z.infer<typeof series>;

export const record = endpoint({
  method: 'GET',
  path: '/api/monitor/record',
  who: 'farm:read',
  farm: [
    { from: 'query', name: 'devices', via: 'sensor', orStation: true },
    { from: 'query', name: 'sensors', via: 'sensor', orStation: true },
  ],
  page: '/cms/dashboard',
  query: z.object({
    /** Actuators, comma-separated indexes. */
    devices: z._default(indexList, []),
    /** Sensors of farms and of their weather stations, comma-separated indexes. */
    sensors: z._default(indexList, []),
    /** Seoul day (from its beginning) or ISO instant. */
    begin: z.string(),
    /** Seoul day (to its end) or ISO instant. */
    end: z.string(),
  }),
  answer: z.object({
    data: z.object({ deviceGraph: z.array(series), sensorGraph: z.array(series) }),
    resolution: z.enum(resolutions),
    /** The range of the answer, epoch ms, half open. */
    begin: z.number(),
    end: z.number(),
  }),
  errors: ['RANGE_INVALID', 'RANGE_TOO_LONG'],
  offline: 'tiles',
  about:
    'Returns readings of sensors and actuators over a range, at the finest resolution with about 1,500 points a series. If a raw series has more than 3,000 points, buckets are returned.',
});
export type MonitorRecord = z.infer<(typeof record)['answer']>;
