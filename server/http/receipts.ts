import type { Hono } from 'hono';
import { receipts } from '#contract/wire/receipts.ts';
import type { Queries } from '../db/open.ts';
import type { Env } from '../kernel/access/caller.ts';
import { type Guards, route } from './route.ts';

export function mountReceipts(app: Hono<Env>, guards: Guards, { db }: Queries): void {
  route(app, guards, receipts, ({ query: { keys }, caller }) =>
    db
      .selectFrom('idempotency')
      .select(['key', 'status'])
      .where('user_id', '=', caller.userId)
      .where('key', 'in', keys)
      .orderBy('key')
      .execute(),
  );
}
