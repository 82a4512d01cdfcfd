import { createHash } from 'node:crypto';
import { DAY_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { fail } from '../kernel/fail.ts';

/** An answer as it went out. */
export type Remembered = { status: number; body: string };

/** One act of one user: the key they gave it, and a digest of what they asked. */
export type Act = { userId: number; key: string; fingerprint: string };

/** Longer than a phone is expected to be without the server. */
const KEPT_DAYS = 90;

/** A digest of what is asked: `target` is path and query. */
export function fingerprintOf(method: string, target: string, body: string | Uint8Array): string {
  return createHash('sha256').update(`${method} ${target}\n`).update(body).digest('base64url');
}

/** The answer this act got before; undefined when it is new. Throws IDEMPOTENCY_REUSE when the key named another. */
export async function recall({ db }: Queries, { userId, key, fingerprint }: Act): Promise<Remembered | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row && row.fingerprint !== fingerprint) fail('IDEMPOTENCY_REUSE');
  return row && { status: row.status, body: row.body };
}

/** Keeps the answer; in the transaction of its effect, so that neither is ever there without the other. */
export async function remember({ db }: Queries, act: Act, { status, body }: Remembered, at: number): Promise<void> {
  await db
    .insertInto('idempotency')
    .values({ user_id: act.userId, key: act.key, fingerprint: act.fingerprint, status, body, at })
    .execute();
}

export async function dropOldAnswers({ db }: Queries, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('at', '<', now - KEPT_DAYS * DAY_MS)
    .execute();
}
