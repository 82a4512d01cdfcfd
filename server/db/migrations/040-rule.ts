import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** A control rule. `body` holds the whole form; the other columns exist for search and sorting. */
type RuleTable = {
  farm_id: number;
  rule_id: string;
  family: string;
  name: string;
  area_name: string;
  priority: number;
  enabled: number;
  /** JSON: the form. */
  body: string;
  created_at: number;
  changed_at: number;
  deleted_at: number | null;
};

export const tables = { rule: farmTable<RuleTable>('farms') };

/** Adds the control rules of a farm. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rule')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('family', 'text', (c) => c.notNull())
    .addColumn('rule_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('area_name', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('rule_pk', ['farm_id', 'family', 'rule_id'])
    .execute();
  await db.schema.createIndex('rule_by_id').on('rule').column('rule_id').execute();
}
