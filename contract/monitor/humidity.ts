import * as z from 'zod/mini';
import { growthStages } from '../growth-calendar/growth-calendar.ts';
import { points } from '../series/points.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { target } from './monitor.ts';

const humidityTarget = z.extend(target, {
  /** The temperature sensor of the same house; null: no deficit and no dew point can be calculated. */
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
  about: 'Lists the humidity sensors of a farm by house, each with its temperature sensor.',
});
export type HumidityTargets = z.infer<(typeof humidityTargets)['answer']>;

/** Summary of the air over a period, from ten-minute buckets; hours with a decimal. */
const airPeriod = z.object({
  /** Epoch ms, half open. */
  begin: z.number(),
  end: z.number(),
  /** Hours with readings of humidity, to which the figures below refer. */
  coveredHours: z.number(),
  /** Hours at or above WET_HUMIDITY or with leaves at or above WET_LEAF, and the longest run of them. */
  wetHours: z.number(),
  longestWetHours: z.number(),
  /** Wet hours between 15 and 25 ℃, which favour grey mould, and the mean temperature of all wet hours. */
  wetMildHours: z.nullable(z.number()),
  wetMeanC: z.nullable(z.number()),
  /** Hours with likely condensation, and the end of the last one; null without a temperature. */
  condensingHours: z.nullable(z.number()),
  condensingUntil: z.nullable(z.number()),
  /** Lowest and highest ten-minute mean of the deficit, kPa. */
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
    /** The leaf wetness sensor of the same house, which also counts for wet hours; null without one. */
    leafSensor: z._default(z.nullable(target), null),
    /**
     * The newest good reading and what is calculated from it; `temperature` is of the same minutes, null without one.
     */
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
    /** The growth stage today of the crop of the house, as its calendar names it; null without one. */
    season: z.nullable(z.string()),
    /** The stages behind that name; none without a calendar. */
    stages: z.array(z.enum(growthStages)),
    /**
     * The last seven days in ten-minute steps. The deficit is calculated from the mean air of each step, so min, mean
     * and max are equal.
     */
    graph: z.object({
      begin: z.number(),
      end: z.number(),
      stepMs: z.number(),
      humidity: points,
      deficit: points,
    }),
  }),
  offline: 'live',
  about: 'Returns the humidity of a house with vapour pressure deficit, dew point, wet hours and risk of condensation.',
});
export type HumidityAnswer = z.infer<(typeof humidity)['answer']>;
