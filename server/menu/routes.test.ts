import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MENUS_PAGE, type MenuItemRow } from '#contract/menu/menu-admin.ts';
import { menuProblems } from '#contract/menu/menu-text.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';

it('an administrator cannot hide the page on which pages are hidden', async () => {
  const { store, url } = await aServer();
  await aUser(store, 'boss', { authority: 'ROLE_ADMINISTER' });
  const boss = await signIn(url, 'boss');
  const items = async (): Promise<MenuItemRow[]> => (await (await boss.call('/api/admin/menus?size=500')).json()).rows;
  const hide = async (menuUrl: string) => {
    const { index, menuName, position, rights } = (await items()).find((item) => item.menuUrl === menuUrl) ?? {};
    const base = { menuName, position, rights };
    const answer = await boss.call(`/api/admin/menus/${index}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...base, rights: { ...rights, ROLE_ADMINISTER: null }, base }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await hide(MENUS_PAGE)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', field: 'rights', message: menuProblems.lockedOut },
  });
  expect((await items()).find(({ menuUrl }) => menuUrl === MENUS_PAGE)?.rights.ROLE_ADMINISTER).toBe('AUTH_ALLOW');
  expect((await hide('/admin/audit')).status).toBe(200);
});

it('the pages of the menu are searched, sorted, and otherwise in the order of the menu', async () => {
  const { store, url } = await aServer();
  await aUser(store, 'boss', { authority: 'ROLE_ADMINISTER' });
  const boss = await signIn(url, 'boss');
  const ask = async (query: string): Promise<{ rows: MenuItemRow[]; total: number }> =>
    (await boss.call(`/api/admin/menus?${query}`)).json();
  const urls = (rows: readonly MenuItemRow[]) => rows.map(({ menuUrl }) => menuUrl);

  const whole = await ask('size=500');
  expect(urls(whole.rows).slice(0, 3)).toEqual(['/cms/dashboard', '/cms/monitor/record', '/cms/monitor/lead-farm']);
  const second = await ask('size=2&page=2');
  expect(second.total).toBe(whole.total);
  expect(urls(second.rows)).toEqual(urls(whole.rows).slice(2, 4));
  expect(urls((await ask('search=CROP-manage')).rows)).toEqual(['/cms/farm/crop-manage']);
  expect(urls((await ask('sort=menuUrl&size=2')).rows)).toEqual(['/admin/audit', '/admin/deleted']);
});
