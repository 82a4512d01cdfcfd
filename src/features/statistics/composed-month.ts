import type { MonitorRecord, TargetList } from '#contract/monitor/monitor.ts';
import {
  coveredTypes,
  type FlowStatistics,
  type InnerStatistics,
  monthPartSpans,
  statisticTypes,
} from '#contract/monitor/statistics.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';

/** The most sensors that the record call takes. */
const MOST_SENSORS = 40;

/** The sensors needed for a month's extremes, and its meters; null if they are too many for one record. */
export function sensorsOfMonth({ sensors }: TargetList): number[] | null {
  const types: readonly string[] = coveredTypes;
  const found = sensors.flatMap(({ devices }) =>
    devices.flatMap(({ type, index }) => (types.includes(type) ? [index] : [])),
  );
  return found.length <= MOST_SENSORS ? found : null;
}

/** Litres per kilolitre. */
const KILO = 1000;

/**
 * A month's statistics from the readings on the device: extremes of each third, as the server computes them, and
 * irrigation by the hour; missing parts of an hour count with the mean of its readings. Averages of other farms and
 * coverage are known to the server only. Null without any reading.
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

/** Irrigation of a composed month per area, m²: 1 kL on 10a is 1 t per 10a. */
export function composedFlow({ baseDate, baseStatistics }: InnerStatistics, areaM2: number | null): FlowStatistics {
  const flowStatistics = baseStatistics.map(({ farmName, partMonth, statisticsData: [first] }) => {
    const flowValue = first?.flowValue ?? null;
    const tonsPer10a = flowValue === null || !areaM2 ? null : (flowValue * KILO) / areaM2;
    // The coverage of the meters is known to the server only.
    return { farmName, partMonth, flowValue, tonsPer10a, coveredHours: 0 };
  });
  return { baseDate, areaM2, flowStatistics };
}

/** Irrigation in kL; null without a reading, or if only daily values are stored. */
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
