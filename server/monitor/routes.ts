import type { Hono } from 'hono';
import { type AreaValues, areaValues, record, targetList } from '#contract/monitor/monitor.ts';
import { bucketLevels, bucketStart } from '#contract/time/time.ts';
import type { Store } from '../db/open.ts';
import { writeInvalidatedCache } from '../db/write-invalidated-cache.ts';
import { readRange } from '../http/read-range.ts';
import { type Guards, route, SerializedAnswer } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { findAreaValues } from './area-values.ts';
import { findChannels, findTargets, requireChannel } from './queries.ts';
import { recordResponse } from './record-response.ts';
import { findRecord } from './series.ts';

export function mountMonitor(app: Hono<Env>, guards: Guards, { store, now }: { store: Store; now(): number }): void {
  const rememberValues = writeInvalidatedCache<SerializedAnswer<AreaValues>>(store, ['farms', 'readings']);
  route(app, guards, areaValues, ({ params: { farmId } }) => {
    // Besides writes, only the ends of ten-minute buckets change the answer; so they share one cache entry.
    const at = bucketStart(now(), bucketLevels['10m']);
    return rememberValues(`${farmId} ${at}`, async () => {
      const values = await findAreaValues(store, farmId, now());
      return new SerializedAnswer(values, Buffer.from(JSON.stringify(values)));
    });
  });
  route(app, guards, targetList, ({ query }) => findTargets(store, query.farmIndex));
  route(app, guards, record, async ({ query }) => {
    const { begin, end } = readRange(query);
    const channels = await findChannels(store, [...query.devices, ...query.sensors]);
    const actuators = query.devices.map((index) => requireChannel(channels, index, true));
    const sensors = query.sensors.map((index) => requireChannel(channels, index, false));
    const { resolution, series } = await findRecord(store, [...actuators, ...sensors], { begin, end });
    const graphs = { deviceGraph: series.slice(0, actuators.length), sensorGraph: series.slice(actuators.length) };
    return recordResponse(graphs, { resolution, begin, end });
  });
}
