import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { movedTables } from '#server/db/migrations/index.ts';
import { openStore } from '#server/db/open.ts';
import { aFilledFolder, contentIn, runMove } from '../support/server/filled-installation.ts';
import { aServer, aUser, signIn } from '../support/server/server.ts';
import { aFarm } from '../support/store/store.ts';
import { addressOf, administer } from '../support/store/test-database.ts';
import { temporaryDir } from '../support/temporary.ts';

let databases = 0;

/** The address of a new database without any table. */
async function aDatabase(): Promise<string> {
  databases += 1;
  const name = `moved_${databases}`;
  await administer((client) => client.query(`create database ${name} template template0`));
  return addressOf(name);
}

/** Statements of somebody else in a database. */
async function ask(url: string, text: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer((client) => client.query(text), name);
}

const there = (dataDir: string, url: string) => runMove(['--to', url], { DATA_DIR: dataDir });
const back = (url: string, dataDir: string) => runMove(['--to', dataDir], { DATABASE_URL: url });

/** Rows and digest of each table, as they were printed. */
const digestsIn = (said: string) => {
  const lines = [...said.matchAll(/^(\w+) +(\d+) {2}([0-9a-f]{16}) +[\d.]+$/gm)];
  return Object.fromEntries(lines.map(([, table, rows, digest]) => [table, `${rows} ${digest}`]));
};

const startedOn = (dataDir: string, env: Record<string, string>) =>
  aServer({ dataDir, env }).catch((error: unknown) => error);
const instanceOf = async (url: string) => (await fetch(`${url}/api/healthz`)).headers.get('x-instance');

it('every value of every table is the same after the way there and back', async () => {
  const dataDir = await aFilledFolder({ audit: 2_300, reading: 41_000, sealed_reading: 10 });
  const before = await contentIn(dataDir);
  const url = await aDatabase();
  const moved = await there(dataDir, url);
  expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('every digest equal') });
  const [again, ...digests] = [temporaryDir(), digestsIn(moved.said)];
  expect(Object.keys(digests[0] ?? {}).sort()).toEqual([...movedTables].sort());
  expect(digests[0]?.audit).toMatch(/^2300 /);
  const returned = await back(url, again);
  expect(returned.code).toBe(0);
  expect(digestsIn(returned.said)).toEqual(digests[0]);
  expect(await contentIn(again)).toEqual(before);
});

it('takes along every table there is', async () => {
  const store = await openStore(path.join(temporaryDir(), 'onsil.db'));
  const names = (await store.db.introspection.getTables()).map(({ name }) => name);
  await store.close();
  expect(names.filter((name) => !movedTables.includes(name))).toEqual(['move', 'move_progress']);
});

it('a moved server goes on where it was, and only one of both is served', async () => {
  const dataDir = temporaryDir();
  const first = await aServer({ dataDir, env: { DATABASE_URL: '' } });
  await aFarm(first.store, { ownerId: await aUser(first.store, 'grower') });
  const { token } = await signIn(first.url, 'grower');
  const instance = await instanceOf(first.url);
  const url = await aDatabase();
  expect(await there(dataDir, url)).toMatchObject({ code: 4, said: expect.stringContaining('A server runs on') });
  await first.stop();
  expect((await there(dataDir, url)).code).toBe(0);

  const second = await aServer({ dataDir, env: { DATABASE_URL: url } });
  expect(await instanceOf(second.url)).toBe(instance);
  const farms = await fetch(`${second.url}/api/farms`, { headers: { authorization: `Bearer ${token}` } });
  expect(farms.status).toBe(200);
  expect(await aFarm(second.store, { name: '나중 농장' })).toBe(2);
  await second.stop();
  const refused = await startedOn(dataDir, { DATABASE_URL: '' });
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toContain(`was moved to postgres://${new URL(url).host}`);
  expect(await there(dataDir, await aDatabase())).toMatchObject({
    code: 2,
    said: expect.stringContaining('was moved'),
  });

  const returned = await back(url, dataDir);
  expect(returned).toMatchObject({ code: 0, said: expect.not.stringContaining('Note:') });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('before-move-'))).toHaveLength(1);
  const third = await aServer({ dataDir, env: { DATABASE_URL: '' } });
  expect(await instanceOf(third.url)).toBe(instance);
  expect(await third.store.db.selectFrom('farm').select('name').orderBy('farm_id').execute()).toMatchObject([
    {},
    { name: '나중 농장' },
  ]);
  await third.stop();
  expect(String(await startedOn(dataDir, { DATABASE_URL: url }))).toContain('AFTER_MOVE=1 goes on here');
  const old = await aServer({ dataDir: temporaryDir(), env: { DATABASE_URL: url, AFTER_MOVE: '1' } });
  expect(await instanceOf(old.url)).not.toBe(instance);
});

