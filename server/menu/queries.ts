import { authCodes, type Menu } from '#contract/menu/menu.ts';
import type { MenuItemRow } from '#contract/menu/menu-admin.ts';
import { familyOf, rightOnPage } from '#contract/menu/page-right.ts';
import type { UserAuthority } from '#contract/user/auth.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { menuSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';

/** The menu of a role, in order: the pages it may open, and the groups that have such pages. */
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
    // A page added by a later version may have the same position as an existing one.
    .orderBy('menu_item.id')
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

function menuItems({ db }: Queries) {
  return db
    .selectFrom('menu_item')
    .innerJoin('menu', 'menu.id', 'menu_item.menu_id')
    .select([
      'menu_item.id as index',
      'menu_item.name as menuName',
      'menu_item.url as menuUrl',
      'menu_item.position',
      'menu.name as groupName',
    ]);
}

type StoredItem = Pick<MenuItemRow, 'index' | 'menuName' | 'menuUrl' | 'position' | 'groupName'>;

/** What each role may do on each of these pages. */
async function withRights({ db }: Queries, items: readonly StoredItem[]): Promise<MenuItemRow[]> {
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

/** Pages of the menu with the rights of each role, in menu order by default. */
export async function pageOfMenuItems(
  store: Queries,
  asked: ListAsked<SortOf<(typeof menuSorts)[number]>>,
): Promise<{ rows: MenuItemRow[]; total: number }> {
  const items = menuItems(store);
  const ordered = asked.sort === undefined ? items.orderBy('menu.position').orderBy('menu_item.position') : items;
  const { rows, total } = await onePage(ordered, asked, {
    searched: ['menu_item.name', 'menu.name', 'menu_item.url'],
    sorted: { menuName: 'menu_item.name', groupName: 'menu.name', menuUrl: 'menu_item.url' },
    otherwise: 'menu_item.id',
  });
  return { rows: await withRights(store, rows), total };
}

/** One page of the menu; undefined for an unknown index. */
export async function findMenuItem(store: Queries, index: number): Promise<MenuItemRow | undefined> {
  const [item] = await withRights(store, await menuItems(store).where('menu_item.id', '=', index).execute());
  return item;
}
