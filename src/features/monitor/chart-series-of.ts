import type { MonitorRecord, Series } from '#contract/monitor/monitor.ts';
import type { ExcludedSpan } from '#contract/quality/quality.ts';
import type { Point } from '#contract/series/points.ts';
import { channelTypes } from '#contract/series/sensor-types.ts';
import { silentAfterMs } from '#contract/series/staleness.ts';
import type { ChartSeries } from '#src/ui/chart/chart-series.ts';

/** A record as chart series, with excluded ranges; houses are named if there are several. */
export function chartSeriesOf(
  { data, resolution }: MonitorRecord,
  exclusions: readonly ExcludedSpan[] = [],
): ChartSeries[] {
  const all = [...data.sensorGraph, ...data.deviceGraph];
  const hasHouses = new Set(all.map(({ areaName }) => areaName)).size > 1;
  const seen = new Map<string, number>();
  const describe = (series: Series): ChartSeries => {
    const { label, colour, dash, decimals, draw } = channelTypes[series.type];
    const turn = seen.get(series.type) ?? 0;
    seen.set(series.type, turn + 1);
    return {
      key: String(series.index),
      label: hasHouses ? `${series.areaName} ${series.name}` : series.name || label,
      unit: series.unit,
      colour,
      // Sensors of the same type share a colour and differ by their dash.
      dash: turn === 0 ? dash : [2 + 3 * turn, 2 + turn],
      decimals,
      stepMs: series.stepMs,
      ...(resolution === 'raw' && { gapMs: silentAfterMs(spacingOf(series)) }),
      points: series.points,
      excluded: exclusions.filter(({ channelIndex }) => channelIndex === series.index),
      kind: draw,
    };
  };
  return [...data.sensorGraph.map(describe), ...data.deviceGraph.map(describe)];
}

/** The real interval of readings: a device may have reported less often in the past. */
function spacingOf({ points, stepMs }: { points: readonly Point[]; stepMs: number }): number {
  const distances = points.slice(1).map(([at], i) => at - (points[i]?.[0] ?? at));
  distances.sort((a, b) => a - b);
  return Math.max(stepMs, distances[distances.length >> 1] ?? 0);
}
