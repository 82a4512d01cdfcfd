import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { takeNumbers } from '../db/sequence.ts';

/** One line of who changed what. Never a secret in `before` or `after`: the log is read by people. */
export type AuditLine = {
  action: AuditAction;
  /** Absent for what belongs to no farm. */
  farmId?: number;
  subjectId: number | string;
  /** What the thing was called then. */
  subjectName: string;
  before?: unknown;
  after?: unknown;
};

type AuditAuthor = { userId: number; login: string; requestId: string; at: number };

/** Stands or falls with the change it tells of. */
export async function writeAudit(trx: Transaction<Database>, author: AuditAuthor, line: AuditLine): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      farm_id: line.farmId ?? 0,
      audit_id: await takeNumbers(trx, 'audit'),
      at: author.at,
      user_id: author.userId,
      login: author.login,
      action: line.action,
      subject_id: String(line.subjectId),
      subject_name: line.subjectName,
      before: line.before === undefined ? null : JSON.stringify(line.before),
      after: line.after === undefined ? null : JSON.stringify(line.after),
      request_id: author.requestId,
    })
    .execute();
}
