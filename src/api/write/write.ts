import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnswerOf, Endpoint } from '#contract/wire/endpoint.ts';
import { errors } from '#contract/wire/errors.ts';
import { IDEMPOTENCY_KEY } from '#contract/wire/write.ts';
import { askAnew } from '../call/ask-anew.ts';
import { awaitedAnswer } from '../call/awaited-answer.ts';
import { type Call, type CallInput, useCall } from '../call/call.ts';
import { ApiError } from '../call/errors.ts';
import type { CallOptions } from '../call/transport.ts';

/** Sends a write of the contract under a name of its own; trying it again with the same name does it once. */
export async function sendWrite<E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: CallInput<E>,
  key: string = crypto.randomUUID(),
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  // The input is what `call` takes; that each endpoint may leave parts out cannot be carried through here.
  const options = { headers: { [IDEMPOTENCY_KEY]: key }, ...(signal && { signal }) };
  const { value } = await (call as LooseCall)(endpoint, input, options);
  return value as AnswerOf<E>;
}

type LooseCall = (endpoint: Endpoint, input: unknown, options: CallOptions) => Promise<{ value: unknown }>;

type Write<E extends Endpoint> = {
  /**
   * Resolves with the server's answer, or throws ApiError (refused: decide by `code`), NoAnswerError (nothing is
   * known: the same input may be sent again and will count once) or ContractError. `name`: the act has one already.
   */
  send(input: CallInput<E>, name?: string): Promise<AnswerOf<E>>;
  isSending: boolean;
};

/**
 * A write as a form uses it. The act keeps its name until the server has done or refused it, so that pressing the button again
 * after a lost answer does nothing twice; when it is done, everything on the screen is asked for anew.
 */
export function useWrite<E extends Endpoint>(endpoint: E): Write<E> {
  const client = useQueryClient();
  const call = useCall();
  const [isSending, setIsSending] = useState(false);
  const open = useRef<{ input: string; key: string }>(null);
  return {
    isSending,
    async send(input, name) {
      const text = JSON.stringify(input);
      if (open.current?.input !== text) open.current = { input: text, key: name ?? crypto.randomUUID() };
      const { key } = open.current;
      setIsSending(true);
      try {
        const answer = await awaitedAnswer((signal) => sendWrite(call, endpoint, input, key, signal));
        open.current = null;
        askAnew(client);
        return answer;
      } catch (error) {
        if (error instanceof ApiError && errors[error.code].retry === 'never') open.current = null;
        throw error;
      } finally {
        setIsSending(false);
      }
    },
  };
}
