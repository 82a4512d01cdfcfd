import { builtInItems } from '#contract/crop/data-items.ts';
import { CROP_PREFIX, type ItemCodeFields } from '#contract/crop/item-code.ts';
import type { Queries } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import { fail } from '../kernel/fail.ts';

/** Adds the items of this version that the database lacks; changes by an administrator stay. */
export async function addBuiltInItems({ db }: Queries): Promise<void> {
  for (const [at, [code, name]] of builtInItems.entries()) {
    await db
      .insertInto('item_code')
      .values({ code, name, position: at + 1, deleted_at: null })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

/** Adds an item under the next free code and returns the code. The product's own codes stay below 500. */
export async function addItemCode(trx: Trx, fields: ItemCodeFields, now: number): Promise<string> {
  await requireFreeName(trx, fields.itemsName);
  const known = await trx.selectFrom('item_code').select('code').where('code', 'like', `${CROP_PREFIX}%`).execute();
  // Only plain digits: Number would read '1e9' as a thousand million.
  const numbers = known.flatMap(({ code }) => code.slice(CROP_PREFIX.length).match(/^\d+$/)?.map(Number) ?? []);
  const next = Math.max(500, ...numbers) + 1;
  const code = `${CROP_PREFIX}${String(next).padStart(3, '0')}`;
  await trx
    .insertInto('item_code')
    .values({ code, name: fields.itemsName, position: fields.position, deleted_at: fields.isRetired ? now : null })
    .execute();
  return code;
}

export async function changeItemCode(trx: Trx, code: string, fields: ItemCodeFields, now: number): Promise<void> {
  await requireFreeName(trx, fields.itemsName, code);
  await trx
    .updateTable('item_code')
    .set({ name: fields.itemsName, position: fields.position, deleted_at: fields.isRetired ? now : null })
    .where('code', '=', code)
    .execute();
}

/** Two items with the same name could not be told apart in a list or a file. */
async function requireFreeName(trx: Trx, name: string, except?: string): Promise<void> {
  const taken = await trx.selectFrom('item_code').select('code').where('name', '=', name).execute();
  if (taken.some(({ code }) => code !== except)) fail('NAME_TAKEN', { field: 'itemsName' });
}
