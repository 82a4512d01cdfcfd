import type { Hono } from 'hono';
import { MAX_TILES, monitorTiles, tileChanges } from '#contract/tile-calls.ts';
import type { Store } from '../db/open.ts';
import { instanceId } from '../db/setting.ts';
import type { Env } from '../http/env.ts';
import { fail } from '../http/fail.ts';
import { type Guards, route } from '../http/route.ts';
import { findChannels } from '../monitor/queries.ts';
import { changesSince, cursorOf, type FoundTile, findTile } from './queries.ts';

export function mountTiles(app: Hono<Env>, guards: Guards, store: Store): void {
  route(app, guards, tileChanges, async ({ query: { farmIndex, since } }) => {
    // The cursor first: what changes in between is then told twice and never missed.
    const cursor = await cursorOf(store, farmIndex);
    return { instance: await instanceId(store), cursor, changed: await changesSince(store, farmIndex, since) };
  });

  route(app, guards, monitorTiles, async ({ query: { farmIndex, channels, level, tiles } }) => {
    if (channels.length * tiles.length > MAX_TILES) fail('RANGE_INVALID', { field: 'tiles' });
    const own = (await findChannels(store, channels)).filter(({ farmId }) => farmId === farmIndex);
    if (own.length < new Set(channels).size) fail('NOT_FOUND');
    const cursor = await cursorOf(store, farmIndex);
    const found: FoundTile[] = [];
    for (const index of channels) {
      const channel = own.find((one) => one.index === index) ?? fail('NOT_FOUND');
      for (const tile of tiles) found.push(await findTile(store, channel, { level, tile }));
    }
    return { cursor, tiles: found };
  });
}
