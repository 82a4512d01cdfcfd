import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, seoulDate, startOfSeoulDate } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';

/** With fewer past nights (or days) an estimate would be a guess. */
export const MIN_PAST_NIGHTS = 7;
/** Older nights (or days) belong to another season. */
export const MAX_PAST_NIGHTS = 30;

/**
 * From here on trees need cooling in every stage, ℃: Jeju agricultural research and extension on houses in summer,
 * 2025.
 */
export const HOT_C = 33;

/** Hour of the Seoul day from which on the start screen shows the coming night, until it is over. */
export const SHOWN_FROM_HOUR = 15;

/**
 * A grower's night, in hours of the Seoul day on which it begins (above 24: the next day), half open: from the evening
 * until the sun has warmed the houses, in every season.
 */
export const NIGHT_HOURS = { from: 18, to: 32 } as const;

/** The Seoul day on which the present night at `now` (epoch ms), or the next one, begins. */
export function nightOnAt(now: number): string {
  return seoulDate(now - (NIGHT_HOURS.to * HOUR_MS - DAY_MS));
}

/** The night that begins on a Seoul day, epoch ms, half open. */
export function nightSpan(nightOn: string): { from: number; to: number } {
  const day = startOfSeoulDate(nightOn);
  return { from: day + NIGHT_HOURS.from * HOUR_MS, to: day + NIGHT_HOURS.to * HOUR_MS };
}

/** The minimum of a night or the maximum of a day in a house, ℃. */
const expectation = z.object({
  /** null with fewer than MIN_PAST_NIGHTS past nights or days. */
  expectedC: z.nullable(z.number()),
  /** Mean absolute error of the first estimates for the last MAX_PAST_NIGHTS; null with fewer than MIN_PAST_NIGHTS of them. */
  errorC: z.nullable(z.number()),
  /** Number of past nights or days behind the estimate. */
  pastCount: z.number(),
  /** What the trees tolerate in their stage: the lowest at night, the highest by day. */
  limitC: z.number(),
});

const houseOutlook = z.object({
  areaName: z.string(),
  night: z.nullable(expectation),
  day: z.nullable(expectation),
  /** The lowest of the night so far, ℃; null before it begins. */
  measuredC: z.nullable(z.number()),
  /** The lowest temperature that the heater holds tonight, ℃; null when unknown. */
  heatC: z.nullable(z.number()),
});
export type HouseOutlook = z.infer<typeof houseOutlook>;

/** Outside temperature, ℃. */
const outside = z.object({
  /** The service's forecast. */
  forecastC: z.number(),
  /** The forecast corrected by its past errors at the farm's public station; null with too few of them. */
  correctedC: z.nullable(z.number()),
});

export const outlook = endpoint({
  method: 'GET',
  path: '/api/weather/outlook/{farmIndex}',
  who: 'farm:read',
  farm: { from: 'params', name: 'farmIndex' },
  page: 'any',
  params: z.object({ farmIndex: indexParam }),
  answer: z.object({
    /** The Seoul day on which the night begins: yesterday until 8:00. `day` is the day after it. */
    nightOn: z.string(),
    /** null without a forecast. */
    night: z.nullable(outside),
    day: z.nullable(outside),
    /** Houses with a thermometer. */
    houses: z.array(houseOutlook),
    /** When the forecast was issued; null without one. */
    issuedAt: z.nullable(instantText),
    isSimulated: z.boolean(),
    /** Whether the location of the farm is known; without it there is no forecast. */
    isPlaced: z.boolean(),
  }),
  offline: 'live',
  about:
    'Returns the expected minimum of tonight and maximum of tomorrow in each house of a farm, with the recent error of such forecasts and the limits of the trees.',
});
export type Outlook = z.infer<(typeof outlook)['answer']>;
