import { builtInMenu, type MenuPage } from '#contract/menu/data-menu.ts';
import type { AuthCode } from '#contract/menu/menu.ts';
import { type UserAuthority, userAuthorities } from '#contract/user/auth.ts';
import type { Store } from '../db/open.ts';

/** Checks the type of the built-in rows here, because the contract needs their literal types. */
type BuiltInItem = {
  id: number;
  name: string;
  url: MenuPage | `/admin/${string}`;
  rights: Partial<Record<UserAuthority, AuthCode>>;
};
type BuiltInMenu = { id: number; name: string; icon: string; items: readonly BuiltInItem[] };

/** Earlier built-in names of groups, which are renamed; a name given by an administrator stays. */
const formerNames: readonly { id: number; name: string }[] = [{ id: 7, name: '생육 달력' }];

/** Adds the menus of this version that the database lacks; changes by an administrator stay. */
export async function addBuiltInMenus({ db }: Store): Promise<void> {
  const builtIn: readonly BuiltInMenu[] = builtInMenu;
  await db.transaction().execute(async (trx) => {
    for (const [position, { id, name, icon, items }] of builtIn.entries()) {
      await trx
        .insertInto('menu')
        .values({ id, name, icon, position })
        .onConflict((c) => c.doNothing())
        .execute();
      for (const former of formerNames.filter((one) => one.id === id)) {
        await trx.updateTable('menu').set({ name }).where('id', '=', id).where('name', '=', former.name).execute();
      }
      for (const [itemPosition, item] of items.entries()) {
        const added = await trx
          .insertInto('menu_item')
          .values({ menu_id: id, id: item.id, name: item.name, url: item.url, position: itemPosition })
          .onConflict((c) => c.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 0n) continue;
        for (const authority of userAuthorities) {
          const code = item.rights[authority];
          if (!code) continue;
          await trx.insertInto('menu_right').values({ authority, item_id: item.id, auth_code: code }).execute();
        }
      }
    }
  });
}