it('a difference is found, the target is not used, and the same command mends it', async () => {
  const dataDir = await aFilledFolder();
  const url = await aDatabase();
  await (await openStore(url)).close();
  await ask(
    url,
    `create function spoil() returns trigger language plpgsql as
      $$ begin new.correction = new.correction + 1e-12; return new; end $$;
    create trigger spoil before insert on calibration for each row execute function spoil()`,
  );
  const spoilt = await there(dataDir, url);
  expect(spoilt).toMatchObject({ code: 5, said: expect.stringMatching(/^calibration .* DIFFERS: 3 rows/m) });
  expect(spoilt.said).toContain('does not hold what was read: calibration.');
  expect(String(await startedOn(temporaryDir(), { DATABASE_URL: url }))).toContain('run the same npm run move again');
  await ask(url, 'drop trigger spoil on calibration');
  expect(await there(dataDir, url)).toMatchObject({ code: 0, said: expect.stringContaining('it goes on where it') });
});

it('what was written between two tries is in the second', async () => {
  const dataDir = await aFilledFolder();
  const url = await aDatabase();
  await (await openStore(url)).close();
  await ask(url, 'alter table crop add check (false)');
  expect((await there(dataDir, url)).code).toBe(1);
  await ask(url, 'alter table crop drop constraint crop_check');
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  await store.db.updateTable('setting').set({ value: 'another mark' }).where('name', '=', 'mark').execute();
  await store.db.deleteFrom('audit').where('audit_id', '=', 0).execute();
  await store.close();
  const moved = await there(dataDir, url);
  expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('it begins anew') });
  expect(digestsIn(moved.said).audit).toMatch(/^2 /);
});

it('refuses what would mix two installations, or none', async () => {
  const [dataDir, url] = [await aFilledFolder(), await aDatabase()];
  const used = await aServer({ env: { DATABASE_URL: url } });
  await used.stop();
  const before = await contentIn(dataDir);
  expect(await there(dataDir, url)).toMatchObject({ code: 2, said: expect.stringContaining('is not empty') });
  expect(await back(url, dataDir)).toMatchObject({ code: 2, said: expect.stringContaining('is not empty') });
  expect(await contentIn(dataDir)).toEqual(before);
  expect(await there(temporaryDir(), url)).toMatchObject({ code: 2, said: expect.stringContaining('no installation') });
  expect((await back(await aDatabase(), temporaryDir())).said).toContain('holds no installation');
  const korean = await runMove(['--into', url], { LANG: 'ko_KR.UTF-8' });
  expect(korean).toMatchObject({ code: 2, said: expect.stringMatching(/^쓰는 법: npm run move/) });
  const away = await there(dataDir, 'postgres://onsil:hush@127.0.0.1:1/onsil');
  expect(away).toMatchObject({ code: 7, said: expect.stringContaining('postgres://127.0.0.1:1/onsil') });
  expect(away.said).not.toContain('hush');
});

it('an unfinished move of another installation is left alone', async () => {
  const [one, other, url] = [await aFilledFolder(), await aFilledFolder(), await aDatabase()];
  await (await openStore(url)).close();
  await ask(url, 'alter table crop add check (false)');
  await there(one, url);
  const refused = await there(other, url);
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining(`of another installation (${one})`) });
});
