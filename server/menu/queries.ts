import type { UserAuthority } from '#contract/auth.ts';
import { authCodes, type Menu } from '#contract/menu.ts';
import type { Store } from '../db/open.ts';

/** The menu of an authority, in order; groups without a permitted child are left out. */
export async function listMenu({ db }: Store, authority: UserAuthority): Promise<Menu[]> {
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
    const menu = menus.get(menuId) ?? { index: menuId, menuName, menuIconName, childMenus: [] };
    menus.set(menuId, menu);
    const code = authCodes.find((known) => known === authCode);
    if (code) menu.childMenus.push({ index, menuName: itemName, menuUrl, authCode: code });
  }
  return [...menus.values()];
}
