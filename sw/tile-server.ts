import * as z from 'zod/mini';
import { type AnswerOf, type Endpoint, urlOf } from '#contract/endpoint.ts';
import { targetList } from '#contract/monitor.ts';
import { monitorTiles, tileChanges } from '#contract/tile-calls.ts';
import type { Resolution } from '#contract/time.ts';
import { bytesOf } from '#src/offline/tile-bytes.ts';
import { type TileChannel, type TileRow, tileKey } from '#src/offline/tile-db.ts';
import type { Timers } from '#src/offline/timers.ts';
import { askServer, type Fetch, type Outcome } from './ask-server.ts';

/** As whom the server is asked. */
export type Asker = { uid: string; authorization: string | null };

/** What a call brought: `silent` when the server was not heard, `refused` when it said no. */
export type Answered<T> =
  | { kind: 'got'; value: T; serverTime: number }
  | { kind: 'refused'; outcome: Outcome }
  | { kind: 'silent'; outcome: Outcome };

export type TileServer = {
  tiles(
    asker: Asker,
    asked: { farm: number; channels: readonly number[]; level: Resolution; tiles: readonly number[]; isPinned: 0 | 1 },
  ): Promise<Answered<{ rows: TileRow[] }>>;
  changes(asker: Asker, farm: number, since: number): Promise<Answered<AnswerOf<typeof tileChanges>>>;
  channels(asker: Asker, farm: number): Promise<Answered<TileChannel[]>>;
};

export type TileServerPorts = { fetch: Fetch; timers: Timers; now(): number; abortMs: number };

/** The three calls that tiles are made of. Never rejects. */
export function createTileServer({ fetch, timers, now, abortMs }: TileServerPorts): TileServer {
  async function ask<E extends Endpoint>(
    { uid, authorization }: Asker,
    endpoint: E,
    query: Record<string, unknown>,
  ): Promise<Answered<AnswerOf<E>>> {
    const key = urlOf(endpoint, {}, query);
    const outcome = await askServer(fetch, timers, { key, uid, authorization, etag: null, abortMs });
    if (outcome.kind !== 'answer') return { kind: 'silent', outcome };
    // An answer for somebody else is none for this user.
    if (outcome.status !== 200 || outcome.user !== uid) return { kind: 'refused', outcome };
    const parsed = z.safeParse(endpoint.answer, jsonOf(outcome.body));
    if (!parsed.success) return { kind: 'refused', outcome };
    // The schema that was just passed is the one the answer's type was inferred from.
    return { kind: 'got', value: parsed.data as AnswerOf<E>, serverTime: outcome.serverTime ?? now() };
  }

  return {
    async tiles(asker, { farm, channels, level, tiles, isPinned }) {
      const got = await ask(asker, monitorTiles, { farmIndex: farm, channels, level, tiles });
      if (got.kind !== 'got') return got;
      const { serverTime } = got;
      const rows = got.value.tiles.map(
        ({ channel, tile, columns }): TileRow => ({
          key: tileKey({ channel, level, tile }),
          ...{ farm, channel, level, tile, bytes: bytesOf(columns), isPinned },
          ...{ fetchedAt: serverTime, isDirty: 0, lastUsed: now() },
        }),
      );
      return { kind: 'got', value: { rows }, serverTime };
    },
    changes: (asker, farm, since) => ask(asker, tileChanges, { farmIndex: farm, since }),
    async channels(asker, farm) {
      const got = await ask(asker, targetList, { farmIndex: farm });
      if (got.kind !== 'got') return got;
      const { sensors, devices } = got.value;
      const of = (groups: typeof sensors, isActuator: boolean) =>
        groups.flatMap((group) => group.devices.map((target) => ({ ...target, farm, isActuator })));
      return { ...got, value: [...of(sensors, false), ...of(devices, true)] };
    },
  };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
