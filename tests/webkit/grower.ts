import type { WebKit } from '../support/browser/webkit.ts';
import { pollUntil } from '../support/poll-until.ts';
import { type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { signIn as signInByWire } from '../support/server/server.ts';

export const within = { timeout: 60_000, interval: 100 };

/** Rows of one table of a database; null without the database. */
export const ROWS = `const [name, table] = values;
  if (!(await indexedDB.databases()).some((db) => db.name === name)) return null;
  const asked = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const db = await asked(indexedDB.open(name));
  const rows = await asked(db.transaction(table).objectStore(table).getAll());
  db.close();
  return rows.map(({ key, body, state, ending, receipt }) =>
    ({ key, body: typeof body === 'string' ? body : null, state, ending, isReplay: receipt?.isReplay }));`;

export async function signIn(phone: WebKit, login = 'grower'): Promise<void> {
  await phone.type('아이디', login);
  await phone.type('비밀번호', PASSWORD);
  await phone.press('로그인');
}

/** Signs in on the form of a crop, and waits until the worker controls the page and the form's data is cached. */
export async function beginAtForm(phone: WebKit, url: string): Promise<void> {
  await phone.go(`${url}/cms/farm/crop-create`);
  await signIn(phone);
  await pollUntil(phone.text, (text) => text.includes('동·밭'));
  await pollUntil(() => phone.run('return navigator.serviceWorker.controller !== null'), Boolean);
}

export async function keptReads(phone: WebKit): Promise<string> {
  return JSON.stringify(await phone.run(ROWS, 'onsil-read-grower', 'api'));
}

/** Fills in and saves the form of a crop. */
export async function writeCrop(phone: WebKit, house: string): Promise<void> {
  await phone.type('품목', '한라');
  await phone.press('한라봉', 'option');
  await phone.type('동·밭', house);
  await phone.press('등록');
}

export const waiting = (phone: WebKit) => phone.run(ROWS, 'onsil-outbox-grower', 'outbox');

export async function untilSent(phone: WebKit): Promise<void> {
  await pollUntil(
    () => waiting(phone),
    (rows) => Array.isArray(rows) && rows.length === 0,
    90_000,
  );
}

/** Houses of the crops on the server. */
export async function housesOnServer({ url, farms: { first } }: Greenhouse): Promise<string[]> {
  const { call } = await signInByWire(url, 'grower', PASSWORD);
  const { rows }: { rows: { house: string }[] } = await (await call(`/api/manage/crops?farmIndex=${first}`)).json();
  return rows.map(({ house }) => house);
}
