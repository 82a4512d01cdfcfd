import type { Hono } from 'hono';
import { sideMenu } from '#contract/menu/menu.ts';
import { adminMenus, MENUS_PAGE, updateMenuItem } from '#contract/menu/menu-admin.ts';
import { menuProblems } from '#contract/menu/menu-text.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Queries, Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail, failField } from '../kernel/fail.ts';
import { changeMenuItem } from './commands.ts';
import { findMenuItem, listMenu, pageOfMenuItems } from './queries.ts';

export function mountMenu(app: Hono<Env>, guards: Guards, deps: { store: Store; now(): number }): void {
  route(app, guards, sideMenu, ({ caller }) => listMenu(deps.store, caller.authority));
  route(app, guards, adminMenus, ({ query }) => pageOfMenuItems(deps.store, query));

  const itemOf = async (store: Queries, id: number) => (await findMenuItem(store, id)) ?? fail('NOT_FOUND');

  write(app, deps, updateMenuItem, async ({ trx, store, params, body, audit }) => {
    const { menuName, position, rights, menuUrl } = await itemOf(store, params.id);
    const before = { menuName, position, rights };
    const merged = applyEdit(body, before);
    if (menuUrl === MENUS_PAGE && merged.rights.ROLE_ADMINISTER === null) failField('rights', menuProblems.lockedOut);
    await changeMenuItem(trx, params.id, merged);
    await audit({ action: 'menu.update', subjectId: params.id, subjectName: merged.menuName, before, after: merged });
    return { message: doneMessages.updated, data: await itemOf(store, params.id) };
  });
}
