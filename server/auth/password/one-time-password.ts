import { randomInt } from 'node:crypto';
import { DAY_MS } from '#contract/time/time.ts';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/user/auth.ts';
import type { Queries } from '../../db/open.ts';

/** Lower-case letters and digits without those that look or sound alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A new one-time password: sixteen random characters in four groups, 79 bits. */
export function generateOneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Columns that make the password of a `user` row a one-time password, issued now. */
export function oneTime(now: number): { must_change_password: 1; one_time_issued_at: number } {
  return { must_change_password: 1, one_time_issued_at: now };
}

/** Whether a password issued at this time (epoch ms) has expired; null: it does not expire. */
export function hasLapsed(issuedAt: number | null, now: number): boolean {
  return issuedAt !== null && now - issuedAt >= ONE_TIME_PASSWORD_DAYS * DAY_MS;
}

/** Replaces a user's password with a one-time password. */
export async function setOneTimePassword(
  { db }: Queries,
  userId: number,
  { passwordHash, at }: { passwordHash: string; at: number },
): Promise<void> {
  await db
    .updateTable('user')
    .set({ password_hash: passwordHash, password_changed_at: at, ...oneTime(at) })
    .where('id', '=', userId)
    .execute();
}
