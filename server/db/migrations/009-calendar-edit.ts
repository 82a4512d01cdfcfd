import type { Kysely } from 'kysely';
import type { EditedName } from '#contract/growth-calendar/calendar-edit.ts';
import { farmTable } from '../table.ts';

/**
 * An edit of a growth calendar value; the newest edit of a value is the valid one. farm_id 0: an administrator's, for
 * all farms, with the item code as its subject; else a farm's own, with the crop's id.
 */
type CalendarEditTable = {
  farm_id: number;
  calendar_edit_id: number;
  subject_id: string;
  /** From 0, the first third of January. */
  period: number;
  name: EditedName;
  /** JSON; null resets the value to the calendar below. */
  value: string | null;
  reason: string;
  user_id: number;
  noted_at: number;
};

export const tables = {
  calendar_edit: farmTable<CalendarEditTable>('farms'),
};

/** Adds edits of growth calendars. A row is never changed, so the rows of a value are its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('calendar_edit')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('calendar_edit_id', 'integer', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('period', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('calendar_edit_pk', ['farm_id', 'calendar_edit_id'])
    .execute();
  await db.schema.createIndex('calendar_edit_subject').on('calendar_edit').columns(['farm_id', 'subject_id']).execute();
}
