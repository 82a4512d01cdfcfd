import * as z from 'zod/mini';
import { growthStages } from '../growth-calendar/growth-calendar.ts';
import { points } from '../series/points.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { target } from './monitor.ts';

const humidityTarget = z.extend(target, {
  /** The temperature sensor of the same house; null: no deficit and no dew point can be told. */
  temperatureIndex: z.nullable(z.number()),
});

export const humidityTargets = endpoint({
  method: 'GET',
  path: '/api/monitor/humidity/target-list',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: '/cms/monitor/humidity',
  query: z.object({ farmIndex: indexParam }),
  answer: z.object({ sensors: z.array(z.object({ areaName: z.string(), devices: z.array(humidityTarget) })) }),
  offline: 'reference',
  about: 'Humidity sensors of a farm by area, each with the temperature sensor that belongs to it.',
});
export type HumidityTargets = z.infer<(typeof humidityTargets)['answer']>;

/** What the air did in a stretch of time, from ten-minute buckets; hours with a decimal. */
const airPeriod = z.object({
  /** Epoch ms, half open. */
  begin: z.number(),
  end: z.number(),
  /** Hours for which there are readings of humidity: the figures below speak for these. */
  coveredHours: z.number(),
  /** Hours at or above WET_HUMIDITY or with leaves at or above WET_LEAF, and the longest of them without a break. */
  wetHours: z.number(),
  longestWetHours: z.number(),
  /** Of the wet hours those between 15 and 25 ℃, which grey mould likes, and the mean temperature of all of them. */
  wetMildHours: z.nullable(z.number()),
  wetMeanC: z.nullable(z.number()),
  /** Hours in which water is likely to settle, and when the last of them ended; null without a temperature. */
  condensingHours: z.nullable(z.number()),
  condensingUntil: z.nullable(z.number()),
  /** Lowest and highest of the ten-minute means of the deficit, kPa. */
  deficit: z.nullable(z.object({ min: z.number(), max: z.number() })),
});
export type AirPeriod = z.infer<typeof airPeriod>;

export const humidity = endpoint({
  method: 'GET',
  path: '/api/monitor/humidity',
  who: 'farm:read',
  farm: { from: 'query', name: 'sensorIndex', via: 'sensor' },
  page: '/cms/monitor/humidity',
  query: z.object({ sensorIndex: indexParam }),
  answer: z.object({
    sensor: target,
    temperatureSensor: z.nullable(target),
    /** The leaf wetness sensor of the same house, which counts for wet hours beside the humidity; null: none is there. */
    leafSensor: z._default(z.nullable(target), null),
    /** The newest good reading with what follows from it; the temperature of the same minutes, null without one. */
    now: z.nullable(
      z.object({
        /** ISO instant. */
        date: z.string(),
        humidity: z.number(),
        temperature: z.nullable(z.number()),
        /** Vapour pressure deficit, kPa. */
        deficit: z.nullable(z.number()),
        dewPoint: z.nullable(z.number()),
        isCondensing: z.nullable(z.boolean()),
      }),
    ),
    lastNight: airPeriod,
    last24Hours: airPeriod,
    last7Days: airPeriod,
    /** What its calendar calls the growth stage today of the crop of the house; null where it has none. */
    season: z.nullable(z.string()),
    /** The stages that stands for; none without a calendar. */
    stages: z.array(z.enum(growthStages)),
    /** The last seven days in ten-minute steps. The deficit is that of the mean air of each step: one figure thrice. */
    graph: z.object({
      begin: z.number(),
      end: z.number(),
      stepMs: z.number(),
      humidity: points,
      deficit: points,
    }),
  }),
  offline: 'live',
  about: 'Humidity of a house with vapour pressure deficit, dew point, hours of wetness and risk of condensation.',
});
export type HumidityAnswer = z.infer<(typeof humidity)['answer']>;
