import { MAX_TILES } from '#contract/series/tile-calls.ts';
import type { Resolution } from '#contract/time/time.ts';
import { stationOf } from '#contract/weather/station-number.ts';
import type { WorkerEvent } from '#src/offline/messages.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import { tileKey } from '#src/offline/tile-db.ts';
import { isFresh, PREPARED_BYTES, tilesToPrepare } from '#src/offline/tile-plan.ts';
import type { Outcome } from './fetch-upstream.ts';
import { type Asker, failureOf, type SeenChannels, type SeenFarm, type TileClient } from './tile-client.ts';
import type { TilePartition, TilePartitions } from './tile-partition.ts';

type Parts = { partitions: TilePartitions; server: TileClient };

/**
 * Asks which tiles of a farm have changed since the last time, unless that was less than `lifeMs` ago, and marks them.
 * Drops all tiles when the server's database was replaced.
 */
export async function catchUp(
  { partitions, server }: Parts,
  partition: TilePartition,
  asker: Asker,
  { farm, comparedWithFarm }: SeenFarm,
  lifeMs: number,
): Promise<'done' | 'refused' | NoAnswerReason> {
  const known = await partition.store.farm(farm);
  if (known && partition.serverNow - known.checkedAt < lifeMs) return 'done';
  const since = known?.cursor ?? 0;
  const got = await server.changes(asker, { farm, comparedWithFarm }, since);
  if (got.kind === 'refused' && isGone(got.outcome)) await partitions.write(partition, (store) => store.dropFarm(farm));
  if (got.kind !== 'got') return failureOf(got);
  const { channels: listed, ...changes } = got.value;
  const checkedAt = got.serverTime;
  const reported = { farm, comparedWithFarm, since, checkedAt, listed, ...changes };
  const isNoted = await partitions.write(partition, (store) => store.noteChanges(reported));
  // Without the marks, outdated tiles would pass for current ones: the server's own answer is used.
  return isNoted ? 'done' : 'refused';
}

/** Whether the user has lost access to the farm, or to its comparison; its tiles are then deleted. */
function isGone(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 403);
}

type PreparePorts = Parts & {
  announce(news: WorkerEvent): void;
  /** Limit of the days to prefetch, for a device that may store less. */
  mostDays?: number | undefined;
  /** Ends it after the answer that is awaited. */
  stopped?: AbortSignal;
};

/** Only one prefetch runs at a time, whichever page asked. */
let running: Promise<void> = Promise.resolve();

/**
 * Prefetches the tiles of the user's farms one after the other, then those of their weather stations and of comparable
 * lead farms. Stored tiles are not fetched again.
 */
export function prepareFarms(ports: PreparePorts, asker: Asker, farms: readonly number[]): Promise<void> {
  running = running.then(async () => {
    const stations = new Map<number, SeenChannels>();
    const leads = new Map<number, SeenChannels>();
    for (const farm of farms) {
      const partition = ports.stopped?.aborted ? null : await ports.partitions.open(asker.uid);
      if (!partition) return;
      const channels = await ports.server.channels(asker, farm);
      if (channels.kind === 'silent') return;
      if (channels.kind === 'got' && !(await prepareFarm(ports, partition, asker, channels.value))) return;
      const near = await ports.server.stations(asker, farm);
      for (const station of near.kind === 'got' ? near.value : []) stations.set(station.farm, station);
      const found = await ports.server.leads(asker, farm);
      for (const lead of found.kind === 'got' ? found.value : []) {
        // The own farm with which most channels can be compared.
        const most = leads.get(lead.farm)?.channels.length ?? 0;
        if (!farms.includes(lead.farm) && lead.channels.length > most) leads.set(lead.farm, lead);
      }
    }
    for (const station of stations.values()) {
      const partition = await ports.partitions.open(asker.uid);
      if (!partition || !(await prepareFarm(ports, partition, asker, station))) return;
    }
    await dropForeignStations(ports, asker, [...stations.keys()]);
    for (const lead of leads.values()) {
      const partition = await ports.partitions.open(asker.uid);
      if (!partition) return;
      const isOwn = await mayReadWhole(ports, partition, asker, lead.farm);
      if (isOwn === undefined || (!isOwn && !(await prepareFarm(ports, partition, asker, lead)))) return;
    }
  });
  return running;
}

