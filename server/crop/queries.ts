import type { Crop, CropFields } from '#contract/crop/crop.ts';
import { cropStatuses, cultivations } from '#contract/crop/crop.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { cropSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isReadable, rightOf } from '../kernel/access/farm-right.ts';

const columns = [
  'crop.crop_id as id',
  'crop.farm_id as farmIndex',
  'crop.item_code as itemCode',
  'crop.variety',
  'crop.house',
  'crop.area_m2 as areaM2',
  'crop.tree_count as treeCount',
  'crop.planted_on as plantedOn',
  'crop.bud_break_on as budBreakOn',
  'crop.cultivation',
  'crop.status',
  'item_code.name as itemsName',
  'farm.name as farmName',
] as const;

/** Crops that are not deleted, on farms that are not deleted. */
function crops({ db }: Queries) {
  return db
    .selectFrom('crop')
    .innerJoin('farm', 'farm.farm_id', 'crop.farm_id')
    .innerJoin('item_code', 'item_code.code', 'crop.item_code')
    .where('crop.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null);
}

export async function findCrop(store: Queries, cropId: string): Promise<Crop | undefined> {
  const row = await crops(store).select(columns).where('crop.crop_id', '=', cropId).executeTakeFirst();
  return row && toCrop(row);
}

export async function listCropsOf(store: Queries, farmId: number): Promise<Crop[]> {
  const rows = await crops(store)
    .select(columns)
    .where('crop.farm_id', '=', farmId)
    .orderBy('crop.created_at')
    .orderBy('crop.crop_id')
    .execute();
  return rows.map(toCrop).sort((a, b) => cropStatuses.indexOf(a.status) - cropStatuses.indexOf(b.status));
}

const sortColumns = {
  itemsName: 'item_code.name',
  farmName: 'farm.name',
  house: 'crop.house',
  areaM2: 'crop.area_m2',
  treeCount: 'crop.tree_count',
  budBreakOn: 'crop.bud_break_on',
  status: 'crop.status',
} as const;

/** A page of the crops that the caller may see; an administrator sees all. */
export async function pageOfCrops(
  store: Queries,
  caller: Caller,
  asked: ListAsked<SortOf<(typeof cropSorts)[number]>> & { farmIndex?: number | undefined },
): Promise<{ rows: (Crop & { canWrite: boolean })[]; total: number }> {
  let query = crops(store)
    .select([...columns, rightOf(caller).as('right')])
    .where(isReadable(caller));
  if (asked.farmIndex !== undefined) query = query.where('crop.farm_id', '=', asked.farmIndex);
  const { rows, total } = await onePage(query, asked, {
    searched: ['item_code.name', 'crop.variety', 'crop.house', 'farm.name'],
    sorted: sortColumns,
    otherwise: 'crop.crop_id',
  });
  return { rows: rows.map((row) => ({ ...toCrop(row), canWrite: row.right !== 'read' })), total };
}

/** The editable fields of a crop. */
export function fieldsOf({ id: _, itemsName: __, farmName: ___, ...fields }: Crop): CropFields {
  return fields;
}

type Row = Omit<Crop, 'cultivation' | 'status'> & { cultivation: string; status: string };

function toCrop(row: Row): Crop {
  const { id, farmIndex, itemCode, variety, house, areaM2, treeCount, plantedOn, budBreakOn } = row;
  return {
    id,
    farmIndex,
    itemCode,
    variety,
    house,
    areaM2,
    treeCount,
    plantedOn,
    budBreakOn,
    cultivation: cultivations.find((known) => known === row.cultivation) ?? 'unheated',
    status: cropStatuses.find((known) => known === row.status) ?? 'growing',
    itemsName: row.itemsName,
    farmName: row.farmName,
  };
}
