import * as z from 'zod/mini';
import { DAY_MS, isSeoulDate, SEOUL_OFFSET_MS, seoulParts, startOfSeoulDate } from '../time/time.ts';

/** Thirds of a month: the 1st to the 10th, the 11th to the 20th, the 21st to its end, as growers count. */
export const monthParts = ['early', 'mid', 'late'] as const;
export type MonthPart = (typeof monthParts)[number];

/** One figure, or a range. */
export const calendarAmount = z.union([
  z.number(),
  z.object({
    /** In the unit of the quantity. */
    min: z.number(),
    max: z.number(),
  }),
]);
/** A temperature in ℃, or 'natural': no target. */
export const calendarTemperature = z.union([calendarAmount, z.literal('natural')]);
type CalendarTemperature = z.infer<typeof calendarTemperature>;
/** An amount, or 'water-saving': no schedule, little water and only when trees need it. */
export const calendarWater = z.union([calendarAmount, z.literal('water-saving')]);

/** Basis of a figure: published for this crop, carried over from another crop or time, or common practice. */
const basis = z.enum(['sourced', 'interpolated', 'general']);

const sourceKeys = z.array(z.string());

/** Growth stages in the order of the year from winter on. Each calendar has its own words for them. */
export const growthStages = [
  'dormancy',
  'budBreak',
  'shootGrowth',
  'bloom',
  'fullBloom',
  'petalFall',
  'firstDrop',
  'secondDrop',
  'earlySwelling',
  'lateSwelling',
  'colouring',
  'acidLoss',
  'harvest',
  'recovery',
] as const;
export type GrowthStage = (typeof growthStages)[number];

export const calendarPeriod = z.object({
  month: z.number().check(z.gte(1), z.lte(12)),
  part: z.enum(monthParts),
  /** Days from bud break to the middle of the period; counts on into the following winter. */
  daysSinceGermination: z.number(),
  /** The growth stage as the calendar names it. */
  season: z.string(),
  /** The stages of the period; rules use these, never the words. */
  stages: z.array(z.enum(growthStages)).check(z.minLength(1)),
  /** Highest temperature by day; growers ventilate above it. */
  high: calendarTemperature,
  /** Lowest temperature at night; growers heat below it. */
  row: calendarTemperature,
  /** Tons per 10a for one watering, and days between waterings. */
  watering: calendarWater,
  wateringInterval: calendarWater,
  basis,
  basisByField: z.object({ stage: basis, temp: basis, water: basis }),
  /** Keys of the sources that the figures were read or carried over from; empty for common practice. */
  sourcesByField: z.object({ stage: sourceKeys, temp: sourceKeys, water: sourceKeys }),
  note: z.optional(z.string()),
  noteSources: z.optional(sourceKeys),
});
export type CalendarPeriod = z.infer<typeof calendarPeriod>;

/** A day of any year, MM-DD. */
export const dayOfYear = z.string().check(z.refine((text) => isSeoulDate(`2024-${text}`)));

/** A crop's year in 36 periods from January 1 on. */
const cropCalendar = z.object({
  name: z.string(),
  nameEn: z.string(),
  /** The kind of house it is made for. */
  cultivation: z.string(),
  /** Dates of bud break and full bloom that the calendar assumes. */
  budBreak: dayOfYear,
  fullBloom: dayOfYear,
  /** Months of the harvest. */
  harvest: z.array(z.number()),
  /** Keys into the sources of the collection. */
  sources: z.array(z.string()),
  /** For heated trees: no night below `row` (℃) until `untilDay` days after bud break, the end of fruit drop. */
  heated: z.object({ row: z.number(), untilDay: z.number() }),
  periods: z.array(calendarPeriod).check(z.length(36)),
});
export type CropCalendar = z.infer<typeof cropCalendar>;

/** Calendars of several crops and their sources. */
export const calendarCollection = z.object({
  about: z.string(),
  collectedOn: z.string(),
  sources: z.record(z.string(), z.object({ title: z.string(), url: z.string() })),
  crops: z.array(cropCalendar),
});

