import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** An inspection of equipment; its kind, device and channel never change. */
type InspectionTable = {
  farm_id: number;
  inspection_id: string;
  kind: string;
  device_id: number | null;
  channel_id: number | null;
  title: string;
  detail: string;
  due_on: string | null;
  assignee_id: number | null;
  /** JSON: the result of each checklist point. */
  checks: string;
  note: string;
  /** JSON: the findings against the sensor. */
  evidence: string | null;
  state: string;
  /** JSON: the comparison of its sensor with a reference; the columns below say who made it and when. */
  calibration: string | null;
  calibrated_by: number | null;
  calibrated_at: number | null;
  created_at: number;
  deleted_at: number | null;
};

/** The history of an inspection, numbered from 1; from_state of the first step is null. */
type InspectionStepTable = {
  farm_id: number;
  inspection_id: string;
  step: number;
  from_state: string | null;
  to_state: string;
  reason: string;
  user_id: number;
  at: number;
};

export const tables = {
  inspection: farmTable<InspectionTable>('farms'),
  inspection_step: farmTable<InspectionStepTable>('farms'),
};

/** Adds inspections of equipment with their history, and their page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inspection')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('inspection_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('device_id', 'integer')
    .addColumn('channel_id', 'integer')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('due_on', 'text')
    .addColumn('assignee_id', 'integer')
    .addColumn('checks', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('evidence', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('calibration', 'text')
    .addColumn('calibrated_by', 'integer')
    .addColumn('calibrated_at', 'bigint')
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('inspection_pk', ['farm_id', 'inspection_id'])
    .execute();
  await db.schema.createIndex('inspection_by_id').on('inspection').column('inspection_id').execute();

  await db.schema
    .createTable('inspection_step')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('inspection_id', 'text', (c) => c.notNull())
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('inspection_step_pk', ['farm_id', 'inspection_id', 'step'])
    .execute();
}
