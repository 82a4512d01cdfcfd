import { type ErrorBody, type ErrorCode, errors } from '#contract/wire/errors.ts';
import type { NoAnswerReason } from '#src/offline/no-answer.ts';

/** The server answered no. `message` is the sentence for the user; decide by `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string;
  /** The input that was refused, as a dotted path. */
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

/** Nobody answered, or not our server. Nothing is known about what became of a write. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly reason: NoAnswerReason;

  constructor(reason: NoAnswerReason, cause?: unknown) {
    super(`no answer: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The answer does not fit the contract: a bug on one of the two sides, and reported as one. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly requestId: string;

  constructor(about: string, requestId: string, cause?: unknown) {
    super(`the answer of ${about} does not fit the contract`, { cause });
    this.requestId = requestId;
  }
}

/** Whether the same request may succeed a little later without anybody doing anything. */
export function mayPass(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  return error instanceof ApiError && errors[error.code].retry === 'later';
}
