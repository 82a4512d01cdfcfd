import { NEEDED } from '../db/migrate.ts';
import type { Queries } from '../db/open.ts';
import { readSetting } from '../db/setting.ts';

/** The installation that is moved: its instance id, and its mark; '' if an older release has set none. */
type Moved = { instance: string; mark: string };

/** The record of a move in a database: it is being filled from `other` (arriving), or was moved to `other` (left). */
export type Move = Moved & { id: string; state: 'arriving' | 'left'; other: string; at: number };

/** The progress of a table: rows copied so far, and the key of the last one. */
export type Progress = { rows: number; lastKey: readonly unknown[] | undefined; isWhole: boolean };

/** The instance id and mark of a database; undefined if it never held an installation. */
export async function movedOf(store: Queries): Promise<Moved | undefined> {
  const instance = await readSetting(store, 'instance');
  return instance === undefined ? undefined : { instance, mark: (await readSetting(store, 'mark')) ?? '' };
}

export async function findMove({ db }: Queries): Promise<Move | undefined> {
  const row = await db.selectFrom('move').selectAll().executeTakeFirst();
  if (!row) return undefined;
  const { move_id: id, ...move } = row;
  return { id, ...move };
}

/** Whether there is a setting besides that of migrations, which a database has before it is used. */
export async function hasSettings({ db }: Queries): Promise<boolean> {
  const row = await db.selectFrom('setting').select('name').where('name', '!=', NEEDED).executeTakeFirst();
  return row !== undefined;
}

/** Replaces the record of a move. */
export async function noteMove({ db }: Queries, { id, ...move }: Move): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('move').execute();
    await trx
      .insertInto('move')
      .values({ move_id: id, ...move })
      .execute();
  });
}

/** Deletes the move and its progress once the database is complete. */
export async function forgetMove({ db }: Queries): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('move_progress').execute();
    await trx.deleteFrom('move').execute();
  });
}

export async function findProgress({ db }: Queries, name: string): Promise<Progress | undefined> {
  const row = await db.selectFrom('move_progress').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) return undefined;
  const lastKey: unknown[] | undefined = row.last_key === null ? undefined : JSON.parse(row.last_key);
  return { rows: row.row_count, lastKey, isWhole: row.is_whole === 1 };
}

export async function noteProgress({ db }: Queries, name: string, progress: Progress): Promise<void> {
  const row = {
    row_count: progress.rows,
    last_key: progress.lastKey ? JSON.stringify(progress.lastKey) : null,
    is_whole: progress.isWhole ? (1 as const) : (0 as const),
  };
  await db
    .insertInto('move_progress')
    .values({ name, ...row })
    .onConflict((c) => c.column('name').doUpdateSet(row))
    .execute();
}

/** Deletes the progress of these tables, or of all, so that they are copied again. */
export async function dropProgress({ db }: Queries, names?: readonly string[]): Promise<void> {
  const dropped = db.deleteFrom('move_progress');
  await (names ? dropped.where('name', 'in', names) : dropped).execute();
}
