import * as z from 'zod/mini';
import { isSeoulDate } from '../time/time.ts';
import { endpoint, indexParam } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { auditAction } from './audit.ts';

/**
 * What was changed, as JSON: the fields before and after; null where there are none (a creation, a deletion, a key).
 */
const snapshot = z.nullable(z.record(z.string(), z.unknown()));

const auditRow = z.object({
  index: z.number(),
  at: instantText,
  userId: z.string(),
  /** The user's present name; null when the user is gone. */
  userName: z.nullable(z.string()),
  action: auditAction,
  subjectName: z.string(),
  /** null when the entry concerns no farm. */
  farmIndex: z.nullable(z.number()),
  farmName: z.nullable(z.string()),
  before: snapshot,
  after: snapshot,
  requestId: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

const day = z.optional(z.string().check(z.refine(isSeoulDate)));

export const auditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  who: 'administrator',
  farm: 'none',
  query: z.extend(listQuery(['at']), {
    userId: z.optional(z.string().check(z.maxLength(64))),
    action: z.optional(auditAction),
    farmIndex: z.optional(indexParam),
    /** Seoul days, both included. */
    from: day,
    to: day,
  }),
  answer: pageOf(auditRow),
  offline: 'online-only',
  about: 'Lists the audit log: person, change and time, newest first.',
});
