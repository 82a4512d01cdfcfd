import * as z from 'zod/mini';
import { DAY_MS, isSeoulDate, SEOUL_OFFSET_MS, seoulParts, startOfSeoulDate } from '../time/time.ts';

/** Thirds of a month: the 1st to the 10th, the 11th to the 20th, the 21st to its end, as growers count. */
export const monthParts = ['early', 'mid', 'late'] as const;
export type MonthPart = (typeof monthParts)[number];

/** One figure, or from one to another. */
export const calendarAmount = z.union([
  z.number(),
  z.object({
    /** In the unit of what the figure is of. */
    min: z.number(),
    max: z.number(),
  }),
]);
/** A temperature in ℃, or 'natural': nothing is aimed at. */
export const calendarTemperature = z.union([calendarAmount, z.literal('natural')]);
type CalendarTemperature = z.infer<typeof calendarTemperature>;
/** A number, or 'water-saving': no schedule, little water and only when trees need it. */
export const calendarWater = z.union([calendarAmount, z.literal('water-saving')]);

/** What a figure rests on: published for this crop, carried over from another crop or time, or common practice. */
const basis = z.enum(['sourced', 'interpolated', 'general']);

const sourceKeys = z.array(z.string());

/** What trees go through in a year, in its order from the winter on. A calendar has words of its own for them. */
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
  /** From bud break to the middle of the period; goes on into the winter after it. */
  daysSinceGermination: z.number(),
  /** The growth stage in the calendar's own words. */
  season: z.string(),
  /** The stages the period belongs to; rules go by these and never by words. */
  stages: z.array(z.enum(growthStages)).check(z.minLength(1)),
  /** Highest by day: above it growers air. */
  high: calendarTemperature,
  /** Lowest at night: below it growers heat. */
  row: calendarTemperature,
  /** Tons per 10a at one time, and days between two times. */
  watering: calendarWater,
  wateringInterval: calendarWater,
  basis,
  basisByField: z.object({ stage: basis, temp: basis, water: basis }),
  /** What the figures were read from or carried over from, keys into the sources; none where they are general practice. */
  sourcesByField: z.object({ stage: sourceKeys, temp: sourceKeys, water: sourceKeys }),
  note: z.optional(z.string()),
});
export type CalendarPeriod = z.infer<typeof calendarPeriod>;

/** A day of any year, MM-DD. */
export const dayOfYear = z.string().check(z.refine((text) => isSeoulDate(`2024-${text}`)));

/** A crop's year in 36 periods, from the 1st of January on. */
const cropCalendar = z.object({
  name: z.string(),
  nameEn: z.string(),
  /** What kind of house it is meant for. */
  cultivation: z.string(),
  /** When the calendar itself takes buds to break and flowers to be fully out. */
  budBreak: dayOfYear,
  fullBloom: dayOfYear,
  /** Months of the harvest. */
  harvest: z.array(z.number()),
  /** Keys into the sources of the collection. */
  sources: z.array(z.string()),
  /** Trees woken by heating: no night below `row` (℃) until so many days after bud break, when fruit no longer drops. */
  heated: z.object({ row: z.number(), untilDay: z.number() }),
  periods: z.array(calendarPeriod).check(z.length(36)),
});
export type CropCalendar = z.infer<typeof cropCalendar>;

/** Calendars of several crops, and where they come from. */
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

/** Which of the 36 periods holds the instant, from 0. */
export function periodIndexOf(at: number): number {
  const { month, day } = seoulParts(at);
  return (month - 1) * 3 + monthParts.indexOf(monthPartOf(day));
}

/** When the period that holds the instant ends and the next one begins, epoch ms. */
export function endOfPeriod(at: number): number {
  const { year, month, day } = seoulParts(at);
  const next = { early: [month, 11], mid: [month, 21], late: [month + 1, 1] }[monthPartOf(day)];
  const [nextMonth = 1, nextDay = 1] = next;
  return Date.UTC(year, nextMonth - 1, nextDay) - SEOUL_OFFSET_MS;
}

/** A bud break noted longer ago than this says nothing of the season that runs now. */
const OLDEST_BUD_BREAK_MS = 400 * DAY_MS;

/**
 * How far the trees are ahead of their calendar, ms: it is read this much further on. Null without a bud break to
 * count from, or with one that lies ahead or belongs to a season long over: then the calendar's own days count.
 */
export function aheadOfCalendar(budBreak: string, budBreakOn: string | null, at: number): number | null {
  if (budBreakOn === null || !isSeoulDate(budBreakOn)) return null;
  const began = startOfSeoulDate(budBreakOn);
  if (began > at || at - began > OLDEST_BUD_BREAK_MS) return null;
  const years = [-1, 0, 1].map((more) => startOfSeoulDate(`${Number(budBreakOn.slice(0, 4)) + more}-${budBreak}`));
  // The calendar's own bud break that is nearest: one in December belongs to the spring after it.
  return years.map((own) => own - began).reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
}

/**
 * When the season that runs at `at` began, yyyy-MM-dd: with the noted bud break while it is of this season, else with the
 * newest one of the calendar (`budBreak`, MM-DD).
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

/** The period in which the trees are, counted from their own bud break where it is known. */
export function periodAt<Period>(
  calendar: { budBreak: string; periods: readonly Period[] },
  budBreakOn: string | null,
  at: number,
): Period | undefined {
  const ahead = aheadOfCalendar(calendar.budBreak, budBreakOn, at) ?? 0;
  return calendar.periods[periodIndexOf(at + ahead)];
}

/** The lower end of a temperature, ℃; null where nothing is aimed at. */
export function lowestC(temperature: CalendarTemperature): number | null {
  if (temperature === 'natural') return null;
  return typeof temperature === 'number' ? temperature : temperature.min;
}

/** The upper end of a temperature, ℃; null where nothing is aimed at. */
export function highestC(temperature: CalendarTemperature): number | null {
  if (temperature === 'natural') return null;
  return typeof temperature === 'number' ? temperature : temperature.max;
}

/**
 * The crop that stands in a house. Growers call a house what they like: a crop whose house is none of `areas` counts
 * for all houses that have none of their own.
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
