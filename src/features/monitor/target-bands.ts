import { aheadOfCalendar, endOfPeriod, periodIndexOf } from '#contract/growth-calendar/growth-calendar.ts';
import type { GrowthTarget } from '#contract/growth-calendar/growth-targets.ts';
import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { startOfSeoulDate, startOfSeoulDay } from '#contract/time/time.ts';
import type { ChartRange, TargetBand } from '#src/ui/chart/chart-series.ts';

/** The targets with houses that are none of these areas taken for unnamed: growers call a house what they like. */
export function byHouse(targets: readonly GrowthTarget[], areas: readonly string[]): GrowthTarget[] {
  const known = new Set(areas.map((area) => area.trim()));
  return targets.map((one) => (known.has(one.house.trim()) ? one : { ...one, house: '' }));
}

/**
 * Where the growth calendar wants the air of the drawn house to be: lowest by night to highest by day, ℃, one stretch
 * for each period. None where no air temperature is drawn, for a house without a crop, and for periods in which
 * nothing is aimed at. A crop without a house (`house` is '') counts for all houses that have none of their own.
 */
export function targetBandsOf(
  targets: readonly GrowthTarget[],
  { data }: MonitorRecord,
  { begin, end }: ChartRange,
  nameOf: (cropName: string) => string,
): TargetBand[] {
  const house = data.sensorGraph.find(({ type }) => type === 'TEMPERATURE')?.areaName;
  if (house === undefined) return [];
  const target = targets.find((one) => one.house.trim() === house.trim()) ?? targets.find((one) => one.house === '');
  if (!target) return [];
  const bands: (TargetBand & { to: number })[] = [];
  for (const { from, to, period } of periodsOf(target, begin, end)) {
    const [low, high] = [lowestOf(period.row), highestOf(period.high)];
    if (low === undefined || high === undefined) continue;
    const last = bands.at(-1);
    if (last?.to === from && last.low === low && last.high === high) last.to = to;
    else bands.push({ low, high, label: nameOf(target.cropName), from, to });
  }
  return bands;
}

type Period = GrowthTarget['periods'][number];

/** The periods that trees go through in [begin, end), counted from their own bud break from that day on. */
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

type Temperature = Period['row'];

function lowestOf(temperature: Temperature): number | undefined {
  if (temperature === 'natural') return undefined;
  return typeof temperature === 'number' ? temperature : temperature.min;
}

function highestOf(temperature: Temperature): number | undefined {
  if (temperature === 'natural') return undefined;
  return typeof temperature === 'number' ? temperature : temperature.max;
}
