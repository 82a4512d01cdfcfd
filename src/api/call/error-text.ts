import { notSentMessages } from '#contract/wire/write-text.ts';
import { ApiError, NoAnswerError } from './errors.ts';

/** What the server said when it refused a read; undefined when nobody answered. */
export function refusalOf(error: Error): { message: string; requestId: string } | undefined {
  if (error instanceof NoAnswerError) return undefined;
  if (error instanceof ApiError) return { message: error.message, requestId: error.requestId };
  return { message: notSentMessages.bug, requestId: '' };
}
