import type { Hono } from 'hono';
import { MAX_TILES, monitorTiles, tileChanges } from '#contract/series/tile-calls.ts';
import type { Store } from '../db/open.ts';
import { instanceId } from '../db/setting.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/caller.ts';
import { fail } from '../kernel/fail.ts';
import { listComparable } from '../lead-farm/queries.ts';
import { findChannels } from '../monitor/queries.ts';
import { changesSince, cursorOf, type FoundTile, findTile } from './queries.ts';

/** The right to a farm, or for a lead farm the right to the own farm it is held against. */
const farmsOf = async ({ query }: { query: { farmIndex: number; beside?: number | undefined } }) => [
  query.beside ?? query.farmIndex,
];

export function mountTiles(app: Hono<Env>, guards: Guards, store: Store): void {
  route(
    app,
    guards,
    tileChanges,
    async ({ query: { farmIndex, beside, since } }) => {
      const comparable = beside === undefined ? null : await listComparable(store, farmIndex, beside);
      if (comparable?.length === 0) fail('NOT_FOUND');
      const seen = comparable && new Set(comparable.map(({ index }) => index));
      // The cursor first: what changes in between is then told twice and never missed.
      const cursor = await cursorOf(store, farmIndex);
      const changed = await changesSince(store, farmIndex, since);
      const instance = await instanceId(store);
      if (!seen) return { instance, cursor, changed };
      return { instance, cursor, changed: changed.filter(({ channel }) => seen.has(channel)), channels: [...seen] };
    },
    { farmsOf },
  );

  route(
    app,
    guards,
    monitorTiles,
    async ({ query: { farmIndex, beside, channels, level, tiles } }) => {
      if (channels.length * tiles.length > MAX_TILES) fail('RANGE_INVALID', { field: 'tiles' });
      const there =
        beside === undefined ? await findChannels(store, channels) : await listComparable(store, farmIndex, beside);
      const cursor = await cursorOf(store, farmIndex);
      const found: FoundTile[] = [];
      for (const index of channels) {
        const channel = there.find((one) => one.index === index && one.farmId === farmIndex) ?? fail('NOT_FOUND');
        for (const tile of tiles) found.push(await findTile(store, channel, { level, tile }));
      }
      return { cursor, tiles: found };
    },
    { farmsOf },
  );
}
