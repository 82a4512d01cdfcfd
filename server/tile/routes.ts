import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { leadTileChanges, leadTiles, MAX_TILES, monitorTiles, tileChanges } from '#contract/series/tile-calls.ts';
import type { Resolution } from '#contract/time/time.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { instanceId } from '../db/instance.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route, SerializedAnswer } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';
import { listComparable } from '../lead-farm/queries.ts';
import { type FoundChannel, findChannels } from '../monitor/queries.ts';
import { changesSince, cursorOf, findTile } from './queries.ts';

/** Checks and writes one tile. */
const tiles = monitorTiles.answer.shape.tiles;
const written = (tile: z.infer<typeof tiles>[number]) => JSON.stringify(z.encode(tiles, [tile])[0]);

type TilesWanted = { channels: readonly number[]; level: Resolution; tiles: readonly number[] };

export function mountTiles(app: Hono<Env>, guards: Guards, store: Store): void {
  /** Fails with NOT_FOUND unless all wanted channels are among those in `there`. */
  const tilesOf = async (farmId: number, { channels, level, tiles }: TilesWanted, there: readonly FoundChannel[]) => {
    if (channels.length * tiles.length > MAX_TILES) fail('RANGE_INVALID', { field: 'tiles' });
    const cursor = await cursorOf(store, farmId);
    const texts: string[] = [];
    for (const index of channels) {
      const channel = there.find((one) => one.index === index && one.farmId === farmId) ?? fail('NOT_FOUND');
      // Each is written when it was found: hundreds of them at the end would hold the thread.
      for (const tile of tiles) texts.push(written(await findTile(store, channel, { level, tile })));
    }
    const answer = Buffer.from(`{"cursor":${cursor},"tiles":[${texts.join(',')}]}`);
    return new SerializedAnswer<AnswerOf<typeof monitorTiles>>({ cursor, tiles: [] }, answer);
  };
  const changesOf = async (farmId: number, since: number) => {
    // Reads the cursor first: a change in between is then reported twice, but never missed.
    const cursor = await cursorOf(store, farmId);
    const changed = await changesSince(store, farmId, since);
    return { instance: await instanceId(store), cursor, changed, keptSince: store.horizons.keptSince() };
  };

  route(app, guards, tileChanges, ({ query: { farmIndex, since } }) => changesOf(farmIndex, since));
  route(app, guards, monitorTiles, async ({ query: { farmIndex, ...wanted } }) =>
    tilesOf(farmIndex, wanted, await findChannels(store, wanted.channels)),
  );

  route(app, guards, leadTileChanges, async ({ query: { farmIndex, leadFarmIndex, since } }) => {
    const comparable = await listComparable(store, leadFarmIndex, farmIndex);
    if (comparable.length === 0) fail('NOT_FOUND');
    const channels = comparable.map(({ index }) => index);
    const { changed, ...rest } = await changesOf(leadFarmIndex, since);
    return { ...rest, changed: changed.filter(({ channel }) => channels.includes(channel)), channels };
  });
  route(app, guards, leadTiles, async ({ query: { farmIndex, leadFarmIndex, ...wanted } }) =>
    tilesOf(leadFarmIndex, wanted, await listComparable(store, leadFarmIndex, farmIndex)),
  );
}
