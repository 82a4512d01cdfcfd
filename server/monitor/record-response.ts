import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { SerializedAnswer } from '../http/route.ts';
import { bareGraph, graphAsJson, type WrittenSeries } from './series.ts';

type Graphs = { deviceGraph: readonly WrittenSeries[]; sensorGraph: readonly WrittenSeries[] };

/** The record as JSON, around points that are JSON already. Only the part without the points is validated. */
export function recordResponse(
  { deviceGraph, sensorGraph }: Graphs,
  rest: Omit<MonitorRecord, 'data'>,
): SerializedAnswer<MonitorRecord> {
  const data = { deviceGraph: bareGraph(deviceGraph), sensorGraph: bareGraph(sensorGraph) };
  const parts = [
    '{"data":{"deviceGraph":',
    ...graphAsJson(deviceGraph),
    ',"sensorGraph":',
    ...graphAsJson(sensorGraph),
    `},${JSON.stringify(rest).slice(1)}`,
  ];
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return new SerializedAnswer({ data, ...rest }, bytes);
}
