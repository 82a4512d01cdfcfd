import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instant } from '../wire/instant.ts';
import { calendarPeriod, dayOfYear } from './growth-calendar.ts';

const cropParams = z.object({ id: z.string().check(z.maxLength(40)) });
const ofCrop = { who: 'farm:read', farm: { from: 'params', name: 'id', via: 'crop' }, page: 'any' } as const;

/** An hour within this distance of a target has kept it, ℃. Our choice: the accuracy of common thermometers. */
export const TARGET_TOLERANCE_C = 0.5;

const extreme = z.nullable(
  z.object({
    /** ℃. */
    value: z.number(),
    at: instant,
  }),
);

/** Targets and measurements of a third of a month, in the houses of a crop. */
const measured = z.object({
  /** Epoch ms, half open. */
  from: z.number(),
  to: z.number(),
  /** Index of the calendar's period at the middle day, from 0; it is used for the whole third. */
  period: z.number(),
  ...z.pick(calendarPeriod, { season: true, row: true, high: true, watering: true, wateringInterval: true }).shape,
  /** Of all thermometers, ℃, as in the statistics; null without a reading. */
  min: extreme,
  max: extreme,
  /** Thermometers with readings, and how many of them are counted: those with enough readings and none stuck. */
  sensors: z.number(),
  counted: z.number(),
  /** Hours with a reading of any counted thermometer. */
  hours: z.number(),
  /**
   * How far the lowest counted reading is below the lowest target, ℃ (0: kept); null without a target or a counted
   * thermometer. `aboveC` is the same at the upper end.
   */
  belowC: z.nullable(z.number()),
  aboveC: z.nullable(z.number()),
  /**
   * Hours in which the lowest reading was below the target by TARGET_TOLERANCE_C or more, however briefly; `aboveHours` is
   * the same for the highest.
   */
  belowHours: z.number(),
  aboveHours: z.number(),
  irrigation: z.object({
    /** Of the whole farm, t/10a; null without a reading or an area. */
    tonsPer10a: z.nullable(z.number()),
    /** Hours with readings of the flow meters. */
    coveredHours: z.number(),
    /** The calendar's amount for the days of the third, t/10a; null without a schedule. */
    target: z.nullable(z.object({ min: z.number(), max: z.number() })),
  }),
});
export type MeasuredPeriod = z.infer<typeof measured>;

export const cropYear = endpoint({
  method: 'GET',
  path: '/api/crops/{id}/growth-year',
  ...ofCrop,
  params: cropParams,
  query: z.object({ year: z.pipe(indexParam, z.number().check(z.gte(2000), z.lte(2100))) }),
  answer: z.object({
    cropId: z.string(),
    year: z.number(),
    /** Ground area used for tons per 10a, m²; null when the farm has none. */
    areaM2: z.nullable(z.number()),
    /** The 36 thirds of the year's months; empty for a crop without a calendar. */
    periods: z.array(measured),
  }),
  // The server adds up a year of hours: the device's copy is shown meanwhile.
  offline: 'reference',
  about:
    'Returns for each third of a month of a year the targets of a crop by its growth calendar, and the measured temperatures and irrigation.',
});
export type CropYear = z.infer<(typeof cropYear)['answer']>;

/** Figures by day from `beganOn` on; null for a day with too few readings. */
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
    /** Bud break from which the season counts, yyyy-MM-dd; the calendar's date when none was noted. */
    beganOn: z.string(),
    isBudBreakNoted: z.boolean(),
    /** Whole days. */
    daysSinceBudBreak: z.number(),
    budBreak: dayOfYear,
    /** Full bloom by the calendar, shifted with the bud break. */
    fullBloomOn: z.string(),
    /** Negative before full bloom. */
    daysSinceFullBloom: z.number(),
    /** First and last day of the harvest by the calendar, shifted with the bud break; null when it names none. */
    harvest: z.nullable(z.object({ fromOn: z.string(), toOn: z.string(), spreadDays: z.number() })),
    /** Growth stages from one bud break to the next, contiguous; epoch ms, half open. */
    stages: z.array(z.object({ season: z.string(), from: z.number(), to: z.number() })),
    own: curve,
    /** The same days a year before; null when nothing was measured then. */
    lastYear: z.nullable(curve),
    /** The same days on a lead farm, preferably with the same crop; null without one. */
    leadFarm: z.nullable(z.extend(curve, { farmName: z.string(), cropName: z.string() })),
    /** Thirds of months since bud break in which a target was missed. */
    missed: z.array(
      z.pick(measured, {
        from: true,
        to: true,
        season: true,
        belowC: true,
        aboveC: true,
        belowHours: true,
        aboveHours: true,
      }),
    ),
    /** Thirds since bud break that have a target but too few readings to judge it. */
    unjudged: z.array(z.pick(measured, { from: true, to: true, season: true })),
    /** Number of judged thirds, the missed ones included. */
    judged: z.number(),
  }),
  offline: 'live',
  about:
    'Returns the season of a crop: growth stages, degree days and light since bud break, full bloom, harvest, and the periods with a missed target.',
});
export type CropSeason = z.infer<(typeof cropSeason)['answer']>;
