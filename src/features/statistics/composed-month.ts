import type { MonitorRecord, TargetList } from '#contract/monitor/monitor.ts';
import { type InnerStatistics, monthPartSpans, statisticTypes } from '#contract/monitor/statistics.ts';

/** More than the record call takes at once. */
const MOST_SENSORS = 40;

/** The sensors whose extremes make a month; null where they are too many for one record. */
export function sensorsOfMonth({ sensors }: TargetList): number[] | null {
  const types: readonly string[] = statisticTypes;
  const found = sensors.flatMap(({ devices }) =>
    devices.flatMap(({ type, index }) => (types.includes(type) ? [index] : [])),
  );
  return found.length <= MOST_SENSORS ? found : null;
}

/**
 * What the readings themselves say of a month: highest and lowest of its thirds, as the server would find them.
 * Irrigation, averages of other farms and coverage are the server's to tell. Null without a single reading.
 */
export function composedMonth({ data }: MonitorRecord, month: string, farmName: string): InnerStatistics | null {
  if (data.sensorGraph.every(({ points }) => points.length === 0)) return null;
  const baseStatistics = monthPartSpans(month).map(({ part: partMonth, begin, end }) => ({
    farmName,
    partMonth,
    statisticsData: statisticTypes.map((sensorType) => {
      let [minValue, maxValue]: [number | null, number | null] = [null, null];
      for (const { type, points } of data.sensorGraph) {
        if (type !== sensorType) continue;
        for (const [at, low, , high] of points) {
          if (at < begin || at >= end) continue;
          minValue = Math.min(minValue ?? low, low);
          maxValue = Math.max(maxValue ?? high, high);
        }
      }
      return { sensorType, minValue, maxValue, flowValue: null };
    }),
  }));
  return { baseDate: month, baseStatistics, coverage: [], avgStatistics: [], sameCrop: null };
}
