// A process with a store of its own, to be killed: does what its parent sends, one thing after another, and answers.
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import type { Point } from '#contract/series/points.ts';
import { tileBegin, tilesOf } from '#contract/series/tile.ts';
import { unpackPoints } from '#contract/series/tile-columns.ts';
import { DAY_MS, type Resolution, resolutions } from '#contract/time/time.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { createDeviceCache } from '#server/device/device-cache.ts';
import { createGate } from '#server/ingest/accept.ts';
import { dropOldReadings } from '#server/ingest/retention.ts';
import { sealDays } from '#server/ingest/seal-days.ts';
import { findChannels } from '#server/monitor/queries.ts';
import { addExclusion, endExclusion } from '#server/quality/commands.ts';
import { createExclusionCache } from '#server/quality/exclusion-cache.ts';
import { finishRebuilding, rebuildableSince, rebuildExcluded } from '#server/quality/rebuild-rollups.ts';
import { changesSince, cursorOf, findTile } from '#server/tile/queries.ts';
import { allBuckets, allReadings } from './store.ts';

const RAW_DAYS = 400;

export type Sent = { sensor: string; at: number; value: number };
export type Span = { channelId: number; from: number; to: number };

/** What it does; all of it may be asked again where the answer was lost. `name` stands for one exclusion. */
export type Asked =
  | { does: 'store'; readings: readonly Sent[] }
  | { does: 'exclude'; name: string; span: Span }
  | { does: 'lift'; name: string; span: Span }
  | { does: 'seal'; now: number }
  | { does: 'drop'; before: number; levels: readonly Resolution[] }
  | { does: 'tell'; begin: number; end: number; since: number };

export type Tiles = Record<Resolution, Point[]>;
export type Told = {
  readings: Awaited<ReturnType<typeof allReadings>>;
  buckets: Awaited<ReturnType<typeof allBuckets>>;
  newest: { channelId: number; at: number; value: number }[];
  /** The points of all tiles by channel and level. */
  tiles: Record<number, Tiles>;
  cursor: number;
  changes: Awaited<ReturnType<typeof changesSince>>;
};

async function doer(store: Store, { key, now }: { key: string; now: number }) {
  const device = await createDeviceCache(store).byKey(key);
  if (!device) throw new Error('its device is not known');
  const { farmId } = device;
  const findExcluded = createExclusionCache(store);
  const log = pino({ level: 'silent' });
  const gate = createGate(store, { now: () => now, rawRetentionDays: RAW_DAYS, onCommitted() {}, findExcluded, log });
  const noted = (name: string) =>
    store.db
      .selectFrom('exclusion')
      .select(['exclusion_id as id', 'lifted_at as liftedAt'])
      .where('farm_id', '=', farmId)
      .where('reason', '=', name)
      .executeTakeFirst();
  const rebuild = (id: number, liftedAt: number | null, { channelId, from, to }: Span) => {
    const since = rebuildableSince(store, now, RAW_DAYS);
    return rebuildExcluded(store, { id, farmId, channelId, liftedAt, from: Math.max(from, since), to });
  };
  const by = { userId: 1, at: now };
  await finishRebuilding(store, { now, rawRetentionDays: RAW_DAYS });
  return async (asked: Asked): Promise<unknown> => {
    if (asked.does === 'store') return gate.accept(device, asked.readings);
    if (asked.does === 'seal') return sealDays(store, { now: asked.now });
    if (asked.does === 'exclude') {
      const { channelId, from, to } = asked.span;
      const fields = { channelIndex: channelId, from, to, reason: asked.name };
      const add = () => store.db.transaction().execute((trx) => addExclusion(trx, farmId, fields, by));
      return rebuild((await noted(asked.name))?.id ?? (await add()), null, asked.span);
    }
    if (asked.does === 'lift') {
      const known = await noted(asked.name);
      if (!known) throw new Error('there is nothing to lift');
      if (known.liftedAt === null)
        await store.db.transaction().execute((trx) => endExclusion(trx, { farmId, id: known.id }, by));
      return rebuild(known.id, by.at, asked.span);
    }
    if (asked.does === 'drop') {
      const kept = { raw: Infinity, '10m': Infinity, '1h': Infinity, '1d': Infinity };
      for (const level of asked.levels) kept[level] = 1;
      return dropOldReadings(store, { now: asked.before + DAY_MS, retentionDays: kept });
    }
    const channels = await findChannels(store, [...device.byIndex.keys()]);
    const tiles: Told['tiles'] = {};
    for (const channel of channels) {
      const found: Tiles = { raw: [], '10m': [], '1h': [], '1d': [] };
      for (const level of resolutions) {
        for (const tile of tilesOf(asked.begin, asked.end, level)) {
          const { columns } = await findTile(store, channel, { level, tile });
          found[level].push(...unpackPoints(columns, tileBegin(tile, level)));
        }
      }
      tiles[channel.index] = found;
    }
    const newest = store.db.selectFrom('latest').select(['channel_id as channelId', 'at', 'value']);
    const told: Told = {
      ...{ tiles, readings: await allReadings(store), buckets: await allBuckets(store) },
      newest: await newest.where('farm_id', '=', farmId).orderBy('channel_id').execute(),
      cursor: await cursorOf(store, farmId),
      changes: await changesSince(store, farmId, asked.since),
    };
    return told;
  };
}

/** Ends this process before it has said so many things more to the database; Infinity: never. */
let killIn = Number.POSITIVE_INFINITY;

function count(): void {
  killIn -= 1;
  if (killIn === 0) process.kill(process.pid, 'SIGKILL');
}

/** The same functions, each call of which counts. */
function counted<Functions extends object>(functions: Functions): Functions {
  return new Proxy(functions, {
    get(of, name) {
      count();
      return Reflect.get(of, name);
    },
  });
}

/** The same store, in which all that is said counts. */
function countedStore(store: Store): Store {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = store.db.withPlugin(plugin);
  return {
    ...{ ...store, db, readings: counted(store.readings), tileChanges: counted(store.tileChanges) },
    storing: (_farms, run) => db.transaction().execute(run),
  };
}

const [place = '', key = '', now = ''] = process.argv.slice(2);
const act = await doer(countedStore(await openStore(place)), { key, now: Number(now) });
process.on('disconnect', () => process.exit());
process.on('message', async ({ asked, killAt }: { asked: Asked; killAt?: number }) => {
  killIn = killAt ?? Number.POSITIVE_INFINITY;
  try {
    process.send?.({ value: await act(asked) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) });
  }
});
process.send?.({});
