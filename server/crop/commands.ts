import { type CropFields, isOfSeason } from '#contract/crop/crop.ts';
import { cropProblems } from '#contract/crop/crop-text.ts';
import { startOfSeoulDate } from '#contract/time/time.ts';
import type { Trx } from '../db/transaction.ts';
import { fail } from '../kernel/fail.ts';

export async function addCrop(trx: Trx, cropId: string, fields: CropFields, now: number): Promise<void> {
  await requireSense(trx, fields, now);
  await trx
    .insertInto('crop')
    .values({ crop_id: cropId, farm_id: fields.farmIndex, created_at: now, deleted_at: null, ...rowOf(fields) })
    .execute();
}

/** Changes a crop; it cannot move to another farm. */
export async function changeCrop(
  trx: Trx,
  cropId: string,
  fields: CropFields,
  before: CropFields,
  now: number,
): Promise<void> {
  if (fields.farmIndex !== before.farmIndex) fail('VALIDATION', { field: 'farmIndex' });
  await requireSense(trx, fields, now, before);
  await trx
    .updateTable('crop')
    .set(rowOf(fields))
    .where('farm_id', '=', before.farmIndex)
    .where('crop_id', '=', cropId)
    .execute();
}

/** Marks a crop as deleted, or restores it (`at` null). */
export async function markCropDeleted(trx: Trx, farmId: number, cropId: string, at: number | null): Promise<void> {
  await trx
    .updateTable('crop')
    .set({ deleted_at: at })
    .where('farm_id', '=', farmId)
    .where('crop_id', '=', cropId)
    .execute();
}

function rowOf(fields: CropFields) {
  return {
    item_code: fields.itemCode,
    variety: fields.variety,
    house: fields.house,
    area_m2: fields.areaM2,
    tree_count: fields.treeCount,
    planted_on: fields.plantedOn,
    bud_break_on: fields.budBreakOn,
    cultivation: fields.cultivation,
    status: fields.status,
  };
}

/** Checks what a schema cannot: today's date and the known items. Values that were stored before stay allowed. */
async function requireSense(trx: Trx, fields: CropFields, now: number, before?: CropFields): Promise<void> {
  const { itemCode, budBreakOn, plantedOn } = fields;
  if (budBreakOn !== null && budBreakOn !== before?.budBreakOn && !isOfSeason(budBreakOn, now)) {
    fail('VALIDATION', { field: 'budBreakOn', message: cropProblems.season });
  }
  if (plantedOn !== null && startOfSeoulDate(plantedOn) > now) {
    fail('VALIDATION', { field: 'plantedOn', message: cropProblems.planted });
  }
  if (itemCode === before?.itemCode) return;
  const known = await trx
    .selectFrom('item_code')
    .select('code')
    .where('code', '=', itemCode)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!known) fail('VALIDATION', { field: 'itemCode', message: cropProblems.unknownItem });
}
