import type { Hono } from 'hono';
import { humidity, humidityTargets } from '#contract/monitor/humidity.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { findChannels } from '../monitor/queries.ts';
import { findHumidity, findHumidityTargets } from './queries.ts';

export function mountHumidity(app: Hono<Env>, guards: Guards, { store, now }: { store: Store; now(): number }): void {
  const sensorOf = async (index: number) => {
    const [channel] = await findChannels(store, [index]);
    return channel?.type === 'HUMIDITY' ? channel : fail('NOT_FOUND');
  };
  route(app, guards, humidityTargets, ({ query }) => findHumidityTargets(store, query.farmIndex));
  route(app, guards, humidity, async ({ query }) => findHumidity(store, await sensorOf(query.sensorIndex), now()));
}
