import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { weatherSource } from './weather.ts';

/** What is expected of a house tonight. Temperatures in ℃. */
const houseOutlook = z.object({
  areaName: z.string(),
  /** Null with fewer than seven nights behind it. */
  expectedMinC: z.nullable(z.number()),
  /** Mean absolute error of what was said of the last thirty nights at most; null with fewer than seven of them. */
  meanErrorC: z.nullable(z.number()),
  /** How many nights stand behind the figure. */
  nights: z.number(),
  /** The lowest the crop's stage bears here; null without a crop that has a calendar. */
  limitC: z.nullable(z.number()),
  /** What the heating would have to be set to so that the limit holds; null when nothing has to be done. */
  neededTargetC: z.nullable(z.number()),
});
export type HouseOutlook = z.infer<typeof houseOutlook>;

export const outlook = endpoint({
  method: 'GET',
  path: '/api/weather/outlook/{farmIndex}',
  who: 'farm:read',
  farm: { from: 'params', name: 'farmIndex' },
  page: 'any',
  params: z.object({ farmIndex: indexParam }),
  answer: z.object({
    /** The Seoul day on which the night begins; until eight in the morning it is yesterday. */
    nightOn: z.string(),
    /** The forecast's own minimum outside, and as it comes true at the farm's public station; null where not known. */
    forecastMinC: z.nullable(z.number()),
    correctedMinC: z.nullable(z.number()),
    houses: z.array(houseOutlook),
    /** Tomorrow's maximum outside, for heat beforehand. */
    tomorrowMaxC: z.nullable(z.number()),
    /** When the forecast was issued, ISO instant; null without one. */
    issuedAt: z.nullable(z.string()),
    source: weatherSource,
  }),
  offline: 'live',
  about: 'Tonight’s minimum in each house of a farm, with how far such sentences were off lately.',
});
export type Outlook = z.infer<(typeof outlook)['answer']>;
