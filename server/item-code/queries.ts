import type { ItemCode, ItemCodeRow } from '#contract/crop/item-code.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { itemCodeSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import { calendarOfCrop } from '../growth-calendar/queries.ts';

type ChoosableItem = ItemCode & { hasCalendar: boolean };

/** The items that can be chosen, in list order. */
export async function listItemCodes({ db }: Queries, prefix: string): Promise<ChoosableItem[]> {
  const items = await db
    .selectFrom('item_code')
    .select(['code', 'name as itemsName'])
    .where('code', 'like', `${prefix}%`)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('code')
    .execute();
  return items.map((item) => ({ ...item, hasCalendar: calendarOfCrop(item.itemsName) !== undefined }));
}

function rows({ db }: Queries) {
  return db.selectFrom('item_code').select(({ selectFrom }) => [
    'item_code.code',
    'item_code.name as itemsName',
    'item_code.position',
    'item_code.deleted_at as retiredAt',
    selectFrom('crop')
      .whereRef('crop.item_code', '=', 'item_code.code')
      .where('crop.deleted_at', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('used'))
      .as('used'),
  ]);
}

export async function pageOfItemCodes(
  store: Queries,
  asked: ListAsked<SortOf<(typeof itemCodeSorts)[number]>>,
): Promise<{ rows: ItemCodeRow[]; total: number }> {
  const { rows: found, total } = await onePage(
    rows(store),
    { ...asked, sort: asked.sort ?? 'position' },
    {
      searched: ['item_code.code', 'item_code.name'],
      sorted: { code: 'item_code.code', itemsName: 'item_code.name', position: 'item_code.position' },
      otherwise: 'item_code.code',
    },
  );
  return { rows: found.map(toRow), total };
}

export async function findItemCode(store: Queries, code: string): Promise<ItemCodeRow | undefined> {
  const row = await rows(store).where('item_code.code', '=', code).executeTakeFirst();
  return row && toRow(row);
}

type Row = Pick<ItemCodeRow, 'code' | 'itemsName' | 'position'> & { retiredAt: number | null; used: number | null };

function toRow({ code, itemsName, position, retiredAt, used }: Row): ItemCodeRow {
  return { code, itemsName, position, used: used ?? 0, isRetired: retiredAt !== null };
}
