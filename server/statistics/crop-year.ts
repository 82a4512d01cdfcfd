import { type CropYear, type MeasuredPeriod, TARGET_TOLERANCE_C } from '#contract/growth-calendar/crop-year.ts';
import {
  aheadOfCalendar,
  highestC,
  lowestC,
  monthParts,
  periodIndexOf,
} from '#contract/growth-calendar/growth-calendar.ts';
import { monthPartSpans } from '#contract/monitor/statistics.ts';
import { findingsOf } from '#contract/quality/quality-rules.ts';
import { DAY_MS, HOUR_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { type FarmCrop, findFarmCrop } from '../growth-calendar/queries.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { roundTo } from '../kernel/round-to.ts';
import { type FoundChannel, listChannels } from '../monitor/queries.ts';
import { ENOUGH_SHARE } from './coverage.ts';
import { type Hour, hoursOf, sensorsOf } from './hours.ts';
import { irrigationOf } from './irrigation.ts';
import { type Aims, doubtfulHours, judgedHours } from './judged-hours.ts';

type Part = { from: number; to: number };

/** A thermometer with its hours, the hours that may hold outliers, and the spans in which it was stuck. */
type Thermometer = {
  sensor: FoundChannel;
  hours: readonly Hour[];
  doubtful: ReadonlySet<number>;
  stuck: readonly Part[];
};

/** From the beginning of a third of a month to noon of its middle day: the 5th, 15th or 25th. */
const TO_MIDDLE_MS = 4 * DAY_MS + DAY_MS / 2;

/** The thirds of a year's months for a crop; undefined when the farm has no such crop. */
export async function findCropYear(
  store: Queries,
  { farmId, cropId }: { farmId: number; cropId: string },
  { year, now }: { year: number; now: number },
): Promise<CropYear | undefined> {
  const crop = await findFarmCrop(store, farmId, cropId);
  if (!crop) return undefined;
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
  const areaM2 = await findArea(store, farmId);
  if (!crop.calendar) return { cropId, year, areaM2, periods: [] };
  const parts = months.flatMap(monthPartSpans).map(({ begin, end }) => ({ from: begin, to: end }));
  const measured = await measureParts(store, { farmId, crop }, parts, now);
  const periods: MeasuredPeriod[] = [];
  for (const [at, month] of months.entries()) {
    const spans = monthPartSpans(month);
    const flows = (spans[0]?.begin ?? now) < now ? await irrigationOf(store, [farmId], spans) : [];
    await yieldToOthers();
    monthParts.forEach((_, part) => {
      const period = measured[at * monthParts.length + part];
      if (!period) return;
      const flow = flows.find((one) => one.part === part);
      const irrigation = {
        tonsPer10a: flow && areaM2 ? roundTo(4, flow.litres / areaM2) : null,
        coveredHours: roundTo(4, flow?.coveredHours ?? 0),
        target: tonsIn(period),
      };
      periods.push({ ...period, irrigation });
    });
  }
  return { cropId, year, areaM2, periods };
}

type Air = Omit<MeasuredPeriod, 'irrigation'>;
type Measured = Pick<
  Air,
  'min' | 'max' | 'sensors' | 'counted' | 'hours' | 'belowC' | 'aboveC' | 'belowHours' | 'aboveHours'
>;

/** Thirds of months with target and measured temperatures, for a crop with a calendar. */
export async function measureParts(
  store: Queries,
  { farmId, crop: { house, budBreakOn, calendar } }: { farmId: number; crop: FarmCrop },
  parts: readonly Part[],
  now: number,
): Promise<Air[]> {
  const channels = await listChannels(store, farmId);
  const span = { begin: parts[0]?.from ?? now, end: Math.min(parts.at(-1)?.to ?? now, now) };
  const thermometers: Thermometer[] = [];
  for (const sensor of sensorsOf('TEMPERATURE', house, channels)) {
    const hours = span.begin < span.end ? await hoursOf(store, sensor, span) : [];
    const doubtful = doubtfulHours(hours);
    await yieldToOthers();
    thermometers.push({ sensor, hours, doubtful, stuck: stuckIn(sensor.index, hours) });
    await yieldToOthers();
  }
  const measured: Air[] = [];
  for (const part of parts) {
    const middle = part.from + TO_MIDDLE_MS;
    const ahead = calendar ? (aheadOfCalendar(calendar.budBreak, budBreakOn, middle) ?? 0) : 0;
    const period = periodIndexOf(middle + ahead);
    const found = calendar?.periods[period];
    if (!found) continue;
    const { season, row, high, watering, wateringInterval } = found;
    const air = await airIn(store, thermometers, { ...part, now, aims: { lowC: lowestC(row), highC: highestC(high) } });
    await yieldToOthers();
    measured.push({ ...part, period, season, row, high, watering, wateringInterval, ...air });
  }
  return measured;
}

/** Spans in which the values do not change for longer than the air of a house ever stays constant. */
function stuckIn(channel: number, hours: readonly Hour[]): Part[] {
  const points = hours.map(({ at, min, mean, max }) => [at, min, mean, max] as const);
  return findingsOf({ channel, type: 'TEMPERATURE', points, stepMs: HOUR_MS }).filter(({ rule }) => rule === 'flat');
}

/** Extremes of all thermometers, but judged by the reliable ones only, so that a broken one gives no false alarm. */
async function airIn(
  store: Queries,
  thermometers: readonly Thermometer[],
  { from, to, now, aims }: Part & { now: number; aims: Aims },
): Promise<Measured> {
  const within = thermometers
    .filter(({ hours: [first] }) => first !== undefined && first.at < to)
    .map(({ hours, stuck, ...rest }) => ({
      ...rest,
      isStuck: stuck.some((span) => span.from < to && span.to > from),
      hours: hours.filter(({ at }) => at >= from && at < to),
    }));
  const counting = within.filter(({ sensor, isStuck, hours }) => {
    const due = Math.floor((Math.min(to, now) - from) / Math.max(HOUR_MS, sensor.intervalMs));
    return !isStuck && due > 0 && hours.length >= due * ENOUGH_SHARE;
  });
  const judged: Hour[] = [];
  for (const one of counting) {
    const others = counting.flatMap(({ sensor }) => (sensor === one.sensor ? [] : [sensor]));
    judged.push(...(await judgedHours(store, { ...one, others }, aims)));
  }
  const all = within.flatMap(({ hours }) => hours);
  const { lowC, highC } = aims;
  const coldest = lowest(judged);
  const hottest = highest(judged);
  const hoursIn = (isMeant: (hour: Hour) => boolean) => new Set(judged.filter(isMeant).map(({ at }) => at)).size;
  return {
    min: extremeOf(lowest(all), 'min'),
    max: extremeOf(highest(all), 'max'),
    sensors: within.length,
    counted: counting.length,
    hours: new Set(counting.flatMap(({ hours }) => hours.map(({ at }) => at))).size,
    belowC: lowC === null || !coldest ? null : roundTo(4, Math.max(0, lowC - coldest.min)),
    aboveC: highC === null || !hottest ? null : roundTo(4, Math.max(0, hottest.max - highC)),
    belowHours: lowC === null ? 0 : hoursIn(({ min }) => min <= lowC - TARGET_TOLERANCE_C),
    aboveHours: highC === null ? 0 : hoursIn(({ max }) => max >= highC + TARGET_TOLERANCE_C),
  };
}

const lowest = (hours: readonly Hour[]) =>
  hours.reduce<Hour | null>((low, hour) => (low && low.min <= hour.min ? low : hour), null);
const highest = (hours: readonly Hour[]) =>
  hours.reduce<Hour | null>((high, hour) => (high && high.max >= hour.max ? high : hour), null);

function extremeOf(hour: Hour | null, end: 'min' | 'max') {
  if (!hour) return null;
  return end === 'min'
    ? { value: roundTo(4, hour.min), at: hour.minAt }
    : { value: roundTo(4, hour.max), at: hour.maxAt };
}

/** The irrigation target of the calendar for a third, t/10a; null without a schedule. */
function tonsIn({ from, to, watering, wateringInterval }: Air): MeasuredPeriod['irrigation']['target'] {
  if (typeof watering === 'string' || typeof wateringInterval === 'string') return null;
  const tons = typeof watering === 'number' ? { min: watering, max: watering } : watering;
  const every =
    typeof wateringInterval === 'number' ? { min: wateringInterval, max: wateringInterval } : wateringInterval;
  const days = (to - from) / DAY_MS;
  return { min: roundTo(4, (tons.min * days) / every.max), max: roundTo(4, (tons.max * days) / every.min) };
}

/** Rounds away the floating-point error of sums; screens show one decimal. */

async function findArea({ db }: Queries, farmId: number): Promise<number | null> {
  const farm = await db.selectFrom('farm').select('area_m2 as areaM2').where('farm_id', '=', farmId).executeTakeFirst();
  return farm?.areaM2 ?? null;
}
