import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DAY_MS, seoulDate } from '#contract/time/time.ts';
import { writesOf } from '../support/browser/device-contents.ts';
import { expect, type Phone, readyForOffline, signIn, test } from '../support/browser/fixtures.ts';
import { aPhonePhoto } from '../support/examples/pictures.ts';
import { type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

test.use({ hasOwnProfile: true });

const OUTBOX = '/cms/outbox';
const GROWING = '/cms/growth/growing-manage';
const CREATE = '/cms/growth/growing-create';
const editOf = (id: string) => `/cms/growth/growing-edit/${id}`;

/** Trees of the row, each with its own figure; then photographed trees with their number of photos. */
const ROW = Array.from({ length: 36 }, (_, at) => ({ tree: String(at + 1), fruitMm: at + 21 }));
const PHOTOGRAPHED = [1, 3, 3, 3].map((photos, at) => ({ tree: String(37 + at), fruitMm: 57 + at, photos }));
const WATER_TANK = '계곡 물탱크';
const COMMENT = '2월 셋째 주에 했습니다.';

/** A user at a computer, without a browser. */
async function aPerson(url: string, login: string) {
  const { call } = await signInByWire(url, login, PASSWORD);
  return async (method: string, path: string, body?: object) => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await call(path, { method, ...(body && json) });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return answer.json();
  };
}

/** The state before the day: a crop with two observations, and a post with a question. */
async function seed({ url, farms: { first } }: Greenhouse) {
  const ask = await aPerson(url, 'grower');
  const crop = { farmIndex: first, itemCode: 'CRO001', house: '1동', cultivation: 'unheated' };
  const { data } = await ask('POST', '/api/crops', { ...crop, budBreakOn: seoulDate(Date.now() - 200 * DAY_MS) });
  const [north, south, post] = [randomUUID(), randomUUID(), randomUUID()];
  const plot = { farmIndex: first, cropId: data.id, house: '1동', observedAt: new Date().toISOString() };
  await ask('POST', '/api/growing', { ...plot, id: north, tree: '북쪽', brix: 9.1 });
  await ask('POST', '/api/growing', { ...plot, id: south, tree: '남쪽', brix: 9.2 });
  const words = { kind: 'post', title: '전정', text: '언제 하셨습니까?' };
  await ask('POST', `/api/farms/${first}/posts`, { ...words, id: post });
  return { north, south, post: `/cms/board/board-edit/${first}/${post}` };
}
type Seeded = Awaited<ReturnType<typeof seed>>;

/** Opens everything once, as on an earlier day. */
async function seeEverything(page: Page, greenhouse: Greenhouse, { north, south, post }: Seeded): Promise<void> {
  const { first } = greenhouse.farms;
  await signIn(page, greenhouse);
  await readyForOffline(page, greenhouse, { hasRecord: false });
  for (const path of [CREATE, editOf(north), editOf(south), '/cms/device/inspection-create', post]) {
    await page.goto(greenhouse.url + path);
    // The dialogs of the header, prepared and hidden, have forms, too.
    await expect(page.getByRole('main').locator('form').first()).toBeVisible();
  }
  await open(page, greenhouse.url + GROWING, '생육 조사');
  const trees = [`/api/farms/${first}/growing/trees`, '/api/manage/growing?'];
  const own = [`/api/farms/${first}/growth-calendar`, ...trees];
  const more = [...own, `/api/growing/${north}`, `/api/growing/${south}`, `/api/farms/${first}/inspection-choices`];
  await readyForOffline(page, greenhouse, { hasRecord: false, more: [...more, `/api/farms/${first}/posts/`] });
}

const arrival = (page: Page, path: string) => page.waitForURL((at) => at.pathname === path);
const key = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The tree that the screen shows, without input. */
async function treeInSight(page: Page, url: string): Promise<number> {
  await page.goto(`${url}${CREATE}?mode=row`);
  const next = page.getByRole('button', { name: /다음 \d+번$/ });
  await expect(next).toBeVisible();
  while ((await next.innerText()).startsWith('저장')) await key(page, '한 글자 지우기').click();
  return Number(/\d+/.exec(await next.innerText())?.[0]) - 1;
}

