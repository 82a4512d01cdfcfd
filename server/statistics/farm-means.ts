import { monthParts } from '#contract/growth-calendar/growth-calendar.ts';
import { type PartStatistics, type StatisticType, statisticTypes } from '#contract/monitor/statistics.ts';
import { roundTo } from '../kernel/round-to.ts';
import type { PartExtremes } from './extremes.ts';
import type { PartFlow } from './irrigation.ts';

/** Litres in a kL. */
export const KILO = 1_000;

/** Collects figures of farms per third of a month; each result is the mean over the farms that have the figure. */
export type FarmMeans = {
  add(figures: { extremes: readonly PartExtremes[]; flows: readonly PartFlow[] }): void;
  /** Null when fewer than `least` farms have the figure. */
  end(part: number, type: StatisticType, end: 'min' | 'max', least: number): number | null;
  /** KL; null when fewer than `least` farms have it. */
  flow(part: number, least: number): number | null;
};

export function createFarmMeans(): FarmMeans {
  const sums = new Map<string, { farms: number; sum: number }>();
  const add = (name: string, value: number) => {
    const known = sums.get(name) ?? { farms: 0, sum: 0 };
    sums.set(name, { farms: known.farms + 1, sum: known.sum + value });
  };
  const mean = (name: string, least: number) => {
    const { farms, sum } = sums.get(name) ?? { farms: 0, sum: 0 };
    return farms < Math.max(1, least) ? null : roundTo(4, sum / farms);
  };
  return {
    add({ extremes, flows }) {
      for (const { part, type, min, max } of extremes) {
        add(`${part} ${type} min`, min);
        add(`${part} ${type} max`, max);
      }
      for (const { part, litres } of flows) add(`${part}`, litres / KILO);
    },
    end: (part, type, end, least) => mean(`${part} ${type} ${end}`, least),
    flow: (part, least) => mean(`${part}`, least),
  };
}

/** The means in the form of the answer; figures of fewer than `least` farms are null. Empty when all are null. */
export function partStatistics(
  means: FarmMeans,
  { farmName, least }: { farmName: string; least: number },
): PartStatistics[] {
  const parts = monthParts.map((partMonth, part) => {
    const flowValue = means.flow(part, least);
    const statisticsData = statisticTypes.map((sensorType) => ({
      sensorType,
      maxValue: means.end(part, sensorType, 'max', least),
      minValue: means.end(part, sensorType, 'min', least),
      flowValue,
    }));
    return { farmName, partMonth, statisticsData };
  });
  const isKnown = parts.some(({ statisticsData }) =>
    statisticsData.some(({ maxValue, flowValue }) => maxValue !== null || flowValue !== null),
  );
  return isKnown ? parts : [];
}
