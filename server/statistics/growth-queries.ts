import { type GrowthStatistics, monthPartSpans } from '#contract/monitor/statistics.ts';
import { DAY_MS, isSeoulDate, seoulDate, startOfSeoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import type { Store } from '../db/open.ts';
import { roundTo } from '../kernel/round-to.ts';
import { listChannels } from '../monitor/queries.ts';
import { type DayFigure, degreeDays, type HourMean, lightDays, meanOfSensors } from './growth.ts';
import { hoursOf, sensorsOf } from './hours.ts';

/** An earlier bud break date belongs to a past season. */
const LONGEST_SEASON_MS = 400 * DAY_MS;

/** Degree days and light up to the last day of the month, or up to yesterday, because the current day is incomplete. */
export async function findGrowth(store: Store, farmId: number, month: string, now: number): Promise<GrowthStatistics> {
  const spans = monthPartSpans(month);
  const begin = spans[0]?.begin ?? 0;
  const end = Math.min(spans.at(-1)?.end ?? begin, startOfSeoulDay(now));
  const channels = await listChannels(store, farmId);
  const crops: GrowthStatistics['crops'] = [];
  for (const crop of await listCrops(store, farmId)) {
    const began = budBreakIn(crop.budBreakOn, end);
    const sensors = began === null ? [] : sensorsOf('TEMPERATURE', crop.house, channels);
    const hours: HourMean[][] = [];
    for (const sensor of sensors) hours.push(await hoursOf(store, sensor, { begin: began ?? end, end }));
    crops.push({ ...crop, ...warmth(degreeDays(meanOfSensors(hours)), { began, begin, end }) });
  }
  const light: GrowthStatistics['light'] = [];
  for (const sensor of channels.filter(({ type }) => type === 'SOLAR')) {
    const days = end > begin ? lightDays(await hoursOf(store, sensor, { begin, end })) : [];
    light.push({ index: sensor.index, name: sensor.name, areaName: sensor.areaName, ...brightness(days) });
  }
  return { baseDate: month, untilOn: seoulDate(end - 1), crops, light };
}

/** The bud break of this season, epoch ms; null when it is unknown or in the future. */
function budBreakIn(budBreakOn: string | null, end: number): number | null {
  if (budBreakOn === null || !isSeoulDate(budBreakOn)) return null;
  const began = startOfSeoulDate(budBreakOn);
  return began < end && end - began <= LONGEST_SEASON_MS ? began : null;
}

function warmth(
  days: readonly DayFigure[],
  { began, begin, end }: { began: number | null; begin: number; end: number },
) {
  const total = (among: readonly DayFigure[]) =>
    among.length > 0
      ? roundTo(
          2,
          among.reduce((sum, { value }) => sum + value, 0),
        )
      : null;
  const expected = began === null ? 0 : Math.round((end - began) / DAY_MS);
  return {
    growingDegreeDays: total(days),
    monthDegreeDays: total(days.filter(({ on }) => startOfSeoulDate(on) >= begin)),
    days: expected,
    missingDays: expected - days.length,
  };
}

function brightness(days: readonly DayFigure[]) {
  const rounded = days.map(({ on, value }) => ({ on, value: roundTo(2, value) }));
  const best = rounded.reduce<DayFigure | null>((top, day) => (top && top.value >= day.value ? top : day), null);
  const mean = days.length > 0 ? roundTo(2, days.reduce((sum, { value }) => sum + value, 0) / days.length) : null;
  return { mean, days: days.length, best, last: rounded.at(-1) ?? null };
}

async function listCrops({ db }: Store, farmId: number) {
  const rows = await db
    .selectFrom('crop')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .select([
      'crop.crop_id as cropId',
      'item_code.name',
      'crop.variety',
      'crop.house',
      'crop.bud_break_on as budBreakOn',
    ])
    .where('crop.farm_id', '=', farmId)
    .where('crop.status', '=', 'growing')
    .where('crop.deleted_at', 'is', null)
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id')
    .execute();
  return rows.map(({ cropId, name, variety, house, budBreakOn }) => ({
    cropId,
    cropName: variety && variety !== name ? `${name} ${variety}` : name,
    house,
    budBreakOn,
  }));
}
