import type { Endpoint } from '#contract/wire/endpoint.ts';
import { notSentMessages } from '#contract/wire/write-text.ts';
import type { LineOutcome } from '#src/lib/csv/import-run.ts';
import type { Call, CallInput } from '../call/call.ts';
import { ApiError, NoAnswerError } from '../call/errors.ts';
import { sendWrite } from './write.ts';

/** Sends one line of an imported file; `key` stays the same when the line is tried again. */
export async function importLine<E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: CallInput<E>,
  key: string,
): Promise<LineOutcome> {
  try {
    await sendWrite(call, endpoint, input, key);
    return { ok: true };
  } catch (error) {
    if (error instanceof NoAnswerError) return { ok: false, message: notSentMessages.unknown, stop: true };
    if (!(error instanceof ApiError)) throw error;
    const isHopeless = error.status === 401 || error.status === 403 || error.status >= 500;
    return { ok: false, message: error.message, stop: isHopeless };
  }
}
