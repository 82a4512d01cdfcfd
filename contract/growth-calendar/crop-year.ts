import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { calendarPeriod, dayOfYear } from './growth-calendar.ts';

const cropParams = z.object({ id: z.string().check(z.maxLength(40)) });
const ofCrop = { who: 'farm:read', farm: { from: 'params', name: 'id', via: 'crop' }, page: 'any' } as const;

/** Closer to a target than this, ℃, an hour has kept it: the accuracy of the thermometers growers hang up; ours. */
export const KEPT_WITHIN_C = 0.5;

const extreme = z.nullable(
  z.object({
    /** ℃. */
    value: z.number(),
    at: instant,
  }),
);

/** What a third of a month should have been and what it was, in the houses of a crop. */
const lived = z.object({
  /** Epoch ms, half open. */
  from: z.number(),
  to: z.number(),
  /** The calendar's period in which the trees were on its middle day, from 0; it decides for all of it. */
  period: z.number(),
  ...z.pick(calendarPeriod, { season: true, row: true, high: true, watering: true, wateringInterval: true }).shape,
  /** Of all thermometers, ℃, as the statistics have them; null without a reading. */
  min: extreme,
  max: extreme,
  /** Thermometers that had told something by then, and those of them that count: they told enough and stood still nowhere. */
  sensors: z.number(),
  counted: z.number(),
  /** In how many hours those that count were heard, any of them. */
  hours: z.number(),
  /**
   * How far the lowest of those that count lies below the lowest target, ℃ (0: kept); null where nothing is aimed at or
   * none of them counts. `aboveC` is the same at the upper end.
   */
  belowC: z.nullable(z.number()),
  aboveC: z.nullable(z.number()),
  /**
   * In how many hours the lowest reading of them lay below the target by KEPT_WITHIN_C or more, for however short a
   * time; above: the highest.
   */
  belowHours: z.number(),
  aboveHours: z.number(),
  irrigation: z.object({
    /** Of the whole farm, t/10a; null without a reading or an area. */
    tonsPer10a: z.nullable(z.number()),
    /** Hours for which the flow meters told something. */
    coveredHours: z.number(),
    /** What the calendar gives in the days of the third, t/10a; null where it gives no schedule. */
    target: z.nullable(z.object({ min: z.number(), max: z.number() })),
  }),
});
export type LivedPeriod = z.infer<typeof lived>;

export const cropYear = endpoint({
  method: 'GET',
  path: '/api/crops/{id}/growth-year',
  ...ofCrop,
  params: cropParams,
  query: z.object({ year: z.pipe(indexParam, z.number().check(z.gte(2000), z.lte(2100))) }),
  answer: z.object({
    cropId: z.string(),
    year: z.number(),
    /** Ground area by which tons per 10a are told, m²; null where the farm has none written down. */
    areaM2: z.nullable(z.number()),
    /** The 36 thirds of the year's months; empty for a crop without a calendar. */
    periods: z.array(lived),
  }),
  offline: 'live',
  about: 'What each third of a year’s months should have been for a crop by its growth calendar, and what it was.',
});
export type CropYear = z.infer<(typeof cropYear)['answer']>;

/** Figures by the day from `beganOn` on; null for a day with too few readings. */
const curve = z.object({
  beganOn: z.string(),
  /** Growing degree days of each day, ℃·d; empty without a thermometer. */
  degreeDays: z.array(z.nullable(z.number())),
  /** Daily light integral, mol/m²; empty without a sunlight sensor. */
  light: z.array(z.nullable(z.number())),
});
export type SeasonCurve = z.infer<typeof curve>;

export const cropSeason = endpoint({
  method: 'GET',
  path: '/api/crops/{id}/season',
  ...ofCrop,
  params: cropParams,
  answer: z.object({
    cropId: z.string(),
    itemsName: z.string(),
    house: z.string(),
    /** When the buds broke from which the season counts, yyyy-MM-dd; the calendar's own day where nobody has noted one. */
    beganOn: z.string(),
    isBudBreakNoted: z.boolean(),
    /** Whole days. */
    daysSinceBudBreak: z.number(),
    budBreak: dayOfYear,
    /** When the calendar takes flowers to be fully out, moved with the bud break. */
    fullBloomOn: z.string(),
    /** Whole days, negative before it. */
    daysSinceFullBloom: z.number(),
    /** When the calendar takes the harvest to be, moved with the bud break, first and last day; null where it names none. */
    harvest: z.nullable(z.object({ fromOn: z.string(), toOn: z.string(), spreadDays: z.number() })),
    /** What the trees go through from bud break to the next; epoch ms, half open, one after the other. */
    stages: z.array(z.object({ season: z.string(), from: z.number(), to: z.number() })),
    own: curve,
    /** The same days a year before; null where nothing was measured then. */
    lastYear: z.nullable(curve),
    /** The same days on a lead farm, one with the same crop if there is; null without one. */
    leadFarm: z.nullable(z.extend(curve, { farmName: z.string(), cropName: z.string() })),
    /** Thirds of months since bud break in which a target was missed. */
    missed: z.array(
      z.pick(lived, {
        from: true,
        to: true,
        season: true,
        belowC: true,
        aboveC: true,
        belowHours: true,
        aboveHours: true,
      }),
    ),
    /** Thirds of months since bud break with a target of which too few readings tell whether it was kept. */
    unjudged: z.array(z.pick(lived, { from: true, to: true, season: true })),
    /** How many thirds with a target were judged, those that were missed among them. */
    judged: z.number(),
  }),
  offline: 'live',
  about: 'A crop’s season: its stages in time, warmth and light since bud break, bloom, harvest, and missed targets.',
});
export type CropSeason = z.infer<(typeof cropSeason)['answer']>;
