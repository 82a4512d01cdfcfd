import { isDamaged } from '../db/open.ts';
import { isStorageFull } from '../db/storage-room.ts';
import type { Said } from './operator-text.ts';

/** Why a backup or restore failed, with the exit code for scripts. */
export const exitCodes = { usage: 2, noRoom: 3, busy: 4, damaged: 5, newer: 6, unreachable: 7 } as const;
export type FailureKind = keyof typeof exitCodes;

/** A failure with a sentence for the operator. */
export class BackupFailure extends Error {
  readonly kind: FailureKind;
  readonly said: Said;

  constructor(kind: FailureKind, said: Said, options?: ErrorOptions) {
    super(said.code, options);
    this.kind = kind;
    this.said = said;
  }
}

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
