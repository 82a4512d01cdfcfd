import type { Context } from 'hono';
import type { Logger } from 'pino';
import { type ErrorBody, errors } from '#contract/wire/errors.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { isStorageFull } from '../db/storage-room.ts';
import type { Env } from '../kernel/access/caller.ts';
import { Failure } from '../kernel/fail.ts';

/** A full disk is not freed within seconds, and many clients wait. */
export const RETRY_STORAGE_FULL_S = 30;

/** A standby takes over, or a restart ends, within seconds. */
const RETRY_UNAVAILABLE_S = 5;

/** Turns a thrown value into the error answer. Unexpected errors become INTERNAL; their stack is only logged. */
export function answerError(thrown: unknown, c: Context<Env>, log: Logger): Response {
  const failure = thrown instanceof Failure ? thrown : failureOf(thrown);
  const requestId = c.get('requestId');
  if (failure.code === 'INTERNAL') {
    const address = c.get('caller') ? undefined : c.get('address');
    log.error({ requestId, err: thrown, address }, 'request failed');
  }
  const { status } = errors[failure.code];
  const body: ErrorBody = { code: failure.code, status, message: failure.message, requestId };
  if (failure.field !== undefined) body.field = failure.field;
  if (failure.details !== undefined) body.details = failure.details;
  if (failure.retryAfterS !== undefined) c.header('Retry-After', String(failure.retryAfterS));
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...Object.fromEntries(c.res.headers), 'content-type': 'application/json; charset=UTF-8' },
  });
}

function failureOf(thrown: unknown): Failure {
  if (isDatabaseUnavailable(thrown)) return new Failure('DATABASE_UNAVAILABLE', { retryAfterS: RETRY_UNAVAILABLE_S });
  return isStorageFull(thrown)
    ? new Failure('STORAGE_FULL', { retryAfterS: RETRY_STORAGE_FULL_S })
    : new Failure('INTERNAL');
}
