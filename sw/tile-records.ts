import * as z from 'zod/mini';
import { leadRecord } from '#contract/farm/lead-farm.ts';
import { record } from '#contract/monitor/monitor.ts';
import type { Point } from '#contract/series/points.ts';
import { CHANGES_LIFE_MS, tileBegin, tilesOf } from '#contract/series/tile.ts';
import { unpackPoints } from '#contract/series/tile-columns.ts';
import { parseMoment } from '#contract/time/parse-instant.ts';
import {
  type KeptSince,
  keptLevel,
  MAX_RANGE_MS,
  MAX_RAW_POINTS,
  type Resolution,
  resolutionFor,
  resolutions,
} from '#contract/time/time.ts';
import { offlinePolicies } from '#contract/wire/offline-policies.ts';
import { composeRecord, type Lines, type RecordAsked } from '#src/offline/compose-record.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import { columnsOf } from '#src/offline/tile-bytes.ts';
import { type TileChannel, type TileRow, tileKey } from '#src/offline/tile-db.ts';
import { isFresh, isSettled } from '#src/offline/tile-plan.ts';
import { pause, type Timers } from '#src/offline/timers.ts';
import type { ReadRequest } from './api-reads.ts';
import { composedResponse } from './read-response.ts';
import { type Asker, failureOf, type TileClient } from './tile-client.ts';
import type { TilePartition, TilePartitions } from './tile-partition.ts';
import { catchUp } from './tile-sync.ts';

const NOTHING_DROPPED: KeptSince = { raw: 0, '10m': 0, '1h': 0, '1d': 0 };

type TileRecordsPorts = {
  partitions: TilePartitions;
  server: TileClient;
  timers: Timers;
};

/** A record as tiles: those that are needed and those that are stored. */
type Plan = {
  asked: RecordAsked;
  level: Resolution;
  farms: number[];
  channels: Map<number, TileChannel>;
  tiles: number[];
  rows: Map<string, TileRow>;
};

/** Answers records from tiles, and fetches only tiles that are missing or may have changed. */
export class TileRecords {
  readonly #ports: TileRecordsPorts;

  constructor(ports: TileRecordsPorts) {
    this.#ports = ports;
  }

  /** null when tiles cannot answer: not a record, unknown channels, or the server refused. */
  async answer(asked: ReadRequest): Promise<Response | null> {
    const { uid, authorization, mode } = asked;
    const range = rangeOf(asked.key);
    if (!range || uid === null || mode === 'network-only') return null;
    const partition = await this.#ports.partitions.open(uid);
    if (!partition) return null;
    try {
      const plan = await this.#plan(partition, range);
      if (!plan) return null;
      if (mode === 'cache-only') {
        const best = await this.#bestOf(partition, plan);
        return best && (await this.#composed(partition, best, 'hit'));
      }
      return await this.#answer(partition, plan, { uid, authorization });
    } catch {
      // Storage hangs or a tile is corrupt: the server's own answer is used.
      return null;
    }
  }

  async #answer(partition: TilePartition, plan: Plan, asker: Asker): Promise<Response | null> {
    const { withCopyMs, withoutCopyMs } = offlinePolicies.tiles.keeping;
    const fetching = this.#bringUpToDate(partition, plan, asker);
    const patience = pause(this.#ports.timers, missing(plan).length > 0 ? withoutCopyMs : withCopyMs);
    const result = await Promise.race([fetching, patience.done.then((): NoAnswerReason => 'timeout')]);
    patience.cancel();
    if (result === 'refused') return null;
    if (result === 'complete') return isCrowded(plan) ? null : this.#composed(partition, plan, 'network');
    const best = await this.#bestOf(partition, plan);
    return best && this.#composed(partition, best, 'stale', result);
  }

  async #plan({ store }: TilePartition, asked: RecordAsked, wanted?: Resolution): Promise<Plan | null> {
    const { own, lead, begin, end } = asked;
    const sides = lead ? [own, lead] : [own];
    const known = (await store.channels(sides.flatMap(indexesOf))).filter((channel) => channel !== undefined);
    const channels = new Map(known.map((channel) => [channel.index, channel]));
    // The server decides about unknown channels and those requested under the wrong name.
    if (!sides.every((side) => isKnown(side, channels))) return null;
    const [ownFarms, leadFarms] = [farmsOf(own, channels), lead ? farmsOf(lead, channels) : []];
    const farms = [...ownFarms, ...leadFarms];
    const seen = await Promise.all(farms.map((farm) => store.farm(farm)));
    if (!seen.every((farm) => farm !== undefined)) return null;
    // The own side must come from the user's own farms, not from the channels that a lead farm shares.
    if (seen.slice(0, ownFarms.length).some(({ comparedWithFarm }) => comparedWithFarm !== undefined)) return null;
    const suiting = resolutionFor(end - begin, Math.min(...known.map(({ intervalMs }) => intervalMs)));
    const level = wanted ?? keptLevel(suiting, begin, seen[0]?.keptSince ?? NOTHING_DROPPED);
    const tiles = tilesOf(begin, end, level);
    const names = [...channels.keys()].flatMap((channel) => tiles.map((tile) => tileKey({ channel, level, tile })));
    const rows = new Map<string, TileRow>();
    for (const row of await store.tiles(names)) if (row) rows.set(row.key, row);
    return { asked, level, farms, channels, tiles, rows };
  }

