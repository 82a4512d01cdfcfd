import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/audit/audit.ts';
import type { Queries } from '../db/open.ts';
import type { Database } from '../db/schema.ts';
import { takeNumbers } from '../db/sequence.ts';

/** One line of the audit log. `before` and `after` never hold a secret, because people read the log. */
export type AuditLine = {
  action: AuditAction;
  /** Absent when the change belongs to no farm. */
  farmId?: number;
  subjectId: number | string;
  /** The name of the changed thing at that time. */
  subjectName: string;
  before?: unknown;
  after?: unknown;
};

type AuditAuthor = { userId: number; login: string; requestId: string; at: number };

/** Writes in the transaction of the change, so that both are committed or neither. */
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

/** Who changed a thing last, and when (ISO); undefined when the log does not say. `action` is that of such a change. */
export async function lastChange(
  { db }: Queries,
  action: AuditAction,
  subjectId: string,
): Promise<{ by: string; at: string } | undefined> {
  const line = await db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .select(['audit.at', 'audit.login', 'user.name'])
    .where('audit.subject_id', '=', subjectId)
    .where('audit.action', '=', action)
    .orderBy('audit.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return line && { by: line.name || line.login, at: new Date(line.at).toISOString() };
}
