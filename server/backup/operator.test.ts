import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time/time.ts';
import { aCopyOf, aKeptPhoto, runBackup, runRestore } from '../../tests/support/server/kept-installation.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aSmallDisk } from '../../tests/support/store/small-disk.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';

const instanceOf = async (url: string) => (await fetch(`${url}/api/healthz`)).headers.get('x-instance');
const manifestOf = (copy: string) => JSON.parse(readFileSync(path.join(copy, 'manifest.json'), 'utf8'));
const copiesIn = (to: string) => readdirSync(to).filter((name) => name.startsWith('onsil-'));
/** Temporary leftovers, which are not copies. */
const remainsIn = (to: string) => readdirSync(to).filter((name) => name.startsWith('.'));

/** A server with a farm, a device and a photo, and a function that sends it readings. */
async function aFurnishedServer() {
  const dataDir = temporaryDir();
  const server = await aServer({ dataDir });
  const farmId = await aFarm(server.store, { ownerId: await aUser(server.store, 'grower'), name: '위미 농장' });
  const { key } = await aDevice(server.store, farmId);
  const photo = await aKeptPhoto(server.store, dataDir, farmId);
  const send = async (at: number, value: number) => {
    const answer = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ sensor: 'temperature', at, value }] }),
    });
    expect(await answer.json()).toMatchObject({ stored: 1 });
  };
  return { ...server, dataDir, farmId, photo, send };
}

describe('a copy of a running server', () => {
  it('becomes a server of its own: everything acknowledged before, under another name', async () => {
    const { dataDir, url, photo, send, store } = await aFurnishedServer();
    const at = Date.now() - 60_000;
    await send(at, 21.5);
    const copy = await aCopyOf(dataDir);
    await send(at + 1_000, 99);
    const to = path.join(temporaryDir(), 'restored');
    const { code, said } = await runRestore(['--from', copy, '--to', to]);
    expect([code, said]).toEqual([0, expect.stringMatching(/1 farms, 2 users, newest reading/)]);
    const restored = await aServer({ dataDir: to });
    const readings = await restored.store.db.selectFrom('reading').select(['at', 'value']).execute();
    expect(readings).toEqual([{ at, value: 21.5 }]);
    const bucketsOf = (of: typeof store) => of.db.selectFrom('rollup').selectAll().orderBy('width').execute();
    expect(await bucketsOf(restored.store)).toMatchObject([{ count: 1 }, { count: 1 }, { count: 1 }]);
    expect(readFileSync(path.join(to, photo))).toEqual(readFileSync(path.join(dataDir, photo)));
    expect(await instanceOf(restored.url)).not.toBe(await instanceOf(url));
    expect(await (await signIn(restored.url, 'grower')).session()).toMatchObject({ status: 200 });
  });

  it('is one file with its digests, for its owner alone', async () => {
    const { dataDir } = await aFurnishedServer();
    const copy = await aCopyOf(dataDir);
    expect(readdirSync(copy).sort()).toEqual(['SHA256SUMS', 'manifest.json', 'onsil.db', 'photos']);
    expect(statSync(path.join(copy, 'onsil.db')).mode & 0o077).toBe(0);
    expect(manifestOf(copy)).toMatchObject({
      format: 1,
      farms: 1,
      hasSecret: false,
      photos: { files: 2, missing: [] },
    });
    expect((await runRestore(['--check', '--from', copy])).said).toContain('is whole: 1 farms, 2 users');
  });

  it('shares with the copy before what never changes, and nothing with the data folder', async () => {
    const { dataDir, photo } = await aFurnishedServer();
    const to = temporaryDir();
    await runBackup(dataDir, ['--to', to]);
    expect((await runBackup(dataDir, ['--to', to])).said).toContain('(2 of them shared with the copy before)');
    const [first, second] = copiesIn(to).map((name) => statSync(path.join(to, name, photo)).ino);
    expect(second).toBe(first);
    expect(first).not.toBe(statSync(path.join(dataDir, photo)).ino);
  });

  it('names photos that the data folder has lost', async () => {
    const { dataDir, photo } = await aFurnishedServer();
    rmSync(path.join(dataDir, photo));
    const copy = await aCopyOf(dataDir);
    expect(manifestOf(copy).photos).toMatchObject({ files: 1, missing: [photo] });
    expect((await runRestore(['--check', '--from', copy])).code).toBe(0);
  });

  it('stays as long as it is kept, and the last one for ever', async () => {
    const { dataDir } = await aFurnishedServer();
    const to = temporaryDir();
    const day = (n: number) => ({ now: () => n * DAY_MS });
    for (const n of [1, 2, 3]) await runBackup(dataDir, ['--to', to, '--keep', '5'], day(20_000 + n));
    expect(copiesIn(to)).toHaveLength(3);
    await runBackup(dataDir, ['--to', to, '--keep', '5'], day(20_007));
    expect(copiesIn(to)).toHaveLength(3);
    await runBackup(dataDir, ['--to', to, '--keep', '1'], day(20_030));
    expect([copiesIn(to).length, remainsIn(to)]).toEqual([1, []]);
  });
});

