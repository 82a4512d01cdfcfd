import { sql } from 'kysely';
import { tablesOfFarms } from './migrations/index.ts';
import type { Trx } from './transaction.ts';

/** Deletes all rows of a farm's or station's number, in every table whose rows are deleted with their farm. */
export async function deleteFarm(trx: Trx, farmId: number): Promise<void> {
  for (const name of tablesOfFarms) {
    await sql`delete from ${sql.table(name)} where farm_id = ${farmId}`.execute(trx);
  }
}