  /** Asks for changes, then fetches missing and outdated tiles into the plan. */
  async #bringUpToDate(
    partition: TilePartition,
    plan: Plan,
    asker: Asker,
  ): Promise<'complete' | 'refused' | NoAnswerReason> {
    const results = await Promise.all(plan.farms.map((farm) => this.#bringFarm(partition, plan, asker, farm)));
    return results.find((result) => result !== 'complete') ?? 'complete';
  }

  async #bringFarm(
    partition: TilePartition,
    plan: Plan,
    asker: Asker,
    farm: number,
  ): Promise<'complete' | 'refused' | NoAnswerReason> {
    const { partitions, server } = this.#ports;
    const { level } = plan;
    const seen = { farm, comparedWithFarm: (await partition.store.farm(farm))?.comparedWithFarm };
    const changes = await catchUp({ partitions, server }, partition, asker, seen, CHANGES_LIFE_MS);
    if (changes !== 'done') return changes;
    // Of this farm alone: the other one may have brought its tiles already, which are still being stored.
    const own = namesOf(plan).filter(({ channel }) => plan.channels.get(channel)?.farm === farm);
    const stored = own.map(({ key }) => key).filter((key) => plan.rows.has(key));
    for (const row of await partition.store.tiles(stored)) if (row) plan.rows.set(row.key, row);
    const wanted = own.filter(({ key }) => {
      const row = plan.rows.get(key);
      return !row || !isFresh(row, partition.serverNow);
    });
    if (wanted.length === 0) return 'complete';
    const got = await server.tiles(asker, {
      ...seen,
      level,
      isPinned: 0,
      channels: [...new Set(wanted.map(({ channel }) => channel))],
      tiles: [...new Set(wanted.map(({ tile }) => tile))],
    });
    if (got.kind !== 'got') return failureOf(got);
    const { cursor } = got.value;
    const rows = got.value.rows.map((row) => ({ ...row, isPinned: plan.rows.get(row.key)?.isPinned ?? 0 }));
    for (const row of rows) plan.rows.set(row.key, row);
    // The answer does not depend on whether the tiles can be stored.
    void partitions.keep(partition, { farm, cursor, rows });
    return 'complete';
  }

  /** With tiles missing: a coarser level that is complete, or else the one that covers most of the range. */
  async #bestOf(partition: TilePartition, plan: Plan): Promise<Plan | null> {
    let best: Plan | null = null;
    for (const level of resolutions.slice(resolutions.indexOf(plan.level))) {
      const other = level === plan.level ? plan : await this.#plan(partition, plan.asked, level);
      if (other && covered(other) > (best ? covered(best) : 0) && !isCrowded(other)) best = other;
    }
    return best;
  }

  async #composed(
    partition: TilePartition,
    plan: Plan,
    from: 'hit' | 'stale' | 'network',
    reason?: NoAnswerReason,
  ): Promise<Response> {
    const { asked, channels, level, rows, tiles } = plan;
    const pointsOf = (channel: number): Point[] =>
      tiles.flatMap((tile) => {
        const row = rows.get(tileKey({ channel, level, tile }));
        return row ? unpackPoints(columnsOf(row.bytes), tileBegin(tile, level)) : [];
      });
    void this.#ports.partitions.touch(partition, [...rows.values()]);
    const body = JSON.stringify(composeRecord(asked, channels, level, pointsOf));
    const farms = await Promise.all(plan.farms.map((farm) => partition.store.farm(farm)));
    const checkedAt = farms.map((farm) => farm?.checkedAt ?? Number.POSITIVE_INFINITY);
    const open = [...rows.values()].filter((row) => !isSettled(row));
    const fetchedAt = Math.min(...open.map((row) => row.fetchedAt), ...checkedAt);
    const { uid } = partition;
    return composedResponse({ uid, body, from, reason, fetchedAt, missing: missingRanges(plan) });
  }
}

