import type { MonitorRecord } from '#contract/monitor/monitor.ts';
import { SerializedAnswer } from '../http/route.ts';
import type { WrittenSeries } from './series.ts';

type Graphs = { deviceGraph: readonly WrittenSeries[]; sensorGraph: readonly WrittenSeries[] };

/** The record around points that are JSON already; what is checked is the record without them. */
export function recordResponse(
  { deviceGraph, sensorGraph }: Graphs,
  rest: Omit<MonitorRecord, 'data'>,
): SerializedAnswer<MonitorRecord> {
  const data = { deviceGraph: bare(deviceGraph), sensorGraph: bare(sensorGraph) };
  const parts = [
    '{"data":{"deviceGraph":',
    ...list(deviceGraph),
    ',"sensorGraph":',
    ...list(sensorGraph),
    `},${JSON.stringify(rest).slice(1)}`,
  ];
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return new SerializedAnswer({ data, ...rest }, bytes);
}

const bare = (graph: readonly WrittenSeries[]) => graph.map(({ head }) => ({ ...head, points: [] }));

function list(graph: readonly WrittenSeries[]): (string | Uint8Array)[] {
  const parts = graph.flatMap(({ head, points }, at) => [
    `${at === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)},"points":`,
    points,
    '}',
  ]);
  return ['[', ...parts, ']'];
}
