import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** What the owner has set of one interlock of one actuator; figures are null where they are as built in. */
type InterlockTable = {
  farm_id: number;
  channel_id: number;
  code: string;
  is_on: 0 | 1;
  value: number | null;
  limit_pct: number | null;
  hold_sec: number | null;
  reason: string;
  set_by: number;
  set_at: number;
};

export const tables = { interlock: farmTable<InterlockTable>('farms') };

/** Lets the owner of a farm make an interlock stricter or switch it off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('interlock')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('value', 'double precision')
    .addColumn('limit_pct', 'double precision')
    .addColumn('hold_sec', 'double precision')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('set_by', 'integer', (c) => c.notNull())
    .addColumn('set_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('interlock_pk', ['farm_id', 'channel_id', 'code'])
    .execute();
}
