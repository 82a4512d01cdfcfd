import { expect, test } from 'vitest';
import { buildGreenhouse, type Greenhouse, PASSWORD } from '../support/greenhouse.ts';
import { onCleanup } from '../support/on-cleanup.ts';
import { pollUntil } from '../support/poll-until.ts';
import { signIn as signInByWire } from '../support/server.ts';
import { temporaryDir } from '../support/temporary.ts';
import { openWebKit, type WebKit } from '../support/webkit.ts';

const within = { timeout: 20_000, interval: 100 };

/** Rows of one table of a database; null without that database. */
const ROWS = `const [name, table] = values;
  if (!(await indexedDB.databases()).some((db) => db.name === name)) return null;
  const asked = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await asked(indexedDB.open(name));
  const rows = await asked(db.transaction(table).objectStore(table).getAll());
  db.close();
  return rows.map(({ key, body, state }) => ({ key, body: typeof body === 'string' ? body : null, state }));`;

async function keptReads(phone: WebKit): Promise<string> {
  return JSON.stringify(await phone.run(ROWS, 'onsil-read-grower', 'api'));
}

/** Houses of the crops, as the server has them. */
async function housesOnServer({ url, farms: { first } }: Greenhouse): Promise<string[]> {
  const { call } = await signInByWire(url, 'grower', PASSWORD);
  const { rows }: { rows: { house: string }[] } = await (await call(`/api/manage/crops?farmIndex=${first}`)).json();
  return rows.map(({ house }) => house);
}

async function writeCrop(phone: WebKit, house: string): Promise<void> {
  await phone.type('품목', '한라');
  await phone.press('한라봉', 'option');
  await phone.type('동·밭', house);
  await phone.press('등록');
}

test('WebKit starts, signs in, keeps what is written without a server, sends it once without Background Sync, and forgets at sign-out', async () => {
  const greenhouse = await buildGreenhouse();
  onCleanup(greenhouse.remove);
  const phone = await openWebKit(temporaryDir());
  onCleanup(phone.close);
  const { url } = greenhouse;

  await phone.go(`${url}/cms/farm/crop-create`);
  await phone.type('아이디', 'grower');
  await phone.type('비밀번호', PASSWORD);
  await phone.press('로그인');
  await expect.poll(() => phone.text(), within).toContain('동·밭');
  expect(await phone.run("return 'sync' in ServiceWorkerRegistration.prototype")).toBe(false);
  await pollUntil(() => phone.run('return navigator.serviceWorker.controller !== null'), Boolean, 20_000);
  await phone.go(`${url}/cms/dashboard`);
  await expect.poll(() => phone.text(), within).toContain('위미 농장');
  await expect.poll(() => keptReads(phone), within).toContain('/api/sensor-value/');
  await expect.poll(() => keptReads(phone), within).toContain('/api/menu/side');
  await phone.go(`${url}/cms/farm/crop-create`);
  await expect.poll(() => keptReads(phone), within).toContain('/api/code/items/');
  const databases = 'return (await indexedDB.databases()).map(({ name }) => name).sort()';
  expect(await phone.run(databases)).toEqual(expect.arrayContaining(['onsil-device', 'onsil-read-grower']));

  await greenhouse.kill();
  await phone.go(`${url}/cms/dashboard`);
  await expect.poll(() => phone.text(), within).toMatch(/온도[\s\S]*℃/);
  await phone.go(`${url}/cms/farm/crop-create`);
  await writeCrop(phone, '계곡 1동');
  await expect.poll(() => phone.text(), within).toContain('기기에 저장');
  const waiting = await phone.run(ROWS, 'onsil-outbox-grower', 'outbox');
  expect(waiting).toEqual([expect.objectContaining({ state: 'queued', body: expect.stringContaining('계곡 1동') })]);

  await greenhouse.start();
  await phone.go(`${url}/cms/farm/crop-manage`);
  await pollUntil(
    () => phone.run(ROWS, 'onsil-outbox-grower', 'outbox'),
    (rows) => Array.isArray(rows) && rows.length === 0,
    40_000,
  );
  expect(await housesOnServer(greenhouse)).toEqual(['계곡 1동']);

  await phone.press('메뉴');
  await phone.press('로그아웃');
  await expect.poll(() => phone.run('return location.pathname'), within).toBe('/login');
  await expect.poll(() => keptReads(phone), within).toBe('null');
  expect(JSON.stringify(await phone.run('return { ...localStorage }'))).not.toMatch(/위미|와흘/);
});
