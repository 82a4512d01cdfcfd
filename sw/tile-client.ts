import * as z from 'zod/mini';
import { leadTargets } from '#contract/farm/lead-farm.ts';
import { type TargetList, targetList } from '#contract/monitor/monitor.ts';
import { leadTileChanges, leadTiles, monitorTiles, tileChanges } from '#contract/series/tile-calls.ts';
import type { Resolution } from '#contract/time/time.ts';
import { weatherStations } from '#contract/weather/weather.ts';
import { type AnswerOf, type Endpoint, urlOf } from '#contract/wire/endpoint.ts';
import { jsonOf } from '#src/offline/json-of.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';
import { bytesOf } from '#src/offline/tile-bytes.ts';
import { type TileChannel, type TileRow, tileKey } from '#src/offline/tile-db.ts';
import type { Timers } from '#src/offline/timers.ts';
import { type Fetch, fetchUpstream, type Outcome } from './fetch-upstream.ts';

/** The user in whose name the server is asked. */
export type Asker = { uid: string; authorization: string | null };

/** Result of a call: `silent` when the server did not answer, `refused` when it refused. */
type TileAnswer<T> =
  | { kind: 'got'; value: T; serverTime: number }
  | { kind: 'refused'; outcome: Outcome }
  | { kind: 'silent'; outcome: Outcome };

/** A farm or a weather station; for a lead farm also the user's own farm that it may be compared with. */
export type SeenFarm = { farm: number; comparedWithFarm: number | undefined };

/** The channels of a farm that can be drawn. */
export type SeenChannels = SeenFarm & { channels: TileChannel[] };

/** Changes since a cursor; for a lead farm also the channels that they cover. */
type TileChanges = AnswerOf<typeof tileChanges> & { channels?: number[] };

export type TileClient = {
  tiles(
    asker: Asker,
    asked: SeenFarm & { channels: readonly number[]; level: Resolution; tiles: readonly number[]; isPinned: 0 | 1 },
  ): Promise<TileAnswer<{ cursor: number; rows: TileRow[] }>>;
  changes(asker: Asker, farm: SeenFarm, since: number): Promise<TileAnswer<TileChanges>>;
  channels(asker: Asker, farm: number): Promise<TileAnswer<SeenChannels>>;
  /** The weather stations of a farm. */
  stations(asker: Asker, farm: number): Promise<TileAnswer<SeenChannels[]>>;
  /** Channels of lead farms that can be compared with the own farm. */
  leads(asker: Asker, own: number): Promise<TileAnswer<SeenChannels[]>>;
};

type TileClientPorts = { fetch: Fetch; timers: Timers; now(): number; abortMs: number };

/** The calls for tiles. Never rejects. */
export function createTileClient({ fetch, timers, now, abortMs }: TileClientPorts): TileClient {
  async function ask<E extends Endpoint>(
    { uid, authorization }: Asker,
    endpoint: E,
    query: Record<string, unknown>,
    params: Record<string, unknown> = {},
  ): Promise<TileAnswer<AnswerOf<E>>> {
    const key = urlOf(endpoint, params, query);
    const outcome = await fetchUpstream(fetch, timers, { key, uid, authorization, etag: null, abortMs });
    if (outcome.kind !== 'answer') return { kind: 'silent', outcome };
    // An answer for another user must not be used.
    if (outcome.status !== 200 || outcome.user !== uid) return { kind: 'refused', outcome };
    const parsed = z.safeParse(endpoint.answer, jsonOf(outcome.body));
    if (!parsed.success) return { kind: 'refused', outcome };
    // The type of the answer is inferred from the schema that was just parsed.
    return { kind: 'got', value: parsed.data as AnswerOf<E>, serverTime: outcome.serverTime ?? now() };
  }

  return {
    async tiles(asker, { farm, comparedWithFarm, channels, level, tiles, isPinned }) {
      const wanted = { channels, level, tiles };
      const got =
        comparedWithFarm === undefined
          ? await ask(asker, monitorTiles, { farmIndex: farm, ...wanted })
          : await ask(asker, leadTiles, { farmIndex: comparedWithFarm, leadFarmIndex: farm, ...wanted });
      if (got.kind !== 'got') return got;
      const { serverTime } = got;
      const rows = got.value.tiles.map(
        ({ channel, tile, columns }): TileRow => ({
          key: tileKey({ channel, level, tile }),
          farm,
          channel,
          level,
          tile,
          bytes: bytesOf(columns),
          isPinned,
          fetchedAt: serverTime,
          isDirty: 0,
          lastUsed: now(),
        }),
      );
      return { kind: 'got', value: { cursor: got.value.cursor, rows }, serverTime };
    },
    changes: (asker, { farm, comparedWithFarm }, since) =>
      comparedWithFarm === undefined
        ? ask(asker, tileChanges, { farmIndex: farm, since })
        : ask(asker, leadTileChanges, { farmIndex: comparedWithFarm, leadFarmIndex: farm, since }),
    async channels(asker, farm) {
      const got = await ask(asker, targetList, { farmIndex: farm });
      if (got.kind !== 'got') return got;
      return { ...got, value: { farm, comparedWithFarm: undefined, channels: channelsOf(farm, got.value) } };
    },
    async stations(asker, farm) {
      const got = await ask(asker, weatherStations, {}, { id: farm });
      if (got.kind !== 'got') return got;
      const value = got.value.map(({ number, sensors }) => ({
        farm: number,
        comparedWithFarm: undefined,
        channels: sensors.map((sensor) => ({ ...sensor, farm: number, isActuator: false })),
      }));
      return { ...got, value };
    },
    async leads(asker, own) {
      const got = await ask(asker, leadTargets, { farmIndex: own });
      if (got.kind !== 'got') return got;
      const value = got.value.leads.map(({ index, targets }) => ({
        farm: index,
        comparedWithFarm: own,
        channels: channelsOf(index, targets),
      }));
      return { ...got, value };
    },
  };
}

function channelsOf(farm: number, { sensors, devices }: TargetList): TileChannel[] {
  const of = (groups: TargetList['sensors'], isActuator: boolean) =>
    groups.flatMap((group) => group.devices.map((target) => ({ ...target, farm, isActuator })));
  return [...of(sensors, false), ...of(devices, true)];
}

/** Why a call did not bring what was asked for. */
export function failureOf(got: Exclude<TileAnswer<unknown>, { kind: 'got' }>): 'refused' | NoAnswerReason {
  if (got.kind === 'refused') return 'refused';
  return got.outcome.kind === 'none' ? got.outcome.reason : 'not-ours';
}
