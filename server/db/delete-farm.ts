import { sql } from 'kysely';
import { tablesOfFarms } from './migrations/index.ts';
import type { Trx } from './transaction.ts';

/** Deletes what stands under a farm's number, or a station's, in every table whose rows go with their farm. */
export async function deleteFarm(trx: Trx, farmId: number): Promise<void> {
  for (const name of tablesOfFarms) {
    await sql`delete from ${sql.table(name)} where farm_id = ${farmId}`.execute(trx);
  }
}
