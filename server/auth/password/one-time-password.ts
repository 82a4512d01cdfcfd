import { DAY_MS } from '#contract/time/time.ts';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/user/auth.ts';
import type { Queries } from '../../db/open.ts';

/** What makes the password of a row in `user` a one-time password, issued now. */
export function oneTime(now: number): { must_change_password: 1; one_time_issued_at: number } {
  return { must_change_password: 1, one_time_issued_at: now };
}

/** Whether a password issued then opens nothing any more; null: it has no end. */
export function hasLapsed(issuedAt: number | null, now: number): boolean {
  return issuedAt !== null && now - issuedAt >= ONE_TIME_PASSWORD_DAYS * DAY_MS;
}

/** Gives a user a one-time password in place of whatever they had. */
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
