import type { CropSeason, SeasonCurve } from '#contract/growth-calendar/crop-year.ts';
import {
  aheadOfCalendar,
  endOfPeriod,
  periodIndexOf,
  SEASON_DAYS,
  seasonBeganOn,
} from '#contract/growth-calendar/growth-calendar.ts';
import { monthPartSpans } from '#contract/monitor/statistics.ts';
import {
  addSeoulDays,
  DAY_MS,
  HOUR_MS,
  seoulDate,
  seoulMonth,
  startOfSeoulDate,
  startOfSeoulDay,
} from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { type FarmCrop, findFarmCrop } from '../growth-calendar/queries.ts';
import { roundTo } from '../kernel/round-to.ts';
import { findLeadWithCrops } from '../lead-farm/queries.ts';
import { listChannels } from '../monitor/queries.ts';
import { measureParts } from './crop-year.ts';
import { type DayFigure, degreeDays, lightDays, meanOfSensors } from './growth.ts';
import { type Hour, hoursOf, sensorsOf } from './hours.ts';

type Planted = FarmCrop & { calendar: NonNullable<FarmCrop['calendar']> };

/** How far bloom and harvest may differ from the calendar, days: sites on Jeju differ by up to two weeks. */
const SPREAD_DAYS = 14;
/** The same when the bud break date is known: half of it, by our own estimate. */
const SPREAD_OF_NOTED_DAYS = 7;

/** The season of a crop; undefined when the crop does not exist or has no calendar. */
export async function findCropSeason(
  store: Queries,
  { farmId, cropId }: { farmId: number; cropId: string },
  now: number,
): Promise<CropSeason | undefined> {
  const crop = await findFarmCrop(store, farmId, cropId);
  if (!crop?.calendar) return undefined;
  const planted = { ...crop, calendar: crop.calendar };
  const { beganOn, isBudBreakNoted } = seasonBeganOn(crop.calendar.budBreak, crop.budBreakOn, now);
  const began = startOfSeoulDate(beganOn);
  const { budBreak } = planted.calendar;
  const bloom = fullBloomOf(planted, began);
  const until = Math.min(startOfSeoulDay(now), began + SEASON_DAYS * DAY_MS);
  const curveFrom = (of: number, house: string, from: number) =>
    curveOf(store, { farmId: of, house }, { begin: from, end: from + (until - began) });
  const lastYear = await curveFrom(farmId, crop.house, began - SEASON_DAYS * DAY_MS);
  return {
    cropId,
    itemsName: crop.itemsName,
    house: crop.house,
    beganOn,
    isBudBreakNoted,
    daysSinceBudBreak: daysBetween(began, now),
    budBreak,
    fullBloomOn: seoulDate(bloom),
    daysSinceFullBloom: daysBetween(bloom, now),
    harvest: harvestOf(planted, began, isBudBreakNoted),
    stages: stagesOf(planted, began),
    own: await curveFrom(farmId, crop.house, began),
    lastYear: isEmpty(lastYear) ? null : lastYear,
    leadFarm: await leadFarmOf(store, { farmId, itemCode: crop.itemCode }, (of, house) => curveFrom(of, house, began)),
    ...(await judgedSince(store, { farmId, crop: planted }, began, now)),
  };
}

const daysBetween = (from: number, to: number) => Math.floor((to - from) / DAY_MS);

/** The calendar's own bud break date that corresponds to `began`, epoch ms. */
const ownBudBreak = ({ calendar }: Planted, began: number) =>
  began + (aheadOfCalendar(calendar.budBreak, seoulDate(began), began) ?? 0);

function fullBloomOf(crop: Planted, began: number): number {
  const own = ownBudBreak(crop, began);
  const year = Number(seoulDate(own).slice(0, 4));
  return began + (startOfSeoulDate(`${year}-${crop.calendar.fullBloom}`) - own);
}

/** The harvest of the calendar, moved by as much as the bud break. */
function harvestOf(crop: Planted, began: number, isNoted: boolean): CropSeason['harvest'] {
  const own = ownBudBreak(crop, began);
  const moved = began - own;
  const { harvest } = crop.calendar;
  const year = Number(seoulDate(own).slice(0, 4));
  const month = Number(seoulDate(own).slice(5, 7));
  const inOrder = harvest
    // Harvest months up to the month of bud break lie in the next year.
    .map((one) => ({ year: one <= month ? year + 1 : year, month: one }))
    .sort((a, b) => a.year - b.year || a.month - b.month);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last) return null;
  const dayOf = (one: { year: number; month: number }) => `${one.year}-${String(one.month).padStart(2, '0')}-01`;
  const monthEnd = monthPartSpans(dayOf(last).slice(0, 7)).at(-1)?.end ?? 0;
  return {
    fromOn: seoulDate(startOfSeoulDate(dayOf(first)) + moved),
    toOn: seoulDate(monthEnd - DAY_MS + moved),
    spreadDays: isNoted ? SPREAD_OF_NOTED_DAYS : SPREAD_DAYS,
  };
}