/** Asks about the other stored stations, so that those no farm of the user uses are dropped. */
async function dropForeignStations(ports: Parts, asker: Asker, known: readonly number[]): Promise<void> {
  const partition = await ports.partitions.open(asker.uid);
  const kept = (await partition?.store.farms().catch(() => [])) ?? [];
  for (const { farm } of kept) {
    if (!partition || stationOf(farm) === null || known.includes(farm)) continue;
    await catchUp(ports, partition, asker, { farm, comparedWithFarm: undefined }, 0).catch(() => 'offline');
  }
}

/**
 * Whether a lead farm is stored as one of the user's own and still is one; undefined when the server did not answer.
 */
async function mayReadWhole(
  ports: Parts,
  partition: TilePartition,
  asker: Asker,
  farm: number,
): Promise<boolean | undefined> {
  const known = await partition.store.farm(farm).catch(() => undefined);
  if (!known || known.comparedWithFarm !== undefined) return false;
  const changes = await catchUp(ports, partition, asker, { farm, comparedWithFarm: undefined }, 0).catch(
    () => 'offline',
  );
  if (changes === 'refused') return false;
  return changes === 'done' || undefined;
}

/** false when the server did not answer; the rest then waits for the next time. */
async function prepareFarm(
  ports: PreparePorts,
  partition: TilePartition,
  asker: Asker,
  { farm, comparedWithFarm, channels }: SeenChannels,
): Promise<boolean> {
  const { partitions, server, announce } = ports;
  try {
    const changes = await catchUp(ports, partition, asker, { farm, comparedWithFarm }, 0);
    if (changes !== 'done') return changes === 'refused';
    await partitions.write(partition, (store) => store.putChannels(farm, channels));
    const indexes = channels.map(({ index }) => index);
    if (indexes.length === 0) return true;
    let brought = await partition.store.pinnedBytes(farm);
    const wanted = tilesToPrepare(partition.serverNow, ports.mostDays);
    let present = 0;
    for (const { level, tiles } of portions(wanted, indexes.length)) {
      if (ports.stopped?.aborted) return false;
      const isThere = await areThere(partition, level, tiles, indexes);
      if (!isThere && brought < PREPARED_BYTES) {
        const got = await server.tiles(asker, { farm, comparedWithFarm, channels: indexes, level, tiles, isPinned: 1 });
        if (got.kind !== 'got') return got.kind === 'refused';
        const { cursor, rows } = got.value;
        if (!(await partitions.keep(partition, { farm, cursor, rows }))) return false;
        brought += rows.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
        present += tiles.length;
      } else if (isThere) present += tiles.length;
      await note(ports, partition, farm, { tiles: present, wanted: wanted.length, at: partition.serverNow });
    }
    announce({ type: 'prepared', uid: asker.uid });
    return true;
  } catch {
    // Storage hangs or is full; stored tiles can still be used.
    return false;
  }
}

async function note(
  { partitions, announce }: PreparePorts,
  partition: TilePartition,
  farm: number,
  prepared: { tiles: number; wanted: number; at: number },
): Promise<void> {
  await partitions.write(partition, (store) => store.notePrepared(farm, prepared));
  announce({ type: 'prepared', uid: partition.uid });
}

/** Tiles of one level, grouped so that one answer may hold them and arrives within a few seconds. */
function portions(
  wanted: readonly { level: Resolution; tile: number }[],
  channels: number,
): { level: Resolution; tiles: number[] }[] {
  const most = Math.max(1, Math.min(10, Math.floor(MAX_TILES / channels)));
  const found: { level: Resolution; tiles: number[] }[] = [];
  for (const { level, tile } of wanted) {
    const last = found.at(-1);
    if (last && last.level === level && last.tiles.length < most) last.tiles.push(tile);
    else found.push({ level, tiles: [tile] });
  }
  return found;
}

async function areThere(
  { store, serverNow }: TilePartition,
  level: Resolution,
  tiles: readonly number[],
  channels: readonly number[],
): Promise<boolean> {
  const keys = tiles.flatMap((tile) => channels.map((channel) => tileKey({ channel, level, tile })));
  const rows = await store.tiles(keys);
  return rows.every((row) => row !== undefined && isFresh(row, serverNow));
}
