import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#contract/time/time.ts';
import { movedTables } from '../db/migrations/index.ts';
import type { Queries, Store } from '../db/open.ts';
import { copiedTable, emptyTable, hasRows, keyOf, readRows } from '../db/table-copy/copied-tables.ts';
import { digestOf, type TableDigest } from '../db/table-copy/digest.ts';
import { MoveFailure } from './failure.ts';
import {
  dropProgress,
  findMove,
  findProgress,
  forgetMove,
  hasSettings,
  type Move,
  movedOf,
  noteMove,
  noteProgress,
  type Progress,
} from './state.ts';

/** The source or target of a move; `place` is its displayed name. */
export type End = { store: Store; place: string };

/** The digests of a table at both ends, and the time for copying and comparing it, s. */
export type ComparedTable = { name: string; source: TableDigest; target: TableDigest; seconds: number };

type Asked = {
  source: End;
  target: End;
  now(): number;
  /** An unfinished move is resumed, or started again because the source has been used since. */
  onResumed(how: 'goesOn' | 'beginsAnew'): void;
  /** Called after each batch with the rows copied so far. */
  onProgress(table: string, rows: number): void;
  onCompared(table: ComparedTable): void;
};

/**
 * Copies all tables from the source to the target, which is empty or holds an unfinished move of the same source, and
 * compares a digest of each table. Then it marks the source as left before it releases the target, so that two servers
 * never serve both. Callers must lock both ends. It can be killed at any point and called again. Throws MoveFailure.
 */
export async function moveDatabase(asked: Asked): Promise<void> {
  const { source, target, now } = asked;
  const move = await begin(asked);
  const tookMs = new Map<string, number>();
  for (const name of movedTables) {
    const begun = now();
    await copyTable(asked, name);
    tookMs.set(name, now() - begun);
  }
  await target.store.copiedTables.settle();
  const differing: string[] = [];
  for (const name of movedTables) {
    const begun = now();
    const table = await copiedTable(source.store, name);
    const [ours, theirs] = await Promise.all([digestOf(source.store, table), digestOf(target.store, table)]);
    const seconds = ((tookMs.get(name) ?? 0) + now() - begun) / SECOND_MS;
    asked.onCompared({ name, source: ours, target: theirs, seconds });
    if (ours.sha256 !== theirs.sha256) differing.push(name);
  }
  if (differing.length > 0) {
    await dropProgress(target.store, differing);
    throw new MoveFailure('damaged', { code: 'differs', place: target.place, tables: differing.join(', ') });
  }
  await noteMove(source.store, { ...move, state: 'left', other: target.place, at: now() });
  await forgetMove(target.store);
}

/** Checks that the source can be moved to this target, and records the move in the target. */
async function begin({ source, target, now, onResumed }: Asked): Promise<Move> {
  const moved = await movedOf(source.store);
  if (!moved) throw new MoveFailure('usage', { code: 'noInstallation', place: source.place });
  const [from, to] = [await findMove(source.store), await findMove(target.store)];
  if (from?.state === 'arriving') throw new MoveFailure('usage', { code: 'sourceUnfinished', place: source.place });
  if (from && from.id !== to?.id) {
    const on = new Date(from.at).toISOString();
    throw new MoveFailure('usage', { code: 'movedAlready', place: source.place, other: from.other, on });
  }
  if (to && to.instance !== moved.instance) {
    throw new MoveFailure('usage', { code: 'otherMove', place: target.place, other: to.other });
  }
  const isSame = to?.mark === moved.mark;
  if (to) onResumed(isSame ? 'goesOn' : 'beginsAnew');
  if (to && isSame) return to;
  const move: Move = { ...moved, id: to?.id ?? randomUUID(), state: 'arriving', other: source.place, at: now() };
  await dropProgress(target.store);
  await noteMove(target.store, move);
  return move;
}

/** Copies a table from its recorded progress on. The first batch deletes what an abandoned move has left. */
async function copyTable({ source, target, onProgress }: Asked, name: string): Promise<void> {
  const { db, copiedTables } = target.store;
  const [table, own] = [await copiedTable(source.store, name), await copiedTable(target.store, name)];
  let progress = (await findProgress(target.store, name)) ?? nothingYet;
  while (!progress.isWhole) {
    const { rows: copied, lastKey } = progress;
    const { rows, isEnd } = await readRows(source.store, table, lastKey);
    const last = rows.at(-1);
    const next = { rows: copied + rows.length, lastKey: last ? keyOf(table, last) : lastKey, isWhole: isEnd };
    await db.transaction().execute(async (trx) => {
      if (copied === 0) await emptyTable(trx, name);
      await copiedTables.insert(trx, own, rows);
      await noteProgress({ db: trx }, name, next);
    });
    progress = next;
    onProgress(name, progress.rows);
  }
}

const nothingYet: Progress = { rows: 0, lastKey: undefined, isWhole: false };

/** What a database holds: nothing, one end of a move, or an installation in use. */
export type Occupant = 'nothing' | Move['state'] | 'used';

/** Finds out what a database holds, before it is migrated. */
export async function findOccupant(found: Queries): Promise<Occupant> {
  const there = new Set((await found.db.introspection.getTables()).map(({ name }) => name));
  const move = there.has('move') ? await findMove(found) : undefined;
  if (move) return move.state;
  for (const name of movedTables) {
    if (there.has(name) && (await (name === 'setting' ? hasSettings(found) : hasRows(found, name)))) return 'used';
  }
  return 'nothing';
}
