import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time/time.ts';
import { aPhonePhoto, aPictureBomb } from '../../tests/support/examples/pictures.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';
import { aSmallDisk } from '../../tests/support/store/small-disk.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';
import { purgeDeleted } from '../farm/purge.ts';
import { dropPhotosOf } from './commands.ts';
import { photoFiles } from './files.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A farm, its owner, and the files of its photos. */
async function aPlace(dataDir = temporaryDir()) {
  const server = await aServer({ dataDir });
  const ownerId = await aUser(server.store, 'owner');
  const farmId = await aFarm(server.store, { ownerId });
  return { server, farmId, ownerId, owner: await signIn(server.url, 'owner'), files: () => filesIn(server) };
}

const filesIn = ({ config }: TestServer) =>
  readdirSync(path.join(config.dataDir, 'photos'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

/** Adds an inspection that photos can belong to; returns its id. */
async function anInspection(person: SignedIn, farmIndex: number): Promise<string> {
  const id = randomUUID();
  const body = JSON.stringify({ id, farmIndex, kind: 'controller', title: '제어반' });
  const headers = { 'content-type': 'application/json' };
  const answer = await person.call('/api/inspections', { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
  return id;
}

type Upload = { id?: string; ownerId?: string; type?: string; key?: string; query?: Record<string, string> };

async function upload(person: SignedIn, farmId: number, bytes: Bytes, given: Upload = {}) {
  const { id = randomUUID(), type = 'image/jpeg', key = randomUUID(), query = {} } = given;
  const ownerId = given.ownerId ?? (await anInspection(person, farmId));
  const search = new URLSearchParams({ ownerKind: 'inspection', ownerId, ...query });
  const answer = await person.call(`/api/farms/${farmId}/photos/${id}?${search}`, {
    method: 'PUT',
    headers: { 'content-type': type, 'idempotency-key': key },
    body: bytes,
  });
  return {
    id,
    ownerId,
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: await answer.json(),
  };
}

let place: Awaited<ReturnType<typeof aPlace>>;
beforeAll(async () => {
  place = await aPlace();
});

const read = (at: string, headers: Record<string, string> = {}) =>
  place.owner.call(`/api/farms/${place.farmId}/photos/${at}`, { headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('a photo of a phone', () => {
  it('is kept upright, and without where, when and by whom it was taken', async () => {
    const sent = await aPhonePhoto();
    const before = await sharp(sent).metadata();
    expect([before.orientation, before.exif?.includes('Hong Gildong')]).toEqual([6, true]);
    const { id, body } = await upload(place.owner, place.farmId, sent);
    expect(body.data).toMatchObject({
      id,
      ownerKind: 'inspection',
      role: null,
      takenAt: null,
      width: 200,
      height: 400,
    });

    const kept = await bytesOf(await read(`${id}/file`));
    const { exif, xmp, iptc, icc, orientation, width, height, format } = await sharp(kept).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    expect([format, width, height]).toEqual(['webp', 200, 400]);
    expect(kept.includes('Hong Gildong')).toBe(false);
    // The left half of the original is the upper half of the upright picture.
    const [red = 0, , blue = 0] = await sharp(kept)
      .extract({ left: 100, top: 50, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });

  it('is kept at 1,600 pixels at the most, and in small at 360', async () => {
    const { id, body } = await upload(place.owner, place.farmId, await aPhonePhoto({ width: 4_000, height: 3_000 }));
    expect(body.data).toMatchObject({ width: 1_200, height: 1_600 });
    const small = await sharp(await bytesOf(await read(`${id}/thumbnail`))).metadata();
    expect([small.format, small.width, small.height]).toEqual(['webp', 270, 360]);
  });

  it('goes out with its type fixed, for its farm alone, and not twice', async () => {
    const { id } = await upload(place.owner, place.farmId, await aPhonePhoto({ hue: 7 }));
    const answer = await read(`${id}/file`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const again = await read(`${id}/file`, { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await aFarm(place.server.store, { ownerId: await aUser(place.server.store, 'neighbour') });
    const neighbour = await signIn(place.server.url, 'neighbour');
    for (const farm of [place.farmId, other, 0]) {
      for (const kind of ['file', 'thumbnail']) {
        expect((await neighbour.call(`/api/farms/${farm}/photos/${id}/${kind}`)).status).toBe(404);
      }
    }
  });
});

describe('a photo', () => {
  it('is written by those who may write on the page of its thing, and read by those who may look, whatever else opens', async () => {
    const { server, farmId, owner } = await aPlace();
    const { db } = server.store;
    const page = await db
      .selectFrom('menu_item')
      .select('id')
      .where('url', '=', '/cms/device/inspection-manage')
      .executeTakeFirstOrThrow();
    const bytes = await aPhonePhoto({ hue: 41 });
    const { id, ownerId } = await upload(owner, farmId, bytes);
    const photos = `/api/farms/${farmId}/photos`;
    const statuses = async () => [
      (await upload(owner, farmId, bytes, { ownerId })).status,
      // A repeat gets the same refusal as a first call.
      (await upload(owner, farmId, bytes, { id, ownerId })).status,
      (await owner.call(`${photos}?ownerKind=inspection&ownerId=${ownerId}`)).status,
      (await owner.call(`${photos}/${id}/file`)).status,
      (await owner.call(`${photos}/${id}/thumbnail`)).status,
      (await owner.call(`${photos}/${id}`, { method: 'DELETE' })).status,
    ];
    await db.updateTable('menu_right').set({ auth_code: 'AUTH_READ' }).where('item_id', '=', page.id).execute();
    expect(await statuses()).toEqual([403, 403, 200, 200, 200, 403]);
    await db.deleteFrom('menu_right').where('item_id', '=', page.id).execute();
    expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it('is on something that is there, of its kind and on its farm', async () => {
    const { server, farmId, owner } = place;
    const bytes = await aPhonePhoto({ hue: 42 });
    const { id, ownerId } = await upload(owner, farmId, bytes);
    const second = await aFarm(server.store, { ownerId: place.ownerId, name: '둘째 농장' });
    const forged: [farm: number, ownerKind: string, ownerId: string][] = [
      [second, 'inspection', ownerId],
      [0, 'inspection', ownerId],
      [farmId, 'observation', ownerId],
      [farmId, 'inspection', randomUUID()],
    ];
    for (const [farm, ownerKind, named] of forged) {
      const asked = `ownerKind=${ownerKind}&ownerId=${named}`;
      expect((await owner.call(`/api/farms/${farm}/photos?${asked}`)).status, asked).toBe(404);
      const { status } = await upload(owner, farm, bytes, { ownerId: named, query: { ownerKind } });
      expect(status, asked).toBe(404);
    }
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ confirmName: '제어반' });
    expect((await owner.call(`/api/inspections/${ownerId}`, { method: 'DELETE', headers, body })).status).toBe(200);
    expect((await read(`${id}/file`)).status).toBe(404);
  });
});

describe('what is no photo', () => {
  const text = (words: string): Bytes => new Uint8Array(Buffer.from(words));
  const half = async () => (await aPhonePhoto({ width: 1_000, height: 800 })).slice(0, 3_000);

  it.each<[what: string, bytes: () => Promise<Bytes> | Bytes, type: string, status: number, code: string]>([
    [
      'a page called .jpg',
      () => text('<!doctype html><script>alert(1)</script>'),
      'image/jpeg',
      422,
      'PHOTO_UNREADABLE',
    ],
    [
      'a drawing with a script',
      () => text('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/png',
      422,
      'PHOTO_UNREADABLE',
    ],
    ['half of a photo', half, 'image/jpeg', 422, 'PHOTO_UNREADABLE'],
    ['nothing', () => text(''), 'image/jpeg', 400, 'VALIDATION'],
    ['144 million pixels in a few kilobytes', aPictureBomb, 'image/png', 422, 'PHOTO_TOO_LARGE'],
    ['more bytes than are read', () => new Uint8Array(4_000_001), 'image/jpeg', 413, 'BODY_TOO_LARGE'],
    ['another format', () => text('<svg/>'), 'image/svg+xml', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%s is refused and leaves no file', async (_, bytes, type, status, code) => {
    const before = place.files();
    const { body } = await upload(place.owner, place.farmId, await bytes(), { type });
    expect(body).toMatchObject({ status, code });
    expect(place.files()).toEqual(before);
  });
});

describe('a photo that comes again', () => {
  it('is answered as it was under its own id, and refused under the id of another', async () => {
    const bytes = await aPhonePhoto({ hue: 11 });
    const first = await upload(place.owner, place.farmId, bytes);
    const again = await upload(place.owner, place.farmId, bytes, { id: first.id, ownerId: first.ownerId });
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    const other = await aPhonePhoto({ hue: 12 });
    const refused = await upload(place.owner, place.farmId, other, { id: first.id, ownerId: first.ownerId });
    expect(refused.body).toMatchObject({ status: 409, code: 'ALREADY_EXISTS', field: 'id' });
    const moved = await upload(place.owner, place.farmId, bytes, { id: first.id });
    expect(moved.body).toMatchObject({ status: 409, code: 'ALREADY_EXISTS', field: 'id' });
    await place.owner.call(`/api/farms/${place.farmId}/photos/${first.id}`, { method: 'DELETE' });
    const late = await upload(place.owner, place.farmId, bytes, { id: first.id, ownerId: first.ownerId });
    expect(late.body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('shares its file with the same one elsewhere, which stays until the last of them is gone for a day', async () => {
    const { server, farmId, owner, files } = await aPlace();
    const sweep = (at: number) => photoFiles(server.config.dataDir).sweep(server.store, at);
    const bytes = await aPhonePhoto({ hue: 21 });
    const one = await upload(owner, farmId, bytes, { query: { role: 'before', takenAt: '2026-11-22T05:20:00.000Z' } });
    const two = await upload(owner, farmId, bytes);
    expect(one.body.data).toMatchObject({ role: 'before', takenAt: '2026-11-22T05:20:00.000Z' });
    expect(files()).toHaveLength(2);
    const remove = (id: string) => owner.call(`/api/farms/${farmId}/photos/${id}`, { method: 'DELETE' });
    expect((await remove(one.id)).status).toBe(200);
    expect(await sweep(Date.now() + 2 * DAY_MS)).toBe(0);
    expect((await owner.call(`/api/farms/${farmId}/photos/${two.id}/file`)).status).toBe(200);
    await server.store.db.transaction().execute((trx) => dropPhotosOf(trx, farmId, 'inspection', [two.ownerId]));
    expect(await sweep(Date.now())).toBe(0);
    expect(await sweep(Date.now() + 2 * DAY_MS)).toBe(2);
    expect(files()).toEqual([]);
  });
});

describe('photos of a farm', () => {
  it('go with its data 30 days after it was deleted', async () => {
    const { server, farmId, owner, files } = await aPlace();
    await upload(owner, farmId, await aPhonePhoto());
    const now = Date.now();
    const deleted = (days: number) =>
      server.store.db
        .updateTable('farm')
        .set({ deleted_at: now - days * DAY_MS })
        .execute();
    const clear = async () => {
      await purgeDeleted(server.store, { now });
      await photoFiles(server.config.dataDir).sweep(server.store, now + 2 * DAY_MS);
      return files().length;
    };
    await deleted(29);
    expect(await clear()).toBe(2);
    await deleted(31);
    expect(await clear()).toBe(0);
  });

  it('are at the most 20 on one thing', async () => {
    const bytes = await aPhonePhoto({ width: 20, height: 10 });
    const ownerId = await anInspection(place.owner, place.farmId);
    for (let count = 0; count < 20; count += 1) {
      expect((await upload(place.owner, place.farmId, bytes, { ownerId })).status).toBe(201);
    }
    const { body } = await upload(place.owner, place.farmId, bytes, { ownerId });
    expect(body).toMatchObject({ code: 'VALIDATION', field: 'ownerId' });
    const asked = `ownerKind=inspection&ownerId=${ownerId}`;
    const listed = await place.owner.call(`/api/farms/${place.farmId}/photos?${asked}`);
    expect(await listed.json()).toHaveLength(20);
  });
});

describe('a server without room', () => {
  it('keeps nothing half when its disk is full, and takes the same photo when there is room', async () => {
    const disk = aSmallDisk(16);
    const { server, farmId, owner, files } = await aPlace(disk?.dir);
    // Where no small disk can be mounted, the size of the database is limited instead.
    const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(server.store.db);
    const earlier = await upload(owner, farmId, await aPhonePhoto({ hue: 31 }));
    const ownerId = await anInspection(owner, farmId);
    const before = files();
    await (disk ? disk.fill() : limit(1));
    const bytes = await aPhonePhoto({ hue: 32 });
    const act = { id: randomUUID(), ownerId, key: randomUUID() };
    const refused = await upload(owner, farmId, bytes, act);
    expect([refused.status, refused.body.code, refused.retryAfter]).toEqual([503, 'STORAGE_FULL', '30']);
    if (disk) expect(files()).toEqual(before);
    expect((await owner.call(`/api/farms/${farmId}/photos/${earlier.id}/file`)).status).toBe(200);
    await (disk ? disk.free() : limit(1_000_000));
    expect((await upload(owner, farmId, bytes, act)).status).toBe(201);
  });
});
