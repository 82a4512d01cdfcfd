import type { Endpoint } from '#contract/wire/endpoint.ts';
import { notSentMessages } from '#contract/wire/write-text.ts';
import type { LineOutcome } from '#src/lib/csv/import-run.ts';
import { type Call, type CallInput, useCall } from '../call/call.ts';
import { ApiError, ContractError, NoAnswerError } from '../call/errors.ts';
import { goesThroughOutbox } from '../outbox/new-entry.ts';
import { type LoadOutbox, useLoadOutbox } from '../outbox/outbox-context.ts';
import { sendWrite } from './write.ts';

/** Sends one line of an imported file; `key` stays the same when the line is retried. */
type ImportLine<E extends Endpoint> = (input: CallInput<E>, key: string) => Promise<LineOutcome>;

export function useImportLine<E extends Endpoint>(endpoint: E): ImportLine<E> {
  const call = useCall();
  const loadOutbox = useLoadOutbox();
  return (input, key) => importLine({ call, loadOutbox }, endpoint, input, key);
}

/** A write that may be queued is stored on the device before it is sent; others are sent now or not at all. */
async function importLine<E extends Endpoint>(
  { call, loadOutbox }: { call: Call; loadOutbox: LoadOutbox },
  endpoint: E,
  input: CallInput<E>,
  key: string,
): Promise<LineOutcome> {
  try {
    if (goesThroughOutbox(endpoint, input)) {
      const outbox = await loadOutbox();
      // If the device cannot store it, it is sent directly.
      const submitted = await outbox?.submit(endpoint, input, { id: key, origin: null }).catch(notKept);
      if (submitted?.kind === 'refused') throw submitted.error;
      if (submitted) return submitted.kind === 'kept' ? { ok: true, isKept: true } : { ok: true };
    }
    await sendWrite(call, endpoint, input, key);
    return { ok: true };
  } catch (error) {
    if (error instanceof NoAnswerError) return { ok: false, message: notSentMessages.unknown, stop: true };
    if (!(error instanceof ApiError)) throw error;
    const isHopeless = error.status === 401 || error.status === 403 || error.status >= 500;
    return { ok: false, message: error.message, stop: isHopeless };
  }
}

function notKept(error: unknown): undefined {
  if (error instanceof ContractError) throw error;
}
