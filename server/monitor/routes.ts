import type { Hono } from 'hono';
import { areaValues, type MonitorRecord, record, targetList } from '#contract/monitor.ts';
import { isActuator } from '#contract/sensor-types.ts';
import { DAY_MS, parseMoment, resolutionFor } from '#contract/time.ts';
import type { Store } from '../db/open.ts';
import type { Env } from '../http/env.ts';
import { fail } from '../http/fail.ts';
import { type Guards, route, Written } from '../http/route.ts';
import { findAreaValues } from './area-values.ts';
import { type FoundChannel, findChannels, findSeries, findTargets, type WrittenSeries } from './queries.ts';

/** Ten years: more than any farm has kept, and a bound on one answer. */
const MAX_RANGE_MS = 3_660 * DAY_MS;

export function mountMonitor(app: Hono<Env>, guards: Guards, { store, now }: { store: Store; now(): number }): void {
  route(app, guards, areaValues, ({ params }) => findAreaValues(store, params.farmId, now()));
  route(app, guards, targetList, ({ query }) => findTargets(store, query.farmIndex));
  route(
    app,
    guards,
    record,
    async ({ query }) => {
      const { begin, end } = rangeOf(query.begin, query.end);
      const channels = await findChannels(store, [...query.devices, ...query.sensors]);
      const resolution = resolutionFor(end - begin, Math.min(...channels.map(({ intervalMs }) => intervalMs)));
      const seriesOf = async (indexes: readonly number[], actuators: boolean) => {
        const found: WrittenSeries[] = [];
        for (const index of indexes) {
          const channel = pick(channels, index, actuators);
          found.push(await findSeries(store, channel, { begin, end, resolution }));
        }
        return found;
      };
      const graphs = {
        deviceGraph: await seriesOf(query.devices, true),
        sensorGraph: await seriesOf(query.sensors, false),
      };
      return written(graphs, { resolution, begin, end });
    },
    {
      farmsOf: async ({ query }) => {
        const asked = [...query.devices, ...query.sensors];
        const channels = await findChannels(store, asked);
        if (channels.length < new Set(asked).size) fail('NOT_FOUND');
        return [...new Set(channels.map(({ farmId }) => farmId))];
      },
    },
  );
}

/** The record around points that are JSON already; what is checked is the record without them. */
function written(
  { deviceGraph, sensorGraph }: { deviceGraph: WrittenSeries[]; sensorGraph: WrittenSeries[] },
  rest: Omit<MonitorRecord, 'data'>,
): Written<MonitorRecord> {
  const bare = (graph: readonly WrittenSeries[]) => graph.map(({ head }) => ({ ...head, points: [] }));
  const text = (graph: readonly WrittenSeries[]) =>
    graph.map(({ head, points }) => `${JSON.stringify(head).slice(0, -1)},"points":${points}}`).join();
  const data = `{"deviceGraph":[${text(deviceGraph)}],"sensorGraph":[${text(sensorGraph)}]}`;
  return new Written(
    { data: { deviceGraph: bare(deviceGraph), sensorGraph: bare(sensorGraph) }, ...rest },
    `{"data":${data},${JSON.stringify(rest).slice(1)}`,
  );
}

function pick(channels: readonly FoundChannel[], index: number, actuator: boolean): FoundChannel {
  const channel = channels.find((one) => one.index === index);
  return channel && isActuator(channel.type) === actuator ? channel : fail('NOT_FOUND');
}

function rangeOf(beginText: string, endText: string): { begin: number; end: number } {
  const begin = parseMoment(beginText, 'begin');
  const end = parseMoment(endText, 'end');
  if (Number.isNaN(begin)) fail('VALIDATION', { field: 'begin' });
  if (Number.isNaN(end)) fail('VALIDATION', { field: 'end' });
  if (begin >= end || end - begin > MAX_RANGE_MS) fail('RANGE_INVALID', { field: 'end' });
  return { begin, end };
}
