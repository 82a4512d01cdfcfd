import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnswerOf, Endpoint } from '#contract/wire/endpoint.ts';
import { errors } from '#contract/wire/errors.ts';
import { IDEMPOTENCY_KEY } from '#contract/wire/write.ts';
import { awaitedAnswer } from '../call/awaited-answer.ts';
import { type Call, type CallInput, useCall } from '../call/call.ts';
import { ApiError } from '../call/errors.ts';
import { refetchAll } from '../call/refetch-all.ts';
import type { CallOptions } from '../call/transport.ts';

/** Sends a write with an idempotency key; a retry with the same key is done once. */
export async function sendWrite<E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: CallInput<E>,
  key: string = crypto.randomUUID(),
  signal?: AbortSignal,
): Promise<AnswerOf<E>> {
  // The input has the type that `call` takes; TypeScript cannot follow the optional parts through this generic.
  const options = { headers: { [IDEMPOTENCY_KEY]: key }, ...(signal && { signal }) };
  const { value } = await (call as LooseCall)(endpoint, input, options);
  return value as AnswerOf<E>;
}

type LooseCall = (endpoint: Endpoint, input: unknown, options: CallOptions) => Promise<{ value: unknown }>;

type Write<E extends Endpoint> = {
  /**
   * Resolves with the server's response, or throws ApiError (refused: decide by `code`), NoAnswerError (result
   * unknown: the same input may be sent again and is done once) or ContractError. `name`: an existing idempotency key.
   */
  send(input: CallInput<E>, name?: string): Promise<AnswerOf<E>>;
  isSending: boolean;
};

/**
 * A write for a form. It keeps its idempotency key until the server has done or refused it, so that pressing the
 * button again after a lost response does nothing twice; afterwards everything on the screen is refetched.
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
        refetchAll(client);
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
