import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { tileAt } from '#contract/series/tile.ts';
import { monitorTiles, tileChanges } from '#contract/series/tile-calls.ts';
import { urlOf } from '#contract/wire/endpoint.ts';
import { IDEMPOTENCY_KEY } from '#contract/wire/write.ts';
import type { Farm, Installation } from './installation.ts';

/** A farm measures this often, and sends that many readings at once. */
const STEP_MS = 400;
const BATCH = 5;
const EDIT_EVERY_MS = 500;
const LOOK_EVERY_MS = 2_000;
/** Between two tries of one request. */
const AGAIN_MS = 500;
/** Longer than the server makes anybody wait. */
const GIVE_UP_MS = 30_000;
const FOLLOWERS = 20;

type Kind = 'reading' | 'edit' | 'look';

/** A request with all its tries, until it was answered by 200. Monotonic, ms. */
export type Done = { kind: Kind; from: number; to: number };
/** A try that was answered otherwise: status and code, or why there was no answer. */
type Refused = { kind: Kind; at: number; what: string };

/** A device that follows the cursor of a farm and keeps the tiles of its sensor. */
type Follower = {
  farm: Farm;
  cursor: number;
  instance: string;
  /** By number of the tile, as JSON. */
  tiles: Map<number, string>;
  /** What must not happen: another history, or a cursor that fell. */
  wrongs: string[];
};

export type Load = {
  done: Done[];
  refused: Refused[];
  /** How many readings of each farm were acknowledged; they are those before that number. */
  sent: Map<number, number>;
  /** How many edits were acknowledged; the newest is the name of the first farm. */
  readonly edits: number;
  followers: readonly Follower[];
  /** Resolves when every request has its answer, and nothing is under way. */
  pause(): Promise<void>;
  resume(): void;
  look(follower: Follower): Promise<void>;
  end(): Promise<void>;
};

export const measured = (farmId: number, n: number): number => ((farmId * 7 + n) % 300) / 10;
export const nameOf = (edit: number): string => `편집 ${edit}`;

/** When a farm's reading was measured, epoch ms. */
export const timeOf = (began: number, n: number): number => began + n * STEP_MS;

/** Begins to send, edit and follow. Nothing is ever given up: what has no answer is asked again, under the same key. */
export function startLoad({ url, token, farms }: Installation, began: number): Load {
  const done: Done[] = [];
  const refused: Refused[] = [];
  let isPaused = false;
  let isOver = false;
  let busy = 0;

  /** Asks until the answer is 200. */
  async function until200(kind: Kind, path: string, init: RequestInit): Promise<unknown> {
    const from = performance.now();
    for (;;) {
      const answer = await once(path, init);
      if (answer.body !== undefined) {
        done.push({ kind, from, to: performance.now() });
        return answer.body;
      }
      refused.push({ kind, at: performance.now(), what: answer.what });
      if (isOver) return undefined;
      await pause(AGAIN_MS);
    }
  }
  async function once(path: string, init: RequestInit): Promise<{ what: string; body?: unknown }> {
    try {
      const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(GIVE_UP_MS) });
      const text = await answer.text();
      if (answer.status === 200) return { what: '200', body: JSON.parse(text) };
      return { what: `${answer.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? 'of the proxy'}` };
    } catch (error) {
      return { what: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'cut off' };
    }
  }
  /** Calls again and again at that interval, but not while paused. */
  async function regularly(everyMs: number, act: () => Promise<void>): Promise<void> {
    for (let next = performance.now() + Math.random() * everyMs; !isOver; next += everyMs) {
      while (!isOver && (isPaused || performance.now() < next)) await pause(Math.max(20, next - performance.now()));
      if (isOver) return;
      busy += 1;
      await act().finally(() => {
        busy -= 1;
      });
    }
  }

  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = new Map(farms.map(({ farmId }) => [farmId, 0]));
  const gateways = farms.map(({ farmId, key }) => {
    const headers = { ...json, authorization: `Bearer ${key}` };
    return regularly(BATCH * STEP_MS, async () => {
      const first = sent.get(farmId) ?? 0;
      const numbers = Array.from({ length: BATCH }, (_, i) => first + i);
      const readings = numbers.map((n) => ({
        sensor: 'temperature',
        at: timeOf(began, n),
        value: measured(farmId, n),
      }));
      const body = JSON.stringify({ readings });
      if (await until200('reading', '/api/ingest', { method: 'POST', headers, body })) sent.set(farmId, first + BATCH);
    });
  });
  let edits = 0;
  const edited = farms[0]?.farmId ?? 0;
  const editor = regularly(EDIT_EVERY_MS, async () => {
    const headers = { ...json, [IDEMPOTENCY_KEY]: randomUUID() };
    const body = JSON.stringify({ farmName: nameOf(edits + 1) });
    if (await until200('edit', `/api/farms/${edited}`, { method: 'PUT', headers, body })) edits += 1;
  });

  const look = (follower: Follower) => followOnce(follower, (path) => until200('look', path, { headers: json }));
  const followers = farms.slice(0, FOLLOWERS).map(aFollower);
  const looking = followers.map((one) => regularly(LOOK_EVERY_MS, () => look(one)));
  return {
    done,
    refused,
    sent,
    get edits() {
      return edits;
    },
    followers,
    look,
    async pause() {
      isPaused = true;
      while (busy > 0) await pause(20);
    },
    resume() {
      isPaused = false;
    },
    async end() {
      isOver = true;
      await Promise.all([...gateways, editor, ...looking]);
    },
  };
}

const aFollower = (farm: Farm): Follower => ({ farm, cursor: 0, instance: '', tiles: new Map(), wrongs: [] });

/** Asks what has changed since the cursor, and for the tiles of those days, as the worker of the app does. */
async function followOnce(follower: Follower, ask: (path: string) => Promise<unknown>): Promise<void> {
  const { farm, cursor, instance, tiles, wrongs } = follower;
  const asked = await ask(urlOf(tileChanges, {}, { farmIndex: farm.farmId, since: cursor }));
  const changes = asked as { instance: string; cursor: number; changed: { days: number[] | null }[] } | undefined;
  if (!changes) return;
  if (instance !== '' && changes.instance !== instance) wrongs.push('another history');
  if (changes.cursor < cursor) wrongs.push('the cursor fell');
  const today = tileAt(Date.now(), 'raw');
  const days = new Set(changes.changed.flatMap((one) => one.days ?? [...tiles.keys(), today]));
  if (days.size > 0) for (const [day, tile] of await tilesNow(farm, [...days], ask)) tiles.set(day, tile);
  Object.assign(follower, { cursor: changes.cursor, instance: changes.instance });
}

/** Tiles of a farm's sensor as the server has them, by number. */
export async function tilesNow(
  { farmId, channelId }: Farm,
  days: readonly number[],
  ask: (path: string) => Promise<unknown>,
): Promise<[number, string][]> {
  const query = { farmIndex: farmId, channels: [channelId], level: 'raw', tiles: days };
  const answer = await ask(urlOf(monitorTiles, {}, query));
  const found = (answer as { tiles: { tile: number; columns: unknown }[] } | undefined)?.tiles ?? [];
  return found.map(({ tile, columns }) => [tile, JSON.stringify(columns)]);
}
