import { isDamaged } from '../db/open.ts';
import { isStorageFull } from '../db/storage-room.ts';
import { OperatorFailure } from '../kernel/process/operator-program.ts';
import type { SaidCode } from './operator-text.ts';

/** Why a backup or restore failed. */
export class BackupFailure extends OperatorFailure<SaidCode> {}

const UNREACHABLE: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EEXIST', 'EIO', 'ESTALE'];

/** Turns an error of copying `from` into `to` into a BackupFailure; returns unknown errors unchanged. */
export function asFailure(error: unknown, { from, to }: { from: string; to: string }): unknown {
  if (error instanceof BackupFailure) return error;
  const cause = { cause: error };
  if (isStorageFull(error)) return new BackupFailure('noRoom', { code: 'diskFull', to }, cause);
  if (isDamaged(error)) return new BackupFailure('damaged', { code: 'sourceDamaged', from }, cause);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!UNREACHABLE.includes(code)) return error;
  return new BackupFailure('unreachable', { code: 'unreachable', to, reason: String(code) }, cause);
}