export function monthPartOf(dayOfMonth: number): MonthPart {
  if (dayOfMonth <= 10) return 'early';
  return dayOfMonth <= 20 ? 'mid' : 'late';
}

/** Index of the period that contains the instant, from 0. */
export function periodIndexOf(at: number): number {
  const { month, day } = seoulParts(at);
  return (month - 1) * 3 + monthParts.indexOf(monthPartOf(day));
}

/** End of the period that contains the instant, which is the start of the next, epoch ms. */
export function endOfPeriod(at: number): number {
  const { year, month, day } = seoulParts(at);
  const next = { early: [month, 11], mid: [month, 21], late: [month + 1, 1] }[monthPartOf(day)];
  const [nextMonth = 1, nextDay = 1] = next;
  return Date.UTC(year, nextMonth - 1, nextDay) - SEOUL_OFFSET_MS;
}

/** An older bud break belongs to an earlier season. */
const OLDEST_BUD_BREAK_MS = 400 * DAY_MS;

/**
 * How far the trees are ahead of their calendar, ms. null without a noted bud break, or when it is in the future or
 * belongs to an earlier season: the calendar's own dates then apply.
 */
export function aheadOfCalendar(budBreak: string, budBreakOn: string | null, at: number): number | null {
  if (budBreakOn === null || !isSeoulDate(budBreakOn)) return null;
  const began = startOfSeoulDate(budBreakOn);
  if (began > at || at - began > OLDEST_BUD_BREAK_MS) return null;
  const years = [-1, 0, 1].map((more) => startOfSeoulDate(`${Number(budBreakOn.slice(0, 4)) + more}-${budBreak}`));
  // Uses the nearest bud break of the calendar: a December one belongs to the spring after it.
  return years.map((own) => own - began).reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
}

/** Days of a season: it ends when the buds of the next one break. */
export const SEASON_DAYS = 365;

/**
 * When the season at `at` began, yyyy-MM-dd: the noted bud break when it is of this season, else the calendar's latest
 * one (`budBreak`, MM-DD).
 */
export function seasonBeganOn(
  budBreak: string,
  budBreakOn: string | null,
  at: number,
): { beganOn: string; isBudBreakNoted: boolean } {
  if (budBreakOn !== null && aheadOfCalendar(budBreak, budBreakOn, at) !== null) {
    return { beganOn: budBreakOn, isBudBreakNoted: true };
  }
  const { year } = seoulParts(at);
  const thisYear = `${year}-${budBreak}`;
  const beganOn = startOfSeoulDate(thisYear) <= at ? thisYear : `${year - 1}-${budBreak}`;
  return { beganOn, isBudBreakNoted: false };
}

/** The period of the trees at `at`, counted from their own bud break when it is known. */
export function periodAt<Period>(
  calendar: { budBreak: string; periods: readonly Period[] },
  budBreakOn: string | null,
  at: number,
): Period | undefined {
  const ahead = aheadOfCalendar(calendar.budBreak, budBreakOn, at) ?? 0;
  return calendar.periods[periodIndexOf(at + ahead)];
}

/** The lower end of a temperature, ℃; null without a target. */
export function lowestC(temperature: CalendarTemperature): number | null {
  if (temperature === 'natural') return null;
  return typeof temperature === 'number' ? temperature : temperature.min;
}

/** The upper end of a temperature, ℃; null without a target. */
export function highestC(temperature: CalendarTemperature): number | null {
  if (temperature === 'natural') return null;
  return typeof temperature === 'number' ? temperature : temperature.max;
}

/**
 * The crop of a house. Growers name houses freely: a crop whose house is not in `areas` applies to all houses without a
 * crop of their own.
 */
export function cropOfHouse<Crop extends { house: string }>(
  crops: readonly Crop[],
  areaName: string,
  areas: readonly string[],
): Crop | undefined {
  const known = new Set(areas.map((area) => area.trim()));
  const house = areaName.trim();
  return crops.find((crop) => crop.house.trim() === house) ?? crops.find((crop) => !known.has(crop.house.trim()));
}
