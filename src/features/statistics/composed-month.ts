import type { MonitorRecord, TargetList } from '#contract/monitor/monitor.ts';
import {
  coveredTypes,
  type FlowStatistics,
  type InnerStatistics,
  monthPartSpans,
  statisticTypes,
} from '#contract/monitor/statistics.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';

/** More than the record call takes at once. */
const MOST_SENSORS = 40;

/** The sensors whose extremes make a month, and its meters; null where they are too many for one record. */
export function sensorsOfMonth({ sensors }: TargetList): number[] | null {
  const types: readonly string[] = coveredTypes;
  const found = sensors.flatMap(({ devices }) =>
    devices.flatMap(({ type, index }) => (types.includes(type) ? [index] : [])),
  );
  return found.length <= MOST_SENSORS ? found : null;
}

/** Litres in a kilolitre. */
const KILO = 1000;

/**
 * What the readings themselves say of a month: highest and lowest of its thirds, as the server would find them, and what
 * its meters let through, by the hour: one of which a part is missing counts like the part that is there. Averages of
 * other farms and coverage are the server's to tell. Null without a single reading.
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
      return { sensorType, minValue, maxValue, flowValue: irrigationIn(data.sensorGraph, { begin, end }) };
    }),
  }));
  return { baseDate: month, baseStatistics, coverage: [], avgStatistics: [], sameCrop: null };
}

/** Irrigation of a composed month over the ground of its farm, m²: a kL on 10a is a ton. */
export function composedFlow({ baseDate, baseStatistics }: InnerStatistics, areaM2: number | null): FlowStatistics {
  const flowStatistics = baseStatistics.map(({ farmName, partMonth, statisticsData: [first] }) => {
    const flowValue = first?.flowValue ?? null;
    const tonsPer10a = flowValue === null || !areaM2 ? null : (flowValue * KILO) / areaM2;
    // How long the meters were heard is the server's to tell.
    return { farmName, partMonth, flowValue, tonsPer10a, coveredHours: 0 };
  });
  return { baseDate, areaM2, flowStatistics };
}

/** What meters let through, kL; null without a reading, or where no more than days are kept. */
function irrigationIn(
  series: MonitorRecord['data']['sensorGraph'],
  { begin, end }: { begin: number; end: number },
): number | null {
  const litres = series.flatMap(({ type, stepMs, points }) =>
    type !== 'FLOW_RATE' || stepMs > HOUR_MS
      ? []
      : points.flatMap(([at, , mean]) => (at >= begin && at < end ? (Math.max(0, mean) * stepMs) / MINUTE_MS : [])),
  );
  return litres.length > 0 ? litres.reduce((sum, one) => sum + one, 0) / KILO : null;
}
