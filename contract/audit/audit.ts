import * as z from 'zod/mini';
import { auditWords } from './audit-text.ts';

/** What can have been done: whatever there are words for. */
export type AuditAction = keyof typeof auditWords;

export const auditActions: readonly AuditAction[] = Object.keys(auditWords).filter(isAuditAction);
export const auditAction = z.enum(auditActions);

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(auditWords, action);
}
