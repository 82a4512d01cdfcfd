import type { AuditAction } from '#contract/audit/audit.ts';
import { auditActions } from '#contract/audit/audit.ts';
import type { AuditRow } from '#contract/audit/audit-log.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Store } from '../db/open.ts';

type AuditAsked = ListAsked<'at' | '-at'> & {
  userId?: string | undefined;
  action?: AuditAction | undefined;
  farmIndex?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A page of the log, newest first by default. */
export async function pageOfAudit(
  { db, portionsOf }: Store,
  asked: AuditAsked,
): Promise<{ rows: AuditRow[]; total: number }> {
  const { userId, action, farmIndex, from, to } = asked;
  let query = db
    .selectFrom('audit')
    .leftJoin('farm', 'farm.farm_id', 'audit.farm_id')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .select([
      'audit.audit_id as index',
      'audit.at',
      'audit.login as userId',
      'user.name as userName',
      'audit.action',
      'audit.subject_name as subjectName',
      'audit.farm_id as farmId',
      'farm.name as farmName',
      'audit.before',
      'audit.after',
      'audit.request_id as requestId',
    ]);
  if (userId !== undefined) query = query.where('audit.login', '=', userId);
  if (action !== undefined) query = query.where('audit.action', '=', action);
  if (farmIndex !== undefined) query = query.where('audit.farm_id', '=', farmIndex);
  if (from !== undefined) query = query.where('audit.at', '>=', startOfSeoulDate(from));
  if (to !== undefined) query = query.where('audit.at', '<', startOfSeoulDate(to) + DAY_MS);
  const { rows, total } = await onePage(
    query,
    { ...asked, sort: asked.sort ?? '-at' },
    {
      searched: ['audit.login', 'user.name', 'audit.subject_name', 'farm.name'],
      sorted: { at: 'audit.at' },
      otherwise: 'audit.audit_id',
      isDescending: asked.sort !== 'at',
      portions: portionsOf('audit'),
    },
  );
  return {
    total,
    rows: rows.flatMap(({ at, action: done, farmId, before, after, ...row }) => {
      const known = auditActions.find((one) => one === done);
      if (!known) return [];
      return [
        {
          ...row,
          action: known,
          at: new Date(at).toISOString(),
          farmIndex: farmId === 0 ? null : farmId,
          before: snapshotOf(before),
          after: snapshotOf(after),
        },
      ];
    }),
  };
}

function snapshotOf(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value };
}
