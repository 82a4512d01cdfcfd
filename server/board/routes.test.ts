import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { aPhonePhoto } from '../../tests/support/examples/pictures.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from '../../tests/support/server/server.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { addPost } from './commands.ts';

let server: TestServer;
let people: Record<'administrator' | 'owner' | 'reader' | 'stranger', SignedIn>;
let farmId: number;

beforeAll(async () => {
  server = await aServer();
  const { store, url } = server;
  await aUser(store, 'administrator', { authority: 'ROLE_ADMINISTER' });
  const ownerId = await aUser(store, 'owner');
  farmId = await aFarm(store, { ownerId, memberId: await aUser(store, 'reader') });
  await aUser(store, 'stranger');
  people = {
    administrator: await signIn(url, 'administrator'),
    owner: await signIn(url, 'owner'),
    reader: await signIn(url, 'reader'),
    stranger: await signIn(url, 'stranger'),
  };
});

async function send(person: SignedIn, method: string, at: string, body: object = {}) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await person.call(at, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

const aPost = { kind: 'post', title: '총채벌레', text: '3동에서 보았습니다.' };
async function write(person: SignedIn, where: number, given: object = {}) {
  const id = randomUUID();
  const { status, body } = await send(person, 'POST', `/api/farms/${where}/posts`, { ...aPost, id, ...given });
  return { id, status, body };
}
const listed = async (person: SignedIn, query = '') => {
  const { rows } = await (await person.call(`/api/manage/posts?${query}`)).json();
  return rows as {
    id: string;
    farmIndex: number;
    title: string;
    isUnread: boolean;
    commentCount: number;
    photoCount: number;
  }[];
};
const idsFor = async (person: SignedIn) => (await listed(person, 'size=500')).map(({ id }) => id);

describe('a post', () => {
  it('for a farm is read by whoever may read the farm, and by nobody else', async () => {
    const { id, status } = await write(people.owner, farmId);
    expect(status).toBe(201);
    for (const reader of [people.owner, people.reader, people.administrator]) {
      expect(await idsFor(reader)).toContain(id);
      expect((await reader.call(`/api/farms/${farmId}/posts/${id}`)).status).toBe(200);
    }
    expect(await idsFor(people.stranger)).not.toContain(id);
    for (const where of [farmId, 0]) {
      expect((await people.stranger.call(`/api/farms/${where}/posts/${id}`)).status).toBe(404);
    }
    expect(
      (await send(people.reader, 'POST', `/api/farms/${farmId}/posts`, { ...aPost, id: randomUUID() })).status,
    ).toBe(403);
  });

  it('for everybody is read, answered and found by everybody, and changed by its author and administrators alone', async () => {
    const { id } = await write(people.stranger, 0, { title: '접목 시기', text: '<b>언제</b>가 좋습니까?' });
    const found = await listed(people.owner, `search=${encodeURIComponent('접목')}`);
    expect(found.map((row) => row.id)).toEqual([id]);
    const comment = { id: randomUUID(), text: '4월 초' };
    expect((await send(people.reader, 'POST', `/api/farms/0/posts/${id}/comments`, comment)).status).toBe(201);
    const at = `/api/farms/0/posts/${id}`;
    expect((await send(people.owner, 'PUT', at, { title: '아무개' })).status).toBe(403);
    expect((await send(people.owner, 'DELETE', at)).status).toBe(403);
    expect((await send(people.administrator, 'PUT', at, { title: '접목 시기 문의' })).status).toBe(200);
    const read = await (await people.owner.call(at)).json();
    expect(read).toMatchObject({ title: '접목 시기 문의', text: '<b>언제</b>가 좋습니까?', canEdit: false });
    expect(read.comments).toMatchObject([{ text: '4월 초', authorName: 'reader' }]);
    const own = `/api/farms/0/comments/${comment.id}`;
    expect((await send(people.stranger, 'DELETE', own)).status).toBe(403);
    expect((await send(people.reader, 'DELETE', own)).status).toBe(200);
  });

  it('counts what was said below it, and nothing below one that another farm calls the same', async () => {
    const { id } = await write(people.administrator, 0);
    // The API refuses a second post with the same id; the queries must not rely on that.
    const post = { kind: 'post' as const, title: '응애', text: '', untilOn: null, isPinned: false };
    await server.store.db
      .transaction()
      .execute((trx) => addPost(trx, { farmId, id }, post, { userId: 1, at: Date.now() }));
    await send(people.owner, 'POST', `/api/farms/${farmId}/posts/${id}/comments`, { text: '여기' });
    const rows = (await listed(people.owner, 'size=500')).filter((row) => row.id === id);
    expect(rows.map(({ farmIndex, commentCount }) => [farmIndex, commentCount]).sort()).toEqual([
      [0, 0],
      [farmId, 1],
    ]);
  });

  it('that comes again is answered like the first, and refused with other words', async () => {
    const first = await write(people.owner, 0);
    const again = await write(people.owner, 0, { id: first.id });
    expect([again.status, again.body.data.id]).toEqual([201, first.id]);
    const other = await write(people.owner, 0, { id: first.id, text: '다른 글' });
    expect(other.body).toMatchObject({ status: 409, code: 'ALREADY_EXISTS' });
    const ofOther = await write(people.stranger, 0, { id: first.id });
    expect(ofOther.body).toMatchObject({ status: 409, code: 'ALREADY_EXISTS' });
    const elsewhere = await write(people.owner, farmId, { id: first.id });
    expect(elsewhere.body).toMatchObject({ status: 409, code: 'ALREADY_EXISTS' });
    await send(people.owner, 'PUT', `/api/farms/0/posts/${first.id}`, { title: '고친 제목' });
    expect((await write(people.owner, 0, { id: first.id })).body.data.title).toBe('고친 제목');
    await send(people.owner, 'DELETE', `/api/farms/0/posts/${first.id}`);
    expect((await write(people.owner, 0, { id: first.id })).status).toBe(404);
  });

  it('gets a comment in the form of an earlier release, and asks one of a later release to wait', async () => {
    const { id } = await write(people.owner, 0);
    const at = `/api/farms/0/posts/${id}/comments`;
    const put = (version: string, key: string, body: object) =>
      people.owner.call(at, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-payload-version': version },
        body: JSON.stringify(body),
      });
    const [key, commentId] = [randomUUID(), randomUUID()];
    const old = { text: '옛 앱에서', commentId };
    const first = await put('1', key, old);
    expect([first.status, (await first.json()).data]).toMatchObject([201, { id: commentId, text: '옛 앱에서' }]);
    // The answer to the first try was lost: the app repeats the old request with the same key.
    expect((await put('1', key, old)).headers.get('idempotency-replayed')).toBe('true');
    const ahead = await put('3', randomUUID(), { said: '새 앱에서', id: randomUUID() });
    expect([ahead.status, ahead.headers.get('retry-after'), (await ahead.json()).code]).toEqual([
      503,
      '600',
      'PAYLOAD_AHEAD',
    ]);
    expect((await put('0', randomUUID(), old)).status).toBe(400);
    const { comments } = await (await people.owner.call(`/api/farms/0/posts/${id}`)).json();
    expect(comments).toMatchObject([{ id: commentId }]);
  });

  it('is deleted once, as are its comments: a device that deletes it, too, has nothing more to do', async () => {
    const { id } = await write(people.owner, farmId);
    const comment = randomUUID();
    const deleted = async (person: SignedIn, at: string) => (await send(person, 'DELETE', at, {})).status;
    await send(people.owner, 'POST', `/api/farms/${farmId}/posts/${id}/comments`, { id: comment, text: '보았습니다.' });
    const at = { post: `/api/farms/${farmId}/posts/${id}`, comment: `/api/farms/${farmId}/comments/${comment}` };
    expect(await deleted(people.reader, at.comment)).toBe(403);
    expect([await deleted(people.owner, at.comment), await deleted(people.owner, at.comment)]).toEqual([200, 200]);
    expect([await deleted(people.owner, at.post), await deleted(people.owner, at.post)]).toEqual([200, 200]);
    expect(await idsFor(people.owner)).not.toContain(id);
  });

  it('that two change at once is settled, and nothing is overwritten', async () => {
    const { id, body } = await write(people.owner, 0);
    const { title, text, untilOn, isPinned } = body.data;
    const base = { title, text, untilOn, isPinned };
    const at = `/api/farms/0/posts/${id}`;
    await send(people.administrator, 'PUT', at, { ...base, text: '관리자의 글', base });
    const mine = await send(people.owner, 'PUT', at, { ...base, text: '나의 글', base });
    expect(mine.body).toMatchObject({ code: 'CHANGED_MEANWHILE', details: { conflicts: ['text'] } });
    const merged = await send(people.owner, 'PUT', at, { ...base, title: '나의 제목', base });
    expect(merged.body.data).toMatchObject({ title: '나의 제목', text: '관리자의 글' });
  });

  it('has comments whose conflict says who made the other change, and when', async () => {
    const { id } = await write(people.owner, 0);
    const said = await send(people.owner, 'POST', `/api/farms/0/posts/${id}/comments`, { text: '가' });
    const at = `/api/farms/0/comments/${said.body.data.id}`;
    const base = { text: '가' };
    await send(people.administrator, 'PUT', at, { text: '나', base });
    const met = await send(people.owner, 'PUT', at, { text: '다', base });
    const details = { conflicts: ['text'], changed: { by: expect.any(String), at: expect.stringMatching(/^20.*Z$/) } };
    expect(met.body).toMatchObject({ code: 'CHANGED_MEANWHILE', details });
  });
});

