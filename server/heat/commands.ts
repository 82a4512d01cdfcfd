import type { HeatSettings } from '#contract/heat/heat.ts';
import type { Trx } from '../db/transaction.ts';

export async function setHeat(trx: Trx, farmId: number, settings: HeatSettings): Promise<void> {
  await trx
    .updateTable('farm')
    .set({ heat_settings: JSON.stringify(settings) })
    .where('farm_id', '=', farmId)
    .execute();
}
