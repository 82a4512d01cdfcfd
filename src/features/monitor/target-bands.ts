import { periodAt } from '#contract/growth-calendar.ts';
import type { GrowthTarget } from '#contract/growth-targets.ts';
import type { MonitorRecord } from '#contract/monitor.ts';
import { DAY_MS, startOfSeoulDay } from '#contract/time.ts';
import type { ChartRange, TargetBand } from '#src/ui/chart/chart-series.ts';

/**
 * Where the growth calendar wants the air of the drawn house to be: lowest by night to highest by day, ℃, one stretch
 * for each period. None where no air temperature is drawn, and for periods in which nothing is aimed at.
 */
export function targetBandsOf(
  targets: readonly GrowthTarget[],
  { data }: MonitorRecord,
  { begin, end }: ChartRange,
): TargetBand[] {
  const house = data.sensorGraph.find(({ type }) => type === 'TEMPERATURE')?.areaName;
  if (house === undefined) return [];
  // A crop that names no house of ours still tells what grows on the farm.
  const target = targets.find((one) => one.house.trim() === house.trim()) ?? targets[0];
  if (!target) return [];
  const bands: (TargetBand & { to: number })[] = [];
  for (let day = startOfSeoulDay(begin); day < end; day += DAY_MS) {
    const period = periodAt(target, target.budBreakOn, day);
    const low = period && lowestOf(period.row);
    const high = period && highestOf(period.high);
    if (low === undefined || high === undefined) continue;
    const last = bands.at(-1);
    if (last?.to === day && last.low === low && last.high === high) last.to = day + DAY_MS;
    else bands.push({ low, high, label: `${target.cropName} 생육달력 목표`, from: day, to: day + DAY_MS });
  }
  return bands;
}

type Temperature = GrowthTarget['periods'][number]['row'];

function lowestOf(temperature: Temperature): number | undefined {
  if (temperature === 'natural') return undefined;
  return typeof temperature === 'number' ? temperature : temperature.min;
}

function highestOf(temperature: Temperature): number | undefined {
  if (temperature === 'natural') return undefined;
  return typeof temperature === 'number' ? temperature : temperature.max;
}
