import { type ErrorBody, type ErrorCode, isErrorBody } from '#contract/wire/errors.ts';
import type { NoAnswerReason } from '../no-answer.ts';
import type { EntryError, Receipt } from './entry.ts';

/** The result of sending an entry. */
export type SendResult =
  | { kind: 'none'; reason: NoAnswerReason }
  | {
      kind: 'answer';
      status: number;
      /** Parsed JSON; undefined if it is invalid. */
      body: unknown;
      text: string;
      requestId: string;
      isReplay: boolean;
      /** When the server answered, epoch ms of its clock; null if it did not say. */
      answeredAt: number | null;
      /** The server's Retry-After, ms. */
      retryAfterMs: number | null;
      /** The server's database is another one than before: it may lack what this entry hangs on. */
      isRestored?: boolean;
    };

/** What happens to the entry. */
export type Verdict =
  | { kind: 'done'; receipt: Receipt }
  /** The server did not answer: other entries would fail as well. */
  | { kind: 'no-answer'; error: EntryError }
  /** Retried automatically. */
  | { kind: 'later'; error: EntryError; afterMs: number | null; isForAll: boolean }
  /** The server failed; retried a few times. */
  | { kind: 'server-error'; error: EntryError }
  /** The whole outbox waits for the same user's next sign-in. */
  | { kind: 'sign-in'; error: EntryError }
  | { kind: 'conflict'; error: EntryError }
  | { kind: 'refused'; error: EntryError };

type CodeClass = 'later' | 'server-error' | 'sign-in' | 'conflict' | 'refused';

/** Every error code of the server; a missing one does not compile. */
export const classOfCode = {
  BAD_REQUEST: 'refused',
  VALIDATION: 'refused',
  UNAUTHENTICATED: 'sign-in',
  FORBIDDEN: 'refused',
  NOT_FOUND: 'refused',
  TOO_MANY_REQUESTS: 'later',
  REHEARSAL_RUNNING: 'later',
  BODY_TOO_LARGE: 'refused',
  RANGE_INVALID: 'refused',
  RANGE_TOO_LONG: 'refused',
  DEVICE_KEY_INVALID: 'refused',
  UNSUPPORTED_MEDIA_TYPE: 'refused',
  IDENTITY_MISMATCH: 'sign-in',
  // Using a host name that the server does not accept is a network problem, not one of the write.
  HOST_REFUSED: 'later',
  IDEMPOTENCY_KEY_INVALID: 'refused',
  IDEMPOTENCY_REUSE: 'refused',
  IDEMPOTENCY_IN_PROGRESS: 'later',
  CHANGED_MEANWHILE: 'conflict',
  NAME_MISMATCH: 'refused',
  RESTORE_TOO_LATE: 'refused',
  FARM_DELETED: 'refused',
  NAME_TAKEN: 'refused',
  ALREADY_EXISTS: 'refused',
  RULE_LIMIT: 'refused',
  CLOCK_UNTRUSTED: 'refused',
  HOLD_RELEASED: 'refused',
  NOT_COMMANDED: 'refused',
  LOCKED_OUT: 'refused',
  TRIPPED: 'refused',
  INTERLOCKED: 'refused',
  CONTROLLER_OFFLINE: 'refused',
  PASSWORD_CHANGE_REQUIRED: 'sign-in',
  PASSWORD_WRONG: 'refused',
  PASSWORD_WEAK: 'refused',
  LOGIN_TAKEN: 'refused',
  LAST_ADMINISTRATOR: 'refused',
  WEATHER_KEY_REFUSED: 'refused',
  WEATHER_SERVICE_FAILED: 'later',
  PHOTO_UNREADABLE: 'refused',
  PHOTO_TOO_LARGE: 'refused',
  STORAGE_FULL: 'later',
  DATABASE_UNAVAILABLE: 'later',
  // The server is older than this release, for example after a rollback: the entry waits for a server that can read
  // it.
  PAYLOAD_AHEAD: 'later',
  INTERNAL: 'server-error',
} as const satisfies Record<ErrorCode, CodeClass>;

/** The class of a code that only a newer server has, by its status. */
function classOfStatus(status: number): CodeClass {
  if (status === 401) return 'sign-in';
  if ([408, 425, 429, 502, 503, 504].includes(status)) return 'later';
  return status >= 500 ? 'server-error' : 'refused';
}

/** Classifies a response by its code, then by its status, never by its text. */
export function classify(sent: SendResult): Verdict {
  if (sent.kind === 'none') return { kind: 'no-answer', error: noAnswer(sent.reason) };
  const { status, body, text, requestId, isReplay, answeredAt, retryAfterMs, isRestored = false } = sent;
  // Truncated: whether the write was done is unknown, and the retry will tell.
  if (body === undefined) return { kind: 'no-answer', error: noAnswer('not-ours') };
  if (status >= 200 && status < 300)
    return { kind: 'done', receipt: { status, body: text, requestId, isReplay, answeredAt } };
  const known = isErrorBody(body) ? body : null;
  const meant = known ? classOfCode[known.code] : classOfStatus(status);
  const mustWait = isRestored && (meant === 'refused' || meant === 'conflict');
  const kind = mustWait ? 'later' : meant;
  const error: EntryError = { class: kind, status, ...errorFieldsOf(body, known), requestId, body };
  if (kind === 'later') return { kind, error, afterMs: retryAfterMs, isForAll: mustWait || isForAll(error) };
  return { kind, error };
}

/** Whether the server is overloaded for every entry, or only for this one. */
const isForAll = ({ status, code }: EntryError) => (status === 429 || status === 503) && code !== 'PAYLOAD_AHEAD';

function errorFieldsOf(body: unknown, known: ErrorBody | null): Pick<EntryError, 'code' | 'message'> {
  if (known) return { code: known.code, message: known.message };
  const { code, message }: { code?: unknown; message?: unknown } = Object(body);
  return { code: typeof code === 'string' ? code : null, message: typeof message === 'string' ? message : '' };
}

function noAnswer(reason: NoAnswerReason): EntryError {
  return { class: 'no-answer', status: 0, code: reason, message: '', requestId: '' };
}
