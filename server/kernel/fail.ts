import { type ErrorCode, errors } from '#contract/wire/errors.ts';

/** A failure that the caller is told about. Any code may throw it; only on-error.ts turns it into an answer. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly details: unknown;
  /** Seconds, for Retry-After. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    more: { field?: string; details?: unknown; message?: string; retryAfterS?: number } = {},
  ) {
    super(more.message ?? errors[code].message);
    this.code = code;
    this.field = more.field;
    this.details = more.details;
    this.retryAfterS = more.retryAfterS;
  }
}

export function fail(code: ErrorCode, more?: ConstructorParameters<typeof Failure>[1]): never {
  throw new Failure(code, more);
}

/** Refuses one field for a reason that its schema cannot check; `message` is shown to the user. */
export function failField(field: string, message: string): never {
  return fail('VALIDATION', { field, message, details: [{ field, problem: 'custom', message }] });
}
