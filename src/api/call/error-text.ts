import { notSentMessages } from '#contract/wire/write-text.ts';
import { ApiError, NoAnswerError } from './errors.ts';

/** The server's refusal of a read; undefined when the server did not answer. */
export function refusalOf(error: Error): { message: string; requestId: string } | undefined {
  if (error instanceof NoAnswerError) return undefined;
  if (error instanceof ApiError) return { message: error.message, requestId: error.requestId };
  return { message: notSentMessages.bug, requestId: '' };
}
