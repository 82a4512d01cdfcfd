import type { Request } from '@playwright/test';
import type { MenuItemRow } from '#contract/menu/menu-admin.ts';
import { live } from '#contract/monitor/live.ts';
import { expect, fillSignIn, signOut, test } from '../support/browser/fixtures.ts';
import { type Greenhouse, PASSWORD } from '../support/server/greenhouse.ts';
import { type SignedIn, signIn as signInByWire } from '../support/server/server.ts';

/** Sets the users' right on a menu page. */
async function decide(boss: SignedIn, { index, rights }: MenuItemRow, code: string | null): Promise<void> {
  const answer = await boss.call(`/api/admin/menus/${index}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rights: { ...rights, ROLE_USER: code } }),
  });
  expect(answer.status).toBe(200);
}

/** The URLs that a menu entry opens. */
async function addressesOf(menuUrl: string, grower: SignedIn, { farms, sensor }: Greenhouse): Promise<string[]> {
  const family = /^(.*)-manage$/.exec(menuUrl)?.[1];
  if (family === undefined) return [menuUrl];
  const { deviceIndex } = await (await grower.call(`/api/sensors/${sensor('temperature')}`)).json();
  const edited: Record<string, number> = {
    '/cms/farm/farm': farms.first,
    '/cms/device/device': deviceIndex,
    '/cms/device/sensor': sensor('temperature'),
  };
  const edit = edited[family];
  return [menuUrl, `${family}-create`, ...(edit === undefined ? [] : [`${family}-edit/${edit}`])];
}

test('every page shows all of itself to whoever may open that page alone', async ({
  greenhouse,
  phone: { page, context },
}) => {
  test.setTimeout(240_000);
  const boss = await signInByWire(greenhouse.url, 'boss', PASSWORD);
  const grower = await signInByWire(greenhouse.url, 'grower', PASSWORD);
  const { rows: items }: { rows: MenuItemRow[] } = await (await boss.call('/api/admin/menus?size=100')).json();
  const pages = items.filter(({ menuUrl }) => menuUrl.startsWith('/cms/') && menuUrl !== '/cms/dashboard');
  expect(pages.length).toBeGreaterThan(8);
  const addresses = new Map<string, string[]>();
  for (const { menuUrl } of pages) addresses.set(menuUrl, await addressesOf(menuUrl, grower, greenhouse));
  for (const item of pages) await decide(boss, item, null);

  const refused: string[] = [];
  const waiting = new Set<Request>();
  context.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
  context.on('request', (request) => request.url().endsWith(live.path) || waiting.add(request));
  context.on('requestfinished', (request) => waiting.delete(request));
  context.on('requestfailed', (request) => waiting.delete(request));
  /** Waits until a page has its heading, no placeholders, and no pending requests. */
  const drawn = async (address: string) => {
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    await expect(page.locator('.breathe'), address).toHaveCount(0);
    await expect.poll(() => waiting.size, { message: address }).toBe(0);
  };
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await fillSignIn(page, 'grower');
  await drawn('/cms/dashboard');
  for (const item of pages) {
    await decide(boss, item, item.rights.ROLE_USER);
    for (const address of addresses.get(item.menuUrl) ?? []) {
      await page.goto(greenhouse.url + address);
      await drawn(address);
      await expect(page, address).toHaveURL(({ pathname }) => pathname === address);
    }
    // What the page asks for still is not to be answered without the right.
    await page.goto('about:blank');
    await decide(boss, item, null);
  }
  expect(refused).toEqual([]);

  // A user who has no farm and may not register one is told whom to ask.
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await drawn('/cms/dashboard');
  await signOut(page);
  await page.goto(`${greenhouse.url}/cms/dashboard`);
  await fillSignIn(page, 'newcomer');
  await expect(page.getByRole('heading', { name: '볼 수 있는 농장이 없습니다' })).toBeVisible();
  await expect(page).toHaveURL(`${greenhouse.url}/cms/dashboard`);
});