describe('a notice', () => {
  it('is an administrator’s, and so is what stands above the others', async () => {
    expect((await write(people.owner, farmId, { kind: 'notice' })).status).toBe(403);
    expect((await write(people.owner, farmId, { isPinned: true })).status).toBe(403);
    expect((await write(people.administrator, farmId, { kind: 'notice' })).status).toBe(201);
  });

  it('that is pinned stands first and on the start screen, for those it is for, until its day is over', async () => {
    const day = (ahead: number) => seoulDate(Date.now() + ahead * DAY_MS);
    const pinned = (untilOn: string | null) => ({ kind: 'notice', isPinned: true, untilOn });
    const today = await write(people.administrator, farmId, pinned(day(0)));
    const over = await write(people.administrator, farmId, pinned(day(-1)));
    const newer = await write(people.stranger, 0);
    const order = await idsFor(people.owner);
    expect(order.indexOf(today.id)).toBe(0);
    expect(order.indexOf(newer.id)).toBeLessThan(order.indexOf(over.id));
    const notices = async (person: SignedIn) => {
      const told: { id: string }[] = await (await person.call('/api/notices')).json();
      return told.map(({ id }) => id);
    };
    expect(await notices(people.reader)).toEqual([today.id]);
    expect(await notices(people.stranger)).toEqual([]);
  });
});

