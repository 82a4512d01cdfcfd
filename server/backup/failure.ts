import { isDamaged } from '../db/open.ts';
import { isStorageFull } from '../db/storage-room.ts';
import type { Said } from './operator-text.ts';

/** Why there is no copy, or nothing was put back, and the exit code that says so to a script. */
export const exitCodes = { usage: 2, noRoom: 3, busy: 4, damaged: 5, newer: 6, unreachable: 7 } as const;
export type FailureKind = keyof typeof exitCodes;

/** A failure with a sentence for whoever runs the installation. */
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

/** What an error of the system or of SQLite means for somebody who copies `from` into `to`; others stay as they are. */
export function asFailure(error: unknown, { from, to }: { from: string; to: string }): unknown {
  if (error instanceof BackupFailure) return error;
  const cause = { cause: error };
  if (isStorageFull(error)) return new BackupFailure('noRoom', { code: 'diskFull', to }, cause);
  if (isDamaged(error)) return new BackupFailure('damaged', { code: 'sourceDamaged', from }, cause);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!UNREACHABLE.includes(code)) return error;
  return new BackupFailure('unreachable', { code: 'unreachable', to, reason: String(code) }, cause);
}
