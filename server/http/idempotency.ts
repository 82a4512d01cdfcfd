import { createHash } from 'node:crypto';
import { DAY_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { fail } from '../kernel/fail.ts';

/** An answer as it was sent. */
export type Remembered = { status: number; body: string };

/** One act of a user: the idempotency key, and a digest of the request. */
export type Act = { userId: number; key: string; fingerprint: string };

/** Longer than a phone is expected to be without a connection to the server. */
const KEPT_DAYS = 90;

/** The digest of a request; `target` is path and query. */
export function fingerprintOf(method: string, target: string, body: string | Uint8Array): string {
  return createHash('sha256').update(`${method} ${target}\n`).update(body).digest('base64url');
}

/** The stored answer for this key; undefined for a new key. Throws IDEMPOTENCY_REUSE for another request. */
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

/** Stores the answer. Call it in the transaction of the write, so that both are committed or neither. */
export async function remember(within: Queries, act: Act, answer: Remembered, at: number): Promise<void> {
  if (!(await rememberFirst(within, act, answer, at))) throw new Error('this act has an answer already');
}

/** Stores the answer unless there is one; true if it was stored. */
export async function rememberFirst(
  { db }: Queries,
  { userId, key, fingerprint }: Act,
  { status, body }: Remembered,
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency')
    .values({ user_id: userId, key, fingerprint, status, body, at })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function dropOldAnswers({ db }: Queries, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('at', '<', now - KEPT_DAYS * DAY_MS)
    .execute();
}