/** Merges neighbouring periods with the same name into one stage. */
function stagesOf({ calendar }: Planted, began: number): CropSeason['stages'] {
  const ahead = aheadOfCalendar(calendar.budBreak, seoulDate(began), began) ?? 0;
  const stages: CropSeason['stages'] = [];
  const over = began + SEASON_DAYS * DAY_MS;
  for (let from = began; from < over; ) {
    const to = Math.min(over, endOfPeriod(from + ahead) - ahead);
    const season = calendar.periods[periodIndexOf(from + ahead)]?.season ?? '';
    const last = stages.at(-1);
    if (last?.season === season) last.to = to;
    else stages.push({ season, from, to });
    from = to;
  }
  // The calendar's period of bud break begins some days before it: they belong to the season that ends.
  const [first] = stages;
  const [before, last] = stages.slice(-2);
  if (before && last && last !== first && last.season === first?.season) {
    before.to = last.to;
    stages.pop();
  }
  return stages;
}

/** Degree days and light of whole days in the house of a crop. */
async function curveOf(
  store: Queries,
  { farmId, house }: { farmId: number; house: string },
  { begin, end }: { begin: number; end: number },
): Promise<SeasonCurve> {
  const channels = await listChannels(store, farmId);
  const daysOf = async (type: 'TEMPERATURE' | 'SOLAR', dailyOf: (hours: Hour[]) => DayFigure[]) => {
    const hours: Hour[][] = [];
    for (const sensor of sensorsOf(type, house, channels)) hours.push(await hoursOf(store, sensor, { begin, end }));
    return hours.length > 0 ? inOrder(dailyOf(hours.flat()), { begin, end }) : [];
  };
  return {
    beganOn: seoulDate(begin),
    degreeDays: await daysOf('TEMPERATURE', (hours) => degreeDays(meanOfSensors([hours]))),
    light: await daysOf('SOLAR', (hours) => lightDays(meanOfSensors([hours]))),
  };
}

/** A value for each day; null where there is none. */
function inOrder(days: readonly DayFigure[], { begin, end }: { begin: number; end: number }): (number | null)[] {
  const byDay = new Map(days.map(({ on, value }) => [on, roundTo(2, value)]));
  const first = seoulDate(begin);
  return Array.from({ length: daysBetween(begin, end) }, (_, day) => byDay.get(addSeoulDays(first, day)) ?? null);
}

const isEmpty = ({ degreeDays: warmth, light }: SeasonCurve) => [...warmth, ...light].every((day) => day === null);

/** The lead farm to compare with: one with the same crop first. */
async function leadFarmOf(
  store: Queries,
  { farmId, itemCode }: { farmId: number; itemCode: string },
  curve: (farmId: number, house: string) => Promise<SeasonCurve>,
): Promise<CropSeason['leadFarm']> {
  const lead = await findLeadWithCrops(store, { farmId, itemCode });
  const crop = lead?.crops.find((one) => one.itemCode === itemCode) ?? lead?.crops[0];
  if (!lead || !crop) return null;
  const { index, farmName } = lead;
  return { ...(await curve(index, crop.house)), farmName, cropName: crop.itemsName };
}

/** Thirds of months since bud break with a target: those that missed it, and those that could not be judged. */
async function judgedSince(
  store: Queries,
  planted: { farmId: number; crop: Planted },
  began: number,
  now: number,
): Promise<Pick<CropSeason, 'missed' | 'unjudged' | 'judged'>> {
  const months: string[] = [];
  for (let at = began; at < now; at = monthPartSpans(seoulMonth(at)).at(-1)?.end ?? now) months.push(seoulMonth(at));
  const parts = months
    .flatMap(monthPartSpans)
    // The first hour of a third is too little to judge it.
    .filter(({ begin, end }) => end > began && begin + HOUR_MS <= now)
    .map(({ begin, end }) => ({ from: begin, to: end }));
  const measured = (await measureParts(store, planted, parts, now)).filter(
    ({ row, high }) => row !== 'natural' || high !== 'natural',
  );
  const unjudged = measured.filter(({ counted }) => counted === 0);
  return {
    missed: measured
      .filter(({ belowHours, aboveHours }) => belowHours > 0 || aboveHours > 0)
      .map(({ from, to, season, belowC, aboveC, belowHours, aboveHours }) => {
        return { from, to, season, belowC, aboveC, belowHours, aboveHours };
      }),
    unjudged: unjudged.map(({ from, to, season }) => ({ from, to, season })),
    judged: measured.length - unjudged.length,
  };
}