const indexesOf = ({ devices, sensors }: Lines) => [...devices, ...sensors];

/** Whether all lines of a side are known and of the requested kind. */
function isKnown({ devices, sensors }: Lines, channels: ReadonlyMap<number, TileChannel>): boolean {
  return (
    devices.every((index) => channels.get(index)?.isActuator === true) &&
    sensors.every((index) => channels.get(index)?.isActuator === false)
  );
}

/** The farms and weather stations of the lines of a side. */
function farmsOf(lines: Lines, channels: ReadonlyMap<number, TileChannel>): number[] {
  const farms = indexesOf(lines).flatMap((index) => channels.get(index)?.farm ?? []);
  return [...new Set(farms)];
}

function namesOf({ channels, tiles, level }: Plan): { key: string; channel: number; tile: number }[] {
  return [...channels.keys()].flatMap((channel) =>
    tiles.map((tile) => ({ key: tileKey({ channel, level, tile }), channel, tile })),
  );
}

function missing(plan: Plan): { channel: number; tile: number }[] {
  return namesOf(plan).filter(({ key }) => !plan.rows.has(key));
}

/** Whether there are more raw readings than the server would send, which a phone could not draw. */
function isCrowded({ level, rows, asked, channels }: Plan): boolean {
  if (level !== 'raw') return false;
  return [...channels.keys()].some((channel) => {
    const own = [...rows.values()].filter((row) => row.channel === channel);
    const points = own.flatMap((row) => unpackPoints(columnsOf(row.bytes), tileBegin(row.tile, level)));
    return points.filter(([at]) => at >= asked.begin && at < asked.end).length > MAX_RAW_POINTS;
  });
}

/** Share of the range for which tiles are stored. */
function covered(plan: Plan): number {
  return 1 - missing(plan).length / namesOf(plan).length;
}

/** Spans of the range in which some channel has no tile, epoch ms, adjacent ones joined. */
function missingRanges(plan: Plan): [begin: number, end: number][] {
  const { level, asked } = plan;
  const ranges: [number, number][] = [];
  for (const tile of [...new Set(missing(plan).map((one) => one.tile))].sort((a, b) => a - b)) {
    const begin = Math.max(asked.begin, tileBegin(tile, level));
    const end = Math.min(asked.end, tileBegin(tile + 1, level));
    const last = ranges.at(-1);
    if (last && last[1] === begin) last[1] = end;
    else ranges.push([begin, end]);
  }
  return ranges;
}

/** The record or comparison that a URL asks for; null for anything else, and for one that the server would refuse. */
function rangeOf(key: string): RecordAsked | null {
  const url = new URL(key, 'https://onsil.invalid');
  const lines = linesOf(url);
  if (!lines || indexesOf(lines.own).length === 0) return null;
  const begin = parseMoment(url.searchParams.get('begin') ?? '', 'begin');
  const end = parseMoment(url.searchParams.get('end') ?? '', 'end');
  return begin < end && end - begin <= MAX_RANGE_MS ? { ...lines, begin, end } : null;
}

function linesOf({ pathname, searchParams }: URL): Pick<RecordAsked, 'own' | 'lead'> | null {
  const asked = Object.fromEntries(searchParams);
  if (pathname === record.path) {
    const query = z.safeParse(record.query, asked);
    return query.success ? { own: query.data, lead: null } : null;
  }
  if (pathname !== leadRecord.path) return null;
  const query = z.safeParse(leadRecord.query, asked);
  if (!query.success) return null;
  const { myDevices, mySensors, leadDevices, leadSensors } = query.data;
  return {
    own: { devices: myDevices, sensors: mySensors },
    lead: { devices: leadDevices, sensors: leadSensors },
  };
}
