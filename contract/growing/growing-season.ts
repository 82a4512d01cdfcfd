import * as z from 'zod/mini';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';

const last = z.nullable(
  z.object({
    /** In the quantity's unit. */
    value: z.number(),
    observedAt: instantText,
  }),
);

/** An observed tree with the newest figure of each quantity. */
const observedTree = z.object({
  cropId: z.string(),
  house: z.string(),
  tree: z.string(),
  observedAt: instantText,
  shootCm: last,
  fruitMm: last,
  brix: last,
  acidityPct: last,
  leafSpad: last,
  leafColour: last,
});
export type ObservedTree = z.infer<typeof observedTree>;

/** Largest number of trees in an answer; the last observed come first. */
export const MAX_TREES = 2_000;

export const observedTrees = endpoint({
  method: 'GET',
  path: '/api/farms/{id}/growing/trees',
  who: 'farm:read',
  farm: { from: 'params', name: 'id' },
  page: '/cms/growth/growing-manage',
  params: z.object({ id: indexParam }),
  answer: z.array(observedTree),
  offline: 'reference',
  about: 'Lists the observed trees of a farm, most recently observed first, each with its last measurements.',
});

/** All figures of one quantity on one Seoul day, without outliers, which are listed separately. */
const observedDay = z.object({
  on: z.string(),
  /** In the quantity's unit, as the extremes are. */
  mean: z.number(),
  min: z.number(),
  max: z.number(),
  count: z.number(),
});
export type ObservedDay = z.infer<typeof observedDay>;

const ofQuantities = <Each extends z.ZodMiniType>(each: Each) =>
  z.object({
    shootCm: z.array(each),
    fruitMm: z.array(each),
    brix: z.array(each),
    acidityPct: z.array(each),
    leafSpad: z.array(each),
    leafColour: z.array(each),
  });

const curve = z.object({
  /** The bud break from which the season's days count, yyyy-MM-dd. */
  beganOn: z.string(),
  days: ofQuantities(observedDay),
});
export type GrowthCurve = z.infer<typeof curve>;

/** A figure far from the others of the same day, in the quantity's unit. */
const outlier = z.object({ id: z.string(), tree: z.string(), observedAt: instantText, value: z.number() });

const ownCurve = z.extend(curve, { outliers: ofQuantities(outlier) });
export type OwnGrowthCurve = z.infer<typeof ownCurve>;

/** Fewest farms in an average of others, so that no farm can be identified. */
export const MIN_FARMS = 3;
/** Length of the periods of the average of others, days since bud break. */
export const STRETCH_DAYS = 10;

export const cropGrowth = endpoint({
  method: 'GET',
  path: '/api/crops/{id}/growing',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'crop' },
  page: '/cms/growth/growing-manage',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  answer: z.object({
    cropId: z.string(),
    itemsName: z.string(),
    house: z.string(),
    /** false when no bud break was noted and the calendar's date is used. */
    isBudBreakNoted: z.boolean(),
    own: ownCurve,
    /** The previous season; null when nothing was measured in it. */
    lastYear: z.nullable(ownCurve),
    /** A lead farm with the same quantities, preferably with the same crop; null without one. */
    leadFarm: z.nullable(z.extend(curve, { farmName: z.string(), cropName: z.string() })),
    /** Mean of other farms with the same crop, by periods of days since bud break in which enough farms measured. */
    others: ofQuantities(z.object({ fromDay: z.number(), mean: z.number(), farms: z.number() })),
  }),
  offline: 'reference',
  about:
    'Returns the measurements of a crop since bud break, with those of last year, of a lead farm, and the mean of other farms.',
});
export type CropGrowth = z.infer<(typeof cropGrowth)['answer']>;
