import {
  aheadOfCalendar,
  cropOfHouse,
  endOfPeriod,
  highestC,
  lowestC,
  periodIndexOf,
} from '#contract/growth-calendar/growth-calendar.ts';
import type { GrowthTarget } from '#contract/growth-calendar/growth-targets.ts';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { startOfSeoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import type { ChartRange, TargetBand } from '#src/ui/chart/chart-series.ts';

/** The calendars of a farm's crops, and the names of its houses. */
export type FarmTargets = { targets: readonly GrowthTarget[]; areas: readonly string[] };

/**
 * The growth calendar's target of the drawn house: nightly minimum to daily maximum, ℃, one band per period. Empty if
 * no air temperature is drawn, for a house without a crop, and for periods without a target.
 */
export function targetBandsOf(
  { targets, areas }: FarmTargets,
  { data }: MonitorRecord,
  { begin, end }: ChartRange,
  nameOf: (cropName: string) => string,
): TargetBand[] {
  const house = data.sensorGraph.find(({ type }) => type === 'TEMPERATURE')?.areaName;
  if (house === undefined) return [];
  const target = cropOfHouse(targets, house, areas);
  if (!target) return [];
  const bands: (TargetBand & { to: number })[] = [];
  for (const { from, to, period } of periodsOf(target, begin, end)) {
    const [low, high] = [lowestC(period.row), highestC(period.high)];
    if (low === null || high === null) continue;
    const last = bands.at(-1);
    if (last?.to === from && last.low === low && last.high === high) last.to = to;
    else bands.push({ low, high, label: nameOf(target.cropName), from, to });
  }
  return bands;
}

type Period = GrowthTarget['periods'][number];

/** The periods of the crop in [begin, end), counted from its own bud break. */
function periodsOf(target: GrowthTarget, begin: number, end: number) {
  const { budBreak, budBreakOn, periods } = target;
  const broke = budBreakOn === null ? Number.NaN : startOfSeoulDate(budBreakOn);
  const found: { from: number; to: number; period: Period }[] = [];
  for (let from = startOfSeoulDay(begin); from < end; ) {
    const ahead = aheadOfCalendar(budBreak, budBreakOn, from) ?? 0;
    const over = endOfPeriod(from + ahead) - ahead;
    const to = broke > from && broke < over ? broke : over;
    const period = periods[periodIndexOf(from + ahead)];
    if (period) found.push({ from, to, period });
    from = to;
  }
  return found;
}