describe('the secret', () => {
  it('is in no copy unless it is asked for, and the restore says what that means', async () => {
    const { dataDir, stop } = await aFurnishedServer();
    const [without, within] = [await aCopyOf(dataDir), await aCopyOf(dataDir, ['--with-secret'])];
    await stop();
    expect(existsSync(path.join(without, 'secret'))).toBe(false);
    const put = async (copy: string, to: string, more: string[] = []) =>
      (await runRestore(['--from', copy, '--to', to, ...more])).said;
    expect(await put(without, temporaryDir())).toContain('There is no secret of the copy here');
    expect(await put(within, temporaryDir())).toContain('The secret is that of the copy');
    // The folder already has the secret, and the restore keeps it.
    expect(await put(without, dataDir, ['--replace'])).toContain('The secret is that of the copy');
    const another = temporaryDir();
    writeFileSync(path.join(another, 'secret'), 'another secret altogether');
    expect(await put(without, another, ['--replace'])).toContain('The secret here is not that of the copy');
  });
});

describe('what stood in a data folder', () => {
  it('is put aside only when that is said, and kept', async () => {
    const { dataDir, store, stop, farmId, url } = await aFurnishedServer();
    const copy = await aCopyOf(dataDir);
    const name = await instanceOf(url);
    await store.db.updateTable('farm').set({ name: '나중 이름' }).where('farm_id', '=', farmId).execute();
    await stop();
    expect(await runRestore(['--from', copy, '--to', dataDir])).toMatchObject({ code: 2 });
    const { code, said } = await runRestore(['--from', copy], { DATA_DIR: dataDir });
    expect([code, said]).toEqual([2, expect.stringContaining('is not empty')]);
    expect((await runRestore(['--from', copy, '--to', dataDir, '--replace'])).code).toBe(0);
    const aside = readdirSync(dataDir).find((one) => one.startsWith('before-restore-')) ?? '';
    expect(readdirSync(path.join(dataDir, aside))).toContain('onsil.db');
    const farmsOf = async (folder: string) => {
      const server = await aServer({ dataDir: folder });
      const farms = await server.store.db.selectFrom('farm').select('name').execute();
      const instance = await instanceOf(server.url);
      await server.stop();
      return { farms, isSame: instance === name };
    };
    expect(await farmsOf(dataDir)).toEqual({ farms: [{ name: '위미 농장' }], isSame: false });
    expect(await farmsOf(path.join(dataDir, aside))).toEqual({ farms: [{ name: '나중 이름' }], isSame: true });
  });
});

describe('a backup refuses', () => {
  it('what it was asked wrongly, in the language of the terminal', async () => {
    const { dataDir } = await aFurnishedServer();
    expect(await runBackup(dataDir, [])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^usage: npm run backup/),
    });
    expect(await runBackup(dataDir, ['--into', 'x'])).toMatchObject({ code: 2 });
    expect(await runBackup(temporaryDir(), ['--to', temporaryDir()])).toMatchObject({ code: 2 });
    const inside = path.join(dataDir, 'copies/more');
    const refused = await runBackup(dataDir, ['--to', inside], { env: { LANG: 'ko_KR.UTF-8' } });
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining('데이터 폴더') });
    expect(existsSync(path.join(dataDir, 'copies'))).toBe(false);
  });

  it('a second one into the same folder while the first is under way', async () => {
    const { dataDir } = await aFurnishedServer();
    const to = temporaryDir();
    const codes = await Promise.all([runBackup(dataDir, ['--to', to]), runBackup(dataDir, ['--to', to])]);
    expect(codes.map(({ code }) => code).sort()).toEqual([0, 4]);
    expect(copiesIn(to)).toHaveLength(1);
  });

  it('a place that cannot be written', async () => {
    const { dataDir } = await aFurnishedServer();
    const file = path.join(temporaryDir(), 'file');
    writeFileSync(file, '');
    expect(await runBackup(dataDir, ['--to', path.join(file, 'below')])).toMatchObject({ code: 7 });
  });

  it('a disk without room, before and while it writes, and leaves the copies that are there', async () => {
    const { dataDir, photo } = await aFurnishedServer();
    const disk = aSmallDisk(8);
    // Only root may mount a disk.
    if (!disk) return;
    expect((await runBackup(dataDir, ['--to', disk.dir])).code).toBe(0);
    appendFileSync(path.join(dataDir, photo.replace('.webp', '-small.webp')), Buffer.alloc(16_000_000));
    rmSync(path.join(disk.dir, copiesIn(disk.dir)[0] ?? '', photo.replace('.webp', '-small.webp')));
    const during = await runBackup(dataDir, ['--to', disk.dir]);
    expect(during).toMatchObject({ code: 3, said: expect.stringContaining('no half copy was left') });
    expect([copiesIn(disk.dir).length, remainsIn(disk.dir)]).toEqual([1, []]);
    const { bavail, bsize } = statfsSync(disk.dir);
    writeFileSync(path.join(disk.dir, 'other'), Buffer.alloc(bavail * bsize - 900_000));
    const before = await runBackup(dataDir, ['--to', disk.dir]);
    expect(before).toMatchObject({ code: 3, said: expect.stringMatching(/has 1 MB left, and \d+ MB are needed/) });
    disk.fill();
    expect(await runBackup(dataDir, ['--to', disk.dir])).toMatchObject({ code: 3 });
    expect([copiesIn(disk.dir).length, remainsIn(disk.dir)]).toEqual([1, []]);
  });

  it('a database that is damaged', async () => {
    const { dataDir, stop } = await aFurnishedServer();
    await stop();
    const file = path.join(dataDir, 'onsil.db');
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 3 * 4_096, 19 * 4_096);
    writeFileSync(file, bytes);
    const to = temporaryDir();
    expect(await runBackup(dataDir, ['--to', to])).toMatchObject({ code: 5 });
    expect([copiesIn(to), remainsIn(to)]).toEqual([[], []]);
  });
});