/** Enters the figures of a range of trees and turns to the next after each, without waiting. */
async function measure(page: Page, from: number, to: number): Promise<void> {
  for (const { tree, fruitMm } of ROW.slice(from - 1, to)) {
    for (const digit of String(fruitMm)) await key(page, digit).click();
    await key(page, `저장하고 다음 ${Number(tree) + 1}번`).click();
  }
}

type Photographed = (typeof PHOTOGRAPHED)[number];

/** Fills in the form of one tree, or continues a draft, up to the button. */
async function fillObservation(page: Page, { tree, fruitMm, photos }: Photographed): Promise<void> {
  await page.getByLabel('나무 번호나 구역').fill(tree);
  await page.getByRole('textbox', { name: '열매 지름' }).fill(String(fruitMm));
  const files = Array.from({ length: photos }, async (_, at) => ({
    name: `${tree}-${at}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await aPhonePhoto({ hue: (Number(tree) - 37) * 40 + at * 8 })),
  }));
  await page.locator('input[type=file][multiple]').setInputFiles(await Promise.all(files));
  await expect(page.getByText('저장 전')).toHaveCount(photos);
}

/** Opens a page, possibly from the cache, and waits for its heading. */
async function open(page: Page, url: string, heading: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/**
 * Photographs a tree, loses power when the button is pressed, and comes back: the tree is in the outbox with its
 * photos, or the form offers both again.
 */
async function photographAndDie(phone: Phone, url: string, one: Photographed): Promise<Page> {
  await phone.page.goto(url + CREATE);
  await fillObservation(phone.page, one);
  const drafted = async () => (await writesOf(phone.page, 'grower')).drafts.filter((name) => /growing new/.test(name));
  await expect.poll(async () => (await drafted()).join()).toMatch(/^growing new \d+,photos of growing new \d+$/);
  await key(phone.page, '등록').click();
  await phone.kill('browser');
  const page = await phone.restart();
  await open(page, url + OUTBOX, '보낼 것');
  const { waiting } = await writesOf(page, 'grower');
  if (waiting.some(({ body }) => body === null)) return page;
  await page.goto(url + CREATE);
  await key(page, '이어서 쓰기').click();
  await expect(page.getByLabel('나무 번호나 구역')).toHaveValue(one.tree);
  await expect(page.getByText('저장 전')).toHaveCount(one.photos);
  await key(page, '등록').click();
  await arrival(page, GROWING);
  return page;
}

async function photograph(page: Page, url: string, one: Photographed): Promise<void> {
  await page.goto(url + CREATE);
  await fillObservation(page, one);
  await key(page, '등록').click();
  await arrival(page, GROWING);
}

/** Creates an inspection and moves it to its next state, before the server has it. */
async function inspect(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/cms/device/inspection-create`);
  await page.getByLabel('제목').fill(WATER_TANK);
  await key(page, '등록').click();
  await key(page, '진행 시작').click();
  await expect(page.getByRole('heading', { name: '지금 진행' })).toBeVisible();
}

async function editBrix(page: Page, url: string, id: string, brix: string): Promise<void> {
  await page.goto(url + editOf(id));
  await page.getByRole('textbox', { name: '당도' }).fill(brix);
  await key(page, '저장').click();
  await arrival(page, GROWING);
  const row = page
    .getByRole('list', { name: '생육 조사 목록' })
    .getByRole('listitem')
    .filter({ hasText: `${brix} °Bx` });
  await expect(row).toContainText('기기에 저장됨');
}

/** Writes a comment; every process of the browser ends when the button is pressed. */
async function commentAndDie(phone: Phone, address: string): Promise<void> {
  const { page } = phone;
  await page.goto(address);
  await page.getByRole('textbox', { name: '댓글' }).fill(COMMENT);
  await expect.poll(async () => (await writesOf(page, 'grower')).drafts.join()).toContain('comment on');
  await key(page, '댓글 올리기').click();
  await phone.kill('everything');
}

/** Returns to the page: what had not reached the outbox is offered again. */
async function comeBackToComment(page: Page, address: string): Promise<void> {
  const { waiting, left } = await writesOf(page, 'grower');
  const entries = [...waiting, ...left.map(({ entry }) => entry)];
  if (entries.some(({ noun }) => noun === '댓글')) return;
  await page.goto(address);
  await key(page, '이어서 쓰기').click();
  await expect(page.getByRole('textbox', { name: '댓글' })).toHaveValue(COMMENT);
  await key(page, '댓글 올리기').click();
  await expect(page.getByRole('list', { name: '댓글', exact: true })).toContainText(COMMENT);
}

type Ask = Awaited<ReturnType<typeof aPerson>>;

async function auditOf(ask: Ask, action: string): Promise<{ requestId: string }[]> {
  return (await ask('GET', `/api/admin/audit?action=${action}&size=500`)).rows;
}

/** The server has all writes of the day, once each. */
async function expectAllOnce({ farms: { first } }: Greenhouse, ask: Ask, { post }: Seeded): Promise<void> {
  const { rows } = await ask('GET', `/api/manage/growing?farmIndex=${first}&size=500`);
  const observed: { id: string; tree: string; fruitMm: number | null }[] = rows;
  const measured = observed.flatMap(({ tree, fruitMm }) => (fruitMm === null ? [] : [`${tree} ${fruitMm}`]));
  const wanted = [...ROW, ...PHOTOGRAPHED].map(({ tree, fruitMm }) => `${tree} ${fruitMm}`);
  expect(wanted).toHaveLength(40);
  expect(measured.toSorted()).toEqual(wanted.toSorted());
  for (const { tree, photos } of PHOTOGRAPHED) {
    const owner = observed.find((one) => one.tree === tree)?.id;
    const shown = await ask('GET', `/api/farms/${first}/photos?ownerKind=observation&ownerId=${owner}`);
    expect(shown, `photos of tree ${tree}`).toHaveLength(photos);
  }
  const inspections = await ask('GET', `/api/manage/inspections?farmIndex=${first}`);
  expect(inspections.rows).toMatchObject([{ title: WATER_TANK, state: 'inProgress' }]);
  const { comments } = await ask('GET', `/api/farms/${first}/posts/${post.split('/').at(-1)}`);
  expect(comments.map(({ text }: { text: string }) => text)).toEqual([COMMENT]);
  // There were two observations before. The only edits are those of the other user.
  const counts = {
    'growing.create': 42,
    'photo.add': 10,
    'inspection.create': 1,
    'inspection.step': 1,
    'comment.create': 1,
    'growing.update': 2,
  };
  for (const [action, count] of Object.entries(counts)) {
    expect(await auditOf(ask, action), action).toHaveLength(count);
  }
}

/** Everything is in the outbox, and the screen does not claim that anything was sent. */
async function expectNothingSent(page: Page, url: string): Promise<void> {
  await open(page, url + OUTBOX, '보낼 것');
  await page.getByRole('button', { name: /나머지 \d+건 보기/ }).click();
  const { waiting } = await writesOf(page, 'grower');
  const observed = waiting.flatMap(({ endpoint, body }) => (endpoint === 'POST /api/growing' ? [idIn(body)] : []));
  expect(new Set(observed).size).toBe(40);
  expect(waiting.filter(({ body }) => body === null)).toHaveLength(10);
  await expect(page.getByText('기기에 저장됨', { exact: true })).toHaveCount(waiting.length);
  await key(page, '최근에 보낸 것 보기').click();
  await expect(page.getByText('이 기기에서 보낸 것이 아직 없습니다.')).toBeVisible();
}

const idIn = (body: string | null): string => Object(JSON.parse(body ?? '{}')).id;

/** Everything reported as sent has the number of a request in the server's audit log. */
async function expectSentIsTrue(page: Page, ask: Ask): Promise<void> {
  await key(page, '최근에 보낸 것 보기').click();
  const said = page.getByRole('list', { name: '최근에 보낸 것' }).getByRole('listitem').filter({ hasText: '보냄' });
  await expect(said.filter({ hasText: '생육 조사 등록' }).first()).toBeVisible();
  const numbers = (await said.allTextContents())
    .filter((text) => !text.startsWith('읽음 표시'))
    .map((text) => /접수 번호 (\S+)/.exec(text)?.[1]);
  const actions = ['growing.create', 'photo.add', 'inspection.create', 'inspection.step', 'comment.create'];
  const done = (await Promise.all(actions.map((action) => auditOf(ask, action)))).flat();
  const byAudit = new Set(done.map(({ requestId }) => requestId));
  expect(numbers.length).toBeGreaterThanOrEqual(53);
  // A form that lost power may have been submitted twice: the second has the same id and no effect.
  expect(numbers.filter((number) => number === undefined || !byAudit.has(number)).length).toBeLessThanOrEqual(1);
}

/** Two edits conflict with another user's: both versions are shown, and one is chosen there. */
async function expectConflicts(page: Page, url: string, ask: Ask, { north }: Seeded): Promise<void> {
  await open(page, url + OUTBOX, '보낼 것');
  const waiting = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem');
  await expect(waiting).toHaveText([
    /생육 조사 저장.*확인 필요.*북쪽.*당도\(°Bx\): 내가 적은 값 9\.5, 지금 저장된 값 8\.5/,
    /생육 조사 저장.*확인 필요.*남쪽.*당도\(°Bx\): 내가 적은 값 9\.6, 지금 저장된 값 8\.6/,
  ]);
  await expectSentIsTrue(page, ask);
  await waiting.first().getByRole('button', { name: '생육 조사 저장 비교하기' }).click();
  const panel = page.getByRole('region', { name: '고치는 동안 다른 사람이 먼저 바꾸었습니다' });
  await expect(panel.getByRole('radio', { name: '지금 저장된 값 8.5' })).toBeVisible();
  await panel.getByRole('radio', { name: '내가 바꾼 값 9.5' }).check();
  await key(page, '이대로 저장').click();
  await expect(waiting).toHaveCount(1);
  expect((await ask('GET', `/api/growing/${north}`)).brix).toBe(9.5);
}

/** Measures a row of trees, loses power at one of them, and continues at the tree that is then shown. */
async function measureAndDie(phone: Phone, url: string): Promise<void> {
  await phone.page.goto(`${url}${CREATE}?mode=row`);
  await phone.page.getByLabel('마지막 나무').fill('36');
  await key(phone.page, '재기 시작').click();
  await measure(phone.page, 1, 13);
  await phone.kill('browser');
  const page = await phone.restart();
  await measure(page, await treeInSight(page, url), 36);
  await key(page, '줄 설정').click();
  await expect(page.getByText('기기에 저장됨', { exact: true })).toHaveCount(36);
  await key(page, '이 줄 마치기').click();
  await arrival(page, GROWING);
}

test('a day in a valley: 40 observations and 10 photos, killed three times, are sent once in the evening', async ({
  greenhouse,
  phone,
}) => {
  const { url } = greenhouse;
  const known = await seed(greenhouse);
  await seeEverything(phone.page, greenhouse, known);
  await greenhouse.kill();

  await phone.restart();
  await measureAndDie(phone, url);
  const [first, ...others] = PHOTOGRAPHED;
  if (first) await photographAndDie(phone, url, first);
  for (const one of others) await photograph(phone.page, url, one);
  await inspect(phone.page, url);
  await editBrix(phone.page, url, known.north, '9.5');
  await editBrix(phone.page, url, known.south, '9.6');
  await expectNothingSent(phone.page, url);
  await commentAndDie(phone, url + known.post);

  await greenhouse.start();
  const boss = await aPerson(url, 'boss');
  await boss('PUT', `/api/growing/${known.north}`, { brix: 8.5 });
  await boss('PUT', `/api/growing/${known.south}`, { brix: 8.6 });
  const page = await phone.restart();
  await open(page, url + OUTBOX, '보낼 것');
  const waiting = page.getByRole('list', { name: '보낼 것' }).getByRole('listitem');
  await expect(waiting).toHaveCount(2, { timeout: 60_000 });
  await comeBackToComment(page, url + known.post);
  await expectAllOnce(greenhouse, boss, known);
  await expectConflicts(page, url, boss, known);
});
