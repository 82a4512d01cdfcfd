import { DatabaseEmpty, DatabaseTaken, isDatabaseUnavailable } from '../db/database-errors.ts';
import { isDamaged, isOfNewerRelease } from '../db/open.ts';
import { isStorageFull } from '../db/storage-room.ts';
import { OperatorFailure } from '../kernel/process/operator-program.ts';
import type { SaidCode } from './operator-text.ts';

/** The reason why a database was not moved. */
export class MoveFailure extends OperatorFailure<SaidCode> {}

/** Displayed names: of the data folder, of the database server, and of the one that was being opened or filled. */
type Names = { folder: string; server: string; place: string };

/** Turns a database error into a MoveFailure; returns other errors unchanged. */
export function asFailure(error: unknown, { folder, server, place }: Names): unknown {
  if (error instanceof MoveFailure) return error;
  const cause = { cause: error };
  if (error instanceof DatabaseTaken) return new MoveFailure('busy', { code: 'serverRuns', place: server }, cause);
  if (error instanceof DatabaseEmpty) return new MoveFailure('usage', { code: 'noInstallation', place }, cause);
  if (isStorageFull(error)) return new MoveFailure('noRoom', { code: 'diskFull', place }, cause);
  if (isDamaged(error)) return new MoveFailure('damaged', { code: 'databaseDamaged', place: folder }, cause);
  if (isOfNewerRelease(error)) return new MoveFailure('newer', { code: 'newerRelease', place }, cause);
  if (!isDatabaseUnavailable(error)) return error;
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new MoveFailure('unreachable', { code: 'unreachable', place: server, reason }, cause);
}
