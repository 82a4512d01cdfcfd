import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, seoulDate } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';

/** With fewer nights (or days) behind it a figure would be a guess. */
export const LEAST_PAST = 7;
/** Older ones are of another season. */
export const MOST_PAST = 30;

/** From here on trees need cooling in any stage, ℃: Jeju agricultural research and extension on houses in summer, 2025. */
export const HOT_C = 33;

/** From this hour of the Seoul day on the coming night is told on the start screen, until it is over. */
export const TOLD_FROM_HOUR = 15;

/**
 * A grower's night, in hours of the Seoul day on which it begins (beyond 24: of the next), half open: from the evening
 * until the sun has warmed the houses, whatever the season.
 */
export const NIGHT_HOURS = { from: 18, to: 32 } as const;

/** The Seoul day on which the night begins that runs at `now` (epoch ms) or comes next. */
export function nightOnAt(now: number): string {
  return seoulDate(now - (NIGHT_HOURS.to * HOUR_MS - DAY_MS));
}

/** The minimum of a night or the maximum of a day in a house, ℃. */
const expectation = z.object({
  /** Null with fewer than LEAST_PAST nights or days behind it. */
  expectedC: z.nullable(z.number()),
  /** Mean absolute error of what was told first of the last MOST_PAST; null with fewer than LEAST_PAST of them. */
  errorC: z.nullable(z.number()),
  /** How many nights or days stand behind the figure. */
  pastCount: z.number(),
  /** What the trees bear in their stage: at least at night, at most by day. */
  limitC: z.number(),
});

const houseOutlook = z.object({
  areaName: z.string(),
  night: z.nullable(expectation),
  day: z.nullable(expectation),
  /** The lowest of the night as far as it has passed, ℃; null before it begins. */
  measuredC: z.nullable(z.number()),
  /** What the heater holds at least tonight, ℃; null where none is known. */
  heatC: z.nullable(z.number()),
});
export type HouseOutlook = z.infer<typeof houseOutlook>;

/** The same outside, ℃. */
const outside = z.object({
  /** As the service has it. */
  forecastC: z.number(),
  /** As it comes true at the farm's public station; null where too few of them tell. */
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
    /** The Seoul day on which the night begins, until 8:00 yesterday; `day` is the one after it. */
    nightOn: z.string(),
    /** Null without a forecast of it. */
    night: z.nullable(outside),
    day: z.nullable(outside),
    /** Houses with a thermometer. */
    houses: z.array(houseOutlook),
    /** When the forecast it rests on was issued; null without one. */
    issuedAt: z.nullable(instantText),
    isSimulated: z.boolean(),
    /** Whether it is known where the farm lies; else nothing is forecast for it. */
    isPlaced: z.boolean(),
  }),
  offline: 'live',
  about:
    'Tonight’s minimum and tomorrow’s maximum in each house of a farm, with how far such figures were off lately, beside what the trees bear.',
});
export type Outlook = z.infer<(typeof outlook)['answer']>;
