import type { Hono } from 'hono';
import { areaValues, record, targetList } from '#contract/monitor.ts';
import { isActuator } from '#contract/sensor-types.ts';
import { DAY_MS, parseMoment } from '#contract/time.ts';
import type { Store } from '../db/open.ts';
import type { Env } from '../http/env.ts';
import { fail } from '../http/fail.ts';
import { type Guards, route } from '../http/route.ts';
import { findAreaValues } from './area-values.ts';
import { type FoundChannel, findChannels, findTargets } from './queries.ts';
import { findRecord } from './series.ts';
import { writtenRecord } from './written-record.ts';

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
      const actuators = query.devices.map((index) => pick(channels, index, true));
      const sensors = query.sensors.map((index) => pick(channels, index, false));
      const { resolution, series } = await findRecord(store, [...actuators, ...sensors], { begin, end });
      const graphs = { deviceGraph: series.slice(0, actuators.length), sensorGraph: series.slice(actuators.length) };
      return writtenRecord(graphs, { resolution, begin, end });
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
