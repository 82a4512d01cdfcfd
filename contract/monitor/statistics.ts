import * as z from 'zod/mini';
import { type MonthPart, monthParts } from '../growth-calendar/growth-calendar.ts';
import { addSeoulDays, DAY_MS, isSeoulDate, startOfSeoulDate } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';

/** A Seoul month, yyyy-MM. */
export const seoulMonthText = z.string().check(z.refine((text) => isSeoulDate(`${text}-01`)));

/** The first day of the following month, yyyy-MM-dd: four days after the 28th are always in it. */
const monthAfter = (month: string) => `${addSeoulDays(`${month}-28`, 4).slice(0, 7)}-01`;

/** The Seoul month `months` later (earlier when negative), yyyy-MM. */
export function addSeoulMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** The thirds of a Seoul month: days 1 to 10, 11 to 20, 21 to its end. Epoch ms, half open, contiguous. */
export function monthPartSpans(month: string): { part: MonthPart; begin: number; end: number }[] {
  const begin = startOfSeoulDate(`${month}-01`);
  const edges = [begin, begin + 10 * DAY_MS, begin + 20 * DAY_MS, startOfSeoulDate(monthAfter(month))];
  return monthParts.map((part, at) => ({ part, begin: edges[at] ?? begin, end: edges[at + 1] ?? begin }));
}

/** Sensor types with statistics, in the order of the specification's charts. */
export const statisticTypes = ['TEMPERATURE', 'HUMIDITY', 'SOIL_MOISTURE'] as const;
export type StatisticType = (typeof statisticTypes)[number];

/** Sensor types behind the figures of a month; irrigation needs flow meters. */
export const coveredTypes = [...statisticTypes, 'FLOW_RATE'] as const;
export type CoveredType = (typeof coveredTypes)[number];

const partStatistics = z.object({
  farmName: z.string(),
  partMonth: z.enum(monthParts),
  statisticsData: z.array(
    z.object({
      sensorType: z.enum(statisticTypes),
      /** Extremes of all sensors of the type; null without a reading. */
      maxValue: z.nullable(z.number()),
      minValue: z.nullable(z.number()),
      /** Irrigation of the whole third, kL. It belongs to no type, so every entry of a third has the same value. */
      flowValue: z.nullable(z.number()),
    }),
  ),
});
export type PartStatistics = z.infer<typeof partStatistics>;

/** With fewer farms a single one could be recognised in an average. */
export const MIN_FARMS_OF_AVERAGE = 3;

const monthQuery = z.object({ farmIndex: indexParam, baseDate: seoulMonthText });

export const innerStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/inner-sensor',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: ['/cms/monitor/statistics', '/cms/dashboard'],
  query: monthQuery,
  answer: z.object({
    data: z.object({
      baseDate: z.string(),
      /** The farm's own thirds of the month; empty without a reading in it. */
      baseStatistics: z.array(partStatistics),
      /** How many of the farm's sensors each third that has begun is based on. */
      coverage: z.array(
        z.object({
          partMonth: z.enum(monthParts),
          sensorType: z.enum(coveredTypes),
          total: z.number(),
          /** Sensors with too few readings of the third. */
          lacking: z.array(z.object({ index: z.number(), name: z.string(), areaName: z.string() })),
        }),
      ),
      /**
       * Means over farms with the same crop, each figure over at least MIN_FARMS_OF_AVERAGE farms; empty without any.
       */
      avgStatistics: z.array(partStatistics),
      /** The crop that the farms share, and how many grow it, the own one included; null without a crop. */
      sameCrop: z.nullable(z.object({ cropName: z.string(), farms: z.number() })),
    }),
  }),
  offline: 'live',
  about:
    'Returns the extremes of each third of a month in the houses of a farm, with the average of farms with the same crop.',
});
export type InnerStatistics = z.infer<(typeof innerStatistics)['answer']>['data'];

export const flowStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/flow-rate',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: ['/cms/monitor/statistics', '/cms/dashboard'],
  query: monthQuery,
  answer: z.object({
    data: z.object({
      baseDate: z.string(),
      /** Ground area used for tons per 10a, m²; null when the farm has none. */
      areaM2: z.nullable(z.number()),
      flowStatistics: z.array(
        z.object({
          farmName: z.string(),
          partMonth: z.enum(monthParts),
          /** Irrigation, kL; null without a reading. */
          flowValue: z.nullable(z.number()),
          /** The same over the area, t/10a. */
          tonsPer10a: z.nullable(z.number()),
          /** Hours with readings of the flow meter that has most of them. */
          coveredHours: z.number(),
        }),
      ),
    }),
  }),
  offline: 'live',
  about: 'Returns the irrigation of each third of a month in kL, from the flow meters of a farm.',
});
export type FlowStatistics = z.infer<(typeof flowStatistics)['answer']>['data'];

export const growthStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/growth',
  who: 'farm:read',
  farm: { from: 'query', name: 'farmIndex' },
  page: ['/cms/monitor/statistics', '/cms/dashboard'],
  query: monthQuery,
  answer: z.object({
    data: z.object({
      baseDate: z.string(),
      /** The last whole day included, yyyy-MM-dd: the end of the month, or yesterday. */
      untilOn: z.string(),
      /** Growing crops with their degree days since bud break, ℃·d. */
      crops: z.array(
        z.object({
          cropId: z.string(),
          cropName: z.string(),
          house: z.string(),
          budBreakOn: z.nullable(z.string()),
          /** null without a bud break in the year before, or without a reading since. */
          growingDegreeDays: z.nullable(z.number()),
          monthDegreeDays: z.nullable(z.number()),
          /** Days since bud break, and how many of them have too few readings and are left out. */
          days: z.number(),
          missingDays: z.number(),
        }),
      ),
      /** Daily light integrals of each sunlight sensor, mol/m²; they depend on where the sensor is mounted. */
      light: z.array(
        z.object({
          index: z.number(),
          name: z.string(),
          areaName: z.string(),
          /** Over the days of the month with enough readings; null without one. */
          mean: z.nullable(z.number()),
          days: z.number(),
          best: z.nullable(z.object({ on: z.string(), value: z.number() })),
          last: z.nullable(z.object({ on: z.string(), value: z.number() })),
        }),
      ),
    }),
  }),
  offline: 'live',
  about: 'Returns the growing degree days since bud break and the daily light integrals of a month.',
});
export type GrowthStatistics = z.infer<(typeof growthStatistics)['answer']>['data'];
