import { record } from '#contract/monitor/monitor.ts';
import { openDevice } from '#src/offline/device-db.ts';
import { emptyDeviceState } from '#src/offline/device-state.ts';
import { deleteTiles, openTiles, type TileStore } from '#src/offline/tile-db.ts';
import { realTimers } from '#src/offline/timers.ts';
import type { ReadRequest } from '../../../sw/api-reads.ts';
import { createTileClient } from '../../../sw/tile-client.ts';
import { TilePartitions } from '../../../sw/tile-partition.ts';
import { TileRecords } from '../../../sw/tile-records.ts';
import { prepareFarms } from '../../../sw/tile-sync.ts';

type Phone = {
  /** The worker's answer to a record or a comparison; null when it leaves the request to the server. */
  ask(query: string, mode?: ReadRequest['mode'], path?: string): Promise<Response | null>;
  /** Prefetches the tiles of these farms, by default of those that the client was made for, of at most so many days. */
  prepare(farms?: readonly number[], given?: { mostDays?: number; stopped?: AbortSignal }): Promise<void>;
  line: Line;
  /** What a full device refuses to store. */
  refused: Set<'changes' | 'tiles'>;
  pass(ms: number): void;
  /** Evicts each tile for whose key (sensor, level, number) this returns true. */
  evict(isGivenUp: (key: string) => boolean): Promise<void>;
};

/** The connection to the server. `hold` delays an answer until its promise resolves. */
type Line = { isCut: boolean; requests: string[]; hold: (url: string) => Promise<void> | undefined };

/** The worker's tiles without a worker: real databases, a real server, and a connection that can be cut. */
export async function aTileClient(to: {
  url: string;
  token: string;
  uid: string;
  farms: readonly number[];
}): Promise<Phone> {
  const { uid } = to;
  const device = openDevice();
  const identity = { userId: uid, userAuthority: 'ROLE_USER' as const, isNew: false, urlMap: {}, name: uid };
  await device.write({
    ...emptyDeviceState,
    currentUid: uid,
    sessionEpoch: 1,
    identity: { ...identity, signedInAt: 1, locked: false },
  });
  await deleteTiles(uid);
  let shift = 0;
  const now = () => Date.now() + shift;
  const line: Line = { isCut: false, requests: [], hold: () => undefined };
  const refused: Phone['refused'] = new Set();
  const openLimited = (user: string): TileStore => {
    const store = openTiles(user);
    const room = (what: 'changes' | 'tiles') => {
      if (refused.has(what)) throw new DOMException('no room', 'QuotaExceededError');
    };
    return {
      ...store,
      async noteChanges(changes) {
        room('changes');
        await store.noteChanges(changes);
      },
      async put(tiles) {
        room('tiles');
        await store.put(tiles);
      },
    };
  };
  const partitions = new TilePartitions({
    device,
    openTiles: openLimited,
    deleteTiles,
    storageSpace: async () => undefined,
    now,
  });
  const tileClient = createTileClient({
    async fetch(url, init) {
      line.requests.push(url);
      if (line.isCut) throw new TypeError('Failed to fetch');
      const answer = await fetch(to.url + url, init);
      const body = await answer.arrayBuffer();
      await line.hold(url);
      return new Response(body, { status: answer.status, headers: answer.headers });
    },
    timers: realTimers,
    now,
    abortMs: 30_000,
  });
  const records = new TileRecords({ partitions, server: tileClient, timers: realTimers });
  const asker = { uid, authorization: `Bearer ${to.token}` };
  const ports = { partitions, server: tileClient, announce: () => {} };
  return {
    line,
    refused,
    ask: (query, mode = 'default', path = record.path) =>
      records.answer({ key: `${path}?${query}`, policy: 'tiles', isPublic: false, ...asker, mode }),
    prepare: (farms = to.farms, given = {}) => prepareFarms({ ...ports, ...given }, asker, farms),
    pass: (ms) => {
      shift += ms;
    },
    async evict(isGivenUp) {
      const store = openTiles(uid);
      await store.remove((await store.usage()).map((row) => row.key).filter(isGivenUp));
      store.close();
    },
  };
}