describe('what is unread', () => {
  it('is so for each until they have seen it, and again when something is said', async () => {
    const { id } = await write(people.owner, 0);
    const isUnread = async (person: SignedIn) =>
      (await listed(person, 'size=500')).find((row) => row.id === id)?.isUnread;
    expect([await isUnread(people.owner), await isUnread(people.stranger)]).toEqual([false, true]);
    const see = (seenAt: string) => send(people.stranger, 'PUT', `/api/farms/0/posts/${id}/seen`, { seenAt });
    await see('2001-01-01T00:00:00Z');
    expect(await isUnread(people.stranger)).toBe(true);
    // From a tablet whose clock is years ahead.
    await see('2099-01-01T00:00:00Z');
    await see('2001-01-01T00:00:00Z');
    expect(await isUnread(people.stranger)).toBe(false);
    await send(people.owner, 'POST', `/api/farms/0/posts/${id}/comments`, {
      id: randomUUID(),
      text: '더 있습니다.',
    });
    expect([await isUnread(people.owner), await isUnread(people.stranger)]).toEqual([false, true]);
  });

  it('stays so for the author of a comment that comes after what they never saw', async () => {
    const { id, body } = await write(people.owner, 0);
    const isUnread = async (person: SignedIn) =>
      (await listed(person, 'size=500')).find((row) => row.id === id)?.isUnread;
    const say = (person: SignedIn, text: string) => send(person, 'POST', `/api/farms/0/posts/${id}/comments`, { text });
    const see = (person: SignedIn, seenAt: string) => send(person, 'PUT', `/api/farms/0/posts/${id}/seen`, { seenAt });
    // Without a signal the stranger read the post and answered; meanwhile the reader, who never opened it, said more.
    await see(people.stranger, body.data.activeAt);
    await say(people.reader, '저도 보았습니다.');
    await say(people.stranger, '약을 쳤습니다.');
    expect([await isUnread(people.stranger), await isUnread(people.reader)]).toEqual([true, true]);
    const { activeAt } = await (await people.stranger.call(`/api/farms/0/posts/${id}`)).json();
    await see(people.stranger, activeAt);
    await say(people.stranger, '3동입니다.');
    expect(await isUnread(people.stranger)).toBe(false);
  });
});

describe('photos of the board', () => {
  const put = async (person: SignedIn, ownerKind: string, ownerId: string, where = 0) => {
    const search = new URLSearchParams({ ownerKind, ownerId });
    const headers = { 'content-type': 'image/jpeg' };
    const id = randomUUID();
    const at = `/api/farms/${where}/photos/${id}`;
    const answer = await person.call(`${at}?${search}`, { method: 'PUT', headers, body: await aPhonePhoto() });
    return { at, status: answer.status };
  };

  it('are put on a post by its author, and go with it', async () => {
    const { id } = await write(people.owner, 0);
    const { at, status } = await put(people.owner, 'post', id);
    expect(status).toBe(201);
    expect((await put(people.stranger, 'post', id)).status).toBe(403);
    expect((await put(people.owner, 'post', randomUUID())).status).toBe(404);
    expect((await put(people.owner, 'inspection', id)).status).toBe(404);
    expect((await listed(people.stranger, 'size=500')).find((row) => row.id === id)?.photoCount).toBe(1);
    expect((await people.stranger.call(`${at}/file`)).status).toBe(200);
    expect((await send(people.stranger, 'DELETE', at)).status).toBe(403);
    await send(people.owner, 'DELETE', `/api/farms/0/posts/${id}`);
    expect((await people.owner.call(`${at}/file`)).status).toBe(404);
  });
});
