import { beforeAll, expect, test } from 'vitest';
import { openWebKit, type WebKit } from '../support/browser/webkit.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { pollUntil } from '../support/poll-until.ts';
import { buildGreenhouse, type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';
import { buildFaultProxy, type FaultProxy } from '../support/services/fault-proxy.ts';
import { temporaryDir } from '../support/temporary.ts';
import {
  beginAtForm,
  housesOnServer,
  keptReads,
  ROWS,
  signIn,
  untilSent,
  waiting,
  within,
  writeCrop,
} from './grower.ts';

// Rows of the fault matrix (docs/outbox-faults.md) in WebKit, one after another on the same phone.
let greenhouse: Greenhouse;
let road: FaultProxy;
let phone: WebKit;

const FORM = '/cms/farm/crop-create';
const LIST = '/cms/farm/crop-manage';
const OUTBOX = '/cms/outbox';
const isNewCrop = (path: string, method: string) => path === '/api/crops' && method === 'POST';
const open = (path: string) => phone.go(road.url + path);

/** Creations of crops in the audit log, the newest last. */
async function createdByAudit(): Promise<{ by: string }[]> {
  const { call } = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  return (await (await call('/api/admin/audit?action=crop.create&size=500')).json()).rows;
}

/** Creates crops while the server does not answer. */
async function writeUnheard(...houses: string[]): Promise<void> {
  road.becomePortal();
  for (const house of houses) {
    await open(FORM);
    await writeCrop(phone, house);
    await expect.poll(async () => JSON.stringify(await waiting(phone)), within).toContain(house);
  }
}

beforeAll(async () => {
  greenhouse = await buildGreenhouse();
  onCleanup(greenhouse.remove);
  road = await buildFaultProxy(greenhouse.port);
  onCleanup(road.close);
  phone = await openWebKit(temporaryDir());
  onCleanup(phone.close);
  await beginAtForm(phone, road.url);
  await pollUntil(
    () => keptReads(phone),
    (kept) => kept.includes('/api/code/items/'),
  );
}, 240_000);

test('row 2: the server is killed when it has written and not answered', async () => {
  const answers = road.hold(isNewCrop);
  await writeCrop(phone, '1동');
  await pollUntil(answers.held, (held) => held === 1);
  await greenhouse.kill();
  road.open();
  await greenhouse.start();
  await open(LIST);
  await untilSent(phone);
  expect(await phone.run(ROWS, 'onsil-outbox-grower', 'history')).toMatchObject([{ ending: 'sent', isReplay: true }]);
  expect(await housesOnServer(greenhouse)).toEqual(['1동']);
});

test('rows 9 and 20: behind the page of a Wi-Fi an edit waits; it meets another’s, and both versions are shown', async () => {
  const { call } = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  const [crop] = (await (await call('/api/manage/crops')).json()).rows;
  await open(`/cms/farm/crop-edit/${crop.id}`);
  await expect.poll(() => phone.text(), within).toContain('동·밭');
  road.becomePortal();
  await phone.type('동·밭', '1동 북쪽');
  await phone.press('저장');
  await expect.poll(async () => JSON.stringify(await waiting(phone)), within).toContain('1동 북쪽');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ house: '1동 남쪽' });
  expect((await call(`/api/crops/${crop.id}`, { method: 'PUT', headers, body })).status).toBe(200);
  road.open();
  await open(OUTBOX);
  const both = /확인 필요[\s\S]*내가 적은 값 1동 북쪽, 지금 저장된 값 1동 남쪽/;
  await expect.poll(() => phone.text(), within).toMatch(both);
  await phone.press('작물 저장 버리기');
  await untilSent(phone);
  expect(await housesOnServer(greenhouse)).toEqual(['1동 남쪽']);
});

test('row 16: the clock is set back a year while a write waits for its next attempt', async () => {
  await writeUnheard('2동');
  await phone.run('const now = Date.now; Date.now = () => now() - 365 * 86_400_000;');
  road.open();
  await phone.run("dispatchEvent(new Event('online'))");
  await untilSent(phone);
  expect(await housesOnServer(greenhouse)).toContain('2동');
});

test('row 19: two tabs send together', async () => {
  await writeUnheard('3동', '4동');
  const back = await phone.openTab();
  await open(LIST);
  road.open();
  // The reload is deferred, so that the script can return first.
  await phone.run('setTimeout(() => location.reload())');
  await back();
  await open(LIST);
  await untilSent(phone);
  expect(await createdByAudit()).toHaveLength(4);
});

test('row 11: another user signs in while a write waits', async () => {
  await writeUnheard('5동');
  await phone.press('메뉴');
  await phone.press('로그아웃');
  await phone.press('보관하고 로그아웃');
  await expect.poll(() => phone.run('return location.pathname'), within).toBe('/login');
  road.open();
  await signIn(phone, 'neighbour');
  await expect.poll(() => phone.text(), within).toContain('다른 사용자가 적고 아직 보내지 않은 것이 1건');
  expect(await waiting(phone)).toHaveLength(1);
  expect(await createdByAudit()).toHaveLength(4);
  await phone.press('메뉴');
  await phone.press('로그아웃');
  await expect.poll(() => phone.run('return location.pathname'), within).toBe('/login');
  await signIn(phone);
  await untilSent(phone);
  expect(await createdByAudit()).toHaveLength(5);
});

test('a page comes back from the back/forward cache, and stores and sends as before', async () => {
  await open(FORM);
  // Going back passes over pages on which nobody has acted.
  await phone.type('동·밭', '7');
  await phone.run("addEventListener('pageshow', ({ persisted }) => { globalThis.wasKept = persisted; })");
  await open('/api/healthz');
  await phone.back();
  await expect.poll(() => phone.run('return globalThis.wasKept'), within).toBe(true);
  await writeCrop(phone, '7동');
  await expect.poll(() => housesOnServer(greenhouse), within).toContain('7동');
  await untilSent(phone);
  expect(await createdByAudit()).toHaveLength(6);
});

test('row 31: the browser empties the device while a write waits', async () => {
  await writeUnheard('6동');
  await pollUntil(() => phone.run("return document.cookie.includes('onsil-unsent')"), Boolean);
  // Pages of the same site without the app; so many that none of the app is left in the back/forward cache, where a
  // connection that was just being opened would hold up the deletion.
  for (let page = 1; page <= 8; page += 1) await open(`/api/healthz?${page}`);
  await phone.run(EMPTIED);
  road.open();
  await open('/cms/dashboard');
  await expect.poll(() => phone.text(), within).toContain('아직 보내지 않은 1건이 없어졌습니다');
  expect(await createdByAudit()).toHaveLength(6);
});

/** Clears what a browser evicts for space: everything except cookies. */
const EMPTIED = `localStorage.clear();
  for (const found of await navigator.serviceWorker.getRegistrations()) await found.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases()) await new Promise((resolve, reject) => {
    const asked = indexedDB.deleteDatabase(name);
    asked.onsuccess = resolve;
    asked.onerror = reject;
  });`;
