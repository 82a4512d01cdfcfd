import { type ErrorBody, type ErrorCode, errors } from '#contract/wire/errors.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';

/** The server refused. `message` is the sentence for the user; decide by `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string;
  /** The refused input, as a dotted path. */
  readonly field: string | undefined;
  readonly details: unknown;

  constructor(body: ErrorBody, status: number) {
    super(body.message);
    this.code = body.code;
    this.status = status;
    this.requestId = body.requestId;
    this.field = body.field;
    this.details = body.details;
  }
}

/** The server did not answer, or something else answered. Whether a write was done is unknown. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly reason: NoAnswerReason;

  constructor(reason: NoAnswerReason, cause?: unknown) {
    super(`no answer: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The response does not match the contract: a bug on one side, reported as one. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly requestId: string;

  constructor(about: string, requestId: string, cause?: unknown) {
    super(`the answer of ${about} does not fit the contract`, { cause });
    this.requestId = requestId;
  }
}

/** Whether the same request may succeed later without anybody doing anything. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  return error instanceof ApiError && errors[error.code].retry === 'later';
}
