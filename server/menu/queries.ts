import { authCodes, type Menu } from '#contract/menu/menu.ts';
import type { MenuItemRow } from '#contract/menu/menu-admin.ts';
import { familyOf, rightOnPage } from '#contract/menu/page-right.ts';
import type { UserAuthority } from '#contract/user/auth.ts';
import type { Queries } from '../db/open.ts';

/** The menu of an authority, in order: pages that open, and groups that have any. */
export async function listMenu({ db }: Queries, authority: UserAuthority): Promise<Menu[]> {
  const rows = await db
    .selectFrom('menu')
    .innerJoin('menu_item', 'menu_item.menu_id', 'menu.id')
    .innerJoin('menu_right', 'menu_right.item_id', 'menu_item.id')
    .select([
      'menu.id as menuId',
      'menu.name as menuName',
      'menu.icon as menuIconName',
      'menu_item.id as index',
      'menu_item.name as itemName',
      'menu_item.url as menuUrl',
      'menu_right.auth_code as authCode',
    ])
    .where('menu_right.authority', '=', authority)
    .orderBy('menu.position')
    .orderBy('menu_item.position')
    .execute();
  const menus = new Map<number, Menu>();
  for (const { menuId, menuName, menuIconName, index, itemName, menuUrl, authCode } of rows) {
    const code = authCodes.find((known) => known === authCode);
    if (!code || rightOnPage({ authority, entries: [{ menuUrl, authCode: code }] }, menuUrl) === 'none') continue;
    const menu = menus.get(menuId) ?? { index: menuId, menuName, menuIconName, childMenus: [] };
    menus.set(menuId, menu);
    menu.childMenus.push({ index, menuName: itemName, menuUrl, authCode: code });
  }
  return [...menus.values()];
}

/** Every page of the menu with what each role may do there, in order. */
export async function listMenuItems({ db }: Queries): Promise<MenuItemRow[]> {
  const items = await db
    .selectFrom('menu_item')
    .innerJoin('menu', 'menu.id', 'menu_item.menu_id')
    .select([
      'menu_item.id as index',
      'menu_item.name as menuName',
      'menu_item.url as menuUrl',
      'menu_item.position',
      'menu.name as groupName',
    ])
    .orderBy('menu.position')
    .orderBy('menu_item.position')
    .orderBy('menu_item.id')
    .execute();
  const rights = await db.selectFrom('menu_right').selectAll().execute();
  const rightOf = (itemId: number, authority: UserAuthority) => {
    const row = rights.find((one) => one.item_id === itemId && one.authority === authority);
    return authCodes.find((known) => known === row?.auth_code) ?? null;
  };
  return items.map((item) => ({
    ...item,
    hasChildren: familyOf(item.menuUrl) !== undefined,
    rights: {
      ROLE_ADMINISTER: rightOf(item.index, 'ROLE_ADMINISTER'),
      ROLE_USER: rightOf(item.index, 'ROLE_USER'),
    },
  }));
}