describe('a restore refuses', () => {
  it('a folder whose server runs', async () => {
    const { dataDir } = await aFurnishedServer();
    const copy = await aCopyOf(dataDir);
    const asked = await runRestore(['--from', copy, '--to', dataDir, '--replace']);
    expect(asked).toMatchObject({ code: 4, said: expect.stringContaining('A server runs on') });
  });

  it('what is no copy, and asks which of several', async () => {
    const { dataDir } = await aFurnishedServer();
    const to = temporaryDir();
    await runBackup(dataDir, ['--to', to]);
    const asked = await runRestore(['--from', to, '--to', temporaryDir()]);
    expect(asked).toMatchObject({ code: 2, said: expect.stringContaining(copiesIn(to)[0] ?? '-') });
    for (const none of [dataDir, path.join(to, 'backup.lock'), path.join(to, 'nowhere')]) {
      const refused = await runRestore(['--from', none, '--to', temporaryDir()]);
      expect(refused).toMatchObject({ code: 2, said: expect.stringContaining(`${none} is no copy`) });
    }
    expect((await runRestore([])).said).toMatch(/^usage: npm run restore/);
  });

  it.each<[what: string, change: object]>([
    ['written in a newer format', { format: 2 }],
    ['whose database has been through a migration that is not known', { migrations: ['001-foundation', '999-x'] }],
  ])('a copy of a newer release, %s', async (_, change) => {
    const { dataDir } = await aFurnishedServer();
    const copy = await aCopyOf(dataDir);
    writeFileSync(path.join(copy, 'manifest.json'), JSON.stringify({ ...manifestOf(copy), ...change }));
    const to = temporaryDir();
    const asked = await runRestore(['--from', copy, '--to', to]);
    expect(asked).toMatchObject({ code: 6, said: expect.stringContaining('newer release') });
    expect(existsSync(path.join(to, 'onsil.db'))).toBe(false);
  });

  it('a copy of which a byte was changed, and leaves everything as it was', async () => {
    const { dataDir, photo } = await aFurnishedServer();
    const copy = await aCopyOf(dataDir);
    appendFileSync(path.join(copy, photo), 'x');
    const to = path.join(temporaryDir(), 'restored');
    const asked = await runRestore(['--from', copy, '--to', to]);
    expect(asked).toMatchObject({ code: 5, said: expect.stringContaining(photo) });
    expect(readdirSync(to).filter((name) => !name.startsWith('server.lock'))).toEqual([]);
    const rest = await runRestore(['--from', copy, '--to', to, '--leave-out-damaged-photos']);
    expect(rest).toMatchObject({ code: 0, said: expect.stringContaining('1 damaged photo files were left out') });
    expect([existsSync(path.join(to, photo)), existsSync(path.join(to, 'onsil.db'))]).toEqual([false, true]);

    appendFileSync(path.join(copy, 'onsil.db'), 'x');
    expect(await runRestore(['--check', '--from', copy])).toMatchObject({
      code: 5,
      said: expect.stringContaining('onsil.db is not what was written'),
    });
  });

  it('a copy whose list of files leads elsewhere', async () => {
    const { dataDir } = await aFurnishedServer();
    const copy = await aCopyOf(dataDir);
    const sums = path.join(copy, 'SHA256SUMS');
    appendFileSync(sums, `${'0'.repeat(64)}  ../../elsewhere\n`);
    expect(await runRestore(['--check', '--from', copy])).toMatchObject({ code: 5 });
  });
});
