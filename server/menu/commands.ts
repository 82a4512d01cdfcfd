import type { MenuItemFields } from '#contract/menu/menu-admin.ts';
import { menuRoles } from '#contract/menu/menu-admin.ts';
import type { Trx } from '../db/transaction.ts';

/** Changes a page of the menu; users see it when they next load their menu. */
export async function changeMenuItem(trx: Trx, itemId: number, fields: MenuItemFields): Promise<void> {
  await trx
    .updateTable('menu_item')
    .set({ name: fields.menuName, position: fields.position })
    .where('id', '=', itemId)
    .execute();
  for (const authority of menuRoles) {
    const code = fields.rights[authority];
    await trx.deleteFrom('menu_right').where('item_id', '=', itemId).where('authority', '=', authority).execute();
    if (code === null) continue;
    await trx.insertInto('menu_right').values({ authority, item_id: itemId, auth_code: code }).execute();
  }
}
