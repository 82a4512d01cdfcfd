import path from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
import { ConfigError } from '#server/config.ts';
import type { Store } from '#server/db/open.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aServer, aUser, signIn } from '../support/server/server.ts';
import { itOnSqlite } from '../support/store/it-on-sqlite.ts';
import { aSmallDisk } from '../support/store/small-disk.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import { isOnPostgres, keepIn } from '../support/store/test-database.ts';
import { temporaryDir } from '../support/temporary.ts';

const STORAGE_FULL = {
  code: 'STORAGE_FULL',
  status: 503,
  message: '서버의 저장 공간이 가득 차서 저장하지 못했습니다. 관리자에게 알리고 잠시 뒤에 다시 시도해 주세요.',
};

const pragma = async ({ db }: Store, text: RawBuilder<Record<string, number>>) =>
  Object.values((await text.execute(db)).rows[0] ?? {})[0];

/** SQLite's own limit: the database may not grow by a page. */
const limitPages = async (store: Store) =>
  void (await pragma(
    store,
    sql`pragma max_page_count = ${sql.lit((await pragma(store, sql`pragma page_count`)) ?? 1)}`,
  ));
const freePages = async (store: Store) => void (await pragma(store, sql`pragma max_page_count = 1000000`));

type Room = { dataDir: string; fill(store: Store): Promise<void>; free(store: Store): Promise<void> };

/** A data folder on a disk that can be filled; on PostgreSQL the files of its database. */
async function disk(): Promise<Room | undefined> {
  const small = aSmallDisk(48);
  if (!small) return undefined;
  const dataDir = isOnPostgres ? temporaryDir() : small.dir;
  if (isOnPostgres) await keepIn(small.dir, path.join(dataDir, 'onsil.db'));
  return { dataDir, fill: async () => small.fill(), free: async () => small.free() };
}
const pages = async (): Promise<Room> => ({ dataDir: temporaryDir(), fill: limitPages, free: freePages });

it.for([
  ['its disk', disk] as const,
  // SQLite has a limit of its own, which needs no disk.
  ...(isOnPostgres ? [] : [['the database', pages] as const]),
])(
  'a server that finds %s full says so, loses nothing it has acknowledged, and goes on when there is room',
  async ([, made], { skip }) => {
    const { dataDir, fill, free } = (await made()) ?? skip('no disk can be mounted here');
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => lines.push(line) });
    const { store, url } = await aServer({ dataDir, log });
    const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
    const { key } = await aDevice(store, farmId);
    const grower = await signIn(url, 'grower');
    const begin = Date.now() - 1_000 * MINUTE_MS;
    let sent = 0;
    const send = () => {
      const readings = Array.from({ length: 500 }, (_, i) => ({
        sensor: 'temperature',
        at: begin + sent + i,
        value: 20,
      }));
      sent += readings.length;
      return fetch(`${url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings }),
      });
    };
    let acknowledged = 0;
    expect((await send()).status).toBe(200);
    acknowledged += 500;

    await fill(store);
    let answer = await send();
    // A few more batches may fit into space that is already reserved.
    for (let more = 0; more < 200 && answer.status === 200; more += 1) {
      acknowledged += 500;
      answer = await send();
    }
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await answer.json()).toMatchObject(STORAGE_FULL);
    const health = await fetch(`${url}/api/healthz`);
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await health.json()).toMatchObject(STORAGE_FULL);
    expect(lines.map((line) => JSON.parse(line)).map(({ msg, err }) => [msg, err.code])).toEqual([
      ['storage full: nothing is stored until there is room', isOnPostgres ? '53100' : 'SQLITE_FULL'],
    ]);

    // Signed-in users can still read.
    const session = await grower.session();
    expect(session.status).toBe(200);
    expect(await session.json()).toMatchObject({ userId: 'grower', jwtToken: expect.any(String) });
    expect(await (await grower.call('/api/farms')).json()).toMatchObject([{ index: farmId }]);

    await free(store);
    expect((await send()).status).toBe(200);
    acknowledged += 500;
    await pollUntil(
      async () => (await fetch(`${url}/api/healthz`)).status,
      (status) => status === 200,
    );
    const { rows } = await store.db
      .selectFrom('reading')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    expect(rows).toBe(acknowledged);
    if (!isOnPostgres) expect(await pragma(store, sql`pragma integrity_check`)).toBe('ok');
  },
);

itOnSqlite(
  'a start on a full disk ends with a sentence that says what to do, and one with room finds all that was there',
  async () => {
    const small = aSmallDisk(32);
    const dataDir = small?.dir ?? temporaryDir();
    const before = await aServer({ dataDir });
    const farmId = await aFarm(before.store, { ownerId: await aUser(before.store, 'grower') });
    await before.stop();
    small?.fill();
    // Without a mounted disk nothing is full, so the server may start.
    const started = small ? await aServer({ dataDir }).catch((error: unknown) => error) : undefined;
    if (small) {
      expect(started).toBeInstanceOf(ConfigError);
      expect(started).toMatchObject({
        message: `The disk of ${dataDir} is full: free some of it and start again. Nothing that was stored is lost.`,
      });
    }
    small?.free();
    const after = await aServer({ dataDir });
    const grower = await signIn(after.url, 'grower');
    expect(await (await grower.call('/api/farms')).json()).toMatchObject([{ index: farmId }]);
  },
);

itOnSqlite('a server that is stopped while its disk is full closes all it had open', async () => {
  const small = aSmallDisk(32);
  const dataDir = small?.dir ?? temporaryDir();
  const lines: string[] = [];
  const server = await aServer({ dataDir, log: pino({ level: 'error' }, { write: (line) => lines.push(line) }) });
  await aFarm(server.store, { ownerId: await aUser(server.store, 'grower') });
  small?.fill();
  if (!small) await limitPages(server.store);
  await server.stop();
  small?.free();
  // The folder's lock is released, so that another server may use it.
  const after = await aServer({ dataDir });
  expect((await fetch(`${after.url}/api/healthz`)).status).toBe(200);
});
