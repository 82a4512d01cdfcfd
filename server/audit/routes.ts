import type { Hono } from 'hono';
import { auditLog } from '#contract/audit/audit-log.ts';
import type { Store } from '../db/open.ts';
import { type Guards, route } from '../http/route.ts';
import type { Env } from '../kernel/access/caller.ts';
import { pageOfAudit } from './queries.ts';

export function mountAudit(app: Hono<Env>, guards: Guards, store: Store): void {
  route(app, guards, auditLog, ({ query }) => pageOfAudit(store, query));
}
