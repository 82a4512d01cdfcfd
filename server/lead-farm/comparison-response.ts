import type { LeadRecord } from '#contract/farm/lead-farm.ts';
import { SerializedAnswer } from '../http/route.ts';
import { bareGraph, graphAsJson, type WrittenSeries } from '../monitor/series.ts';

type Graph = readonly WrittenSeries[];

/**
 * The comparison as JSON, around points that are JSON already. Only the part without the points is validated. `graphs`
 * are the own actuators and sensors, then those of lead farms.
 */
export function comparisonResponse(
  [myDevices = [], mySensors = [], leadDevices = [], leadSensors = []]: readonly Graph[],
  rest: Omit<LeadRecord, 'data'>,
): SerializedAnswer<LeadRecord> {
  const bare = (deviceGraph: Graph, sensorGraph: Graph) => ({
    deviceGraph: bareGraph(deviceGraph),
    sensorGraph: bareGraph(sensorGraph),
  });
  const data = { my: bare(myDevices, mySensors), lead: bare(leadDevices, leadSensors) };
  const parts = [
    '{"data":{"my":',
    ...side(myDevices, mySensors),
    ',"lead":',
    ...side(leadDevices, leadSensors),
    `},${JSON.stringify(rest).slice(1)}`,
  ];
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return new SerializedAnswer({ data, ...rest }, bytes);
}

function side(deviceGraph: Graph, sensorGraph: Graph): (string | Uint8Array)[] {
  return ['{"deviceGraph":', ...graphAsJson(deviceGraph), ',"sensorGraph":', ...graphAsJson(sensorGraph), '}'];
}
