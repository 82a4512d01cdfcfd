import { useState } from 'react';
import type { AnswerOf, Endpoint } from '#contract/wire/endpoint.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { ChangedMeanwhile } from '#contract/wire/write.ts';
import { notSentMessages } from '#contract/wire/write-text.ts';
import type { CallInput } from '../call/call.ts';
import { type Connectivity, useConnectivityStore } from '../call/connectivity.ts';
import { ApiError, NoAnswerError } from '../call/errors.ts';
import { useWrite } from './write.ts';

type Trouble = {
  /** Sentence per field, by dotted path as the body has it. */
  problems: Record<string, string>;
  /** What concerns the whole: a sentence, and what to tell whoever looks after the server. */
  failure: { message: string; requestId?: string } | undefined;
  /** Somebody else changed a touched field meanwhile: the stored values and the fields in question. */
  conflict: ChangedMeanwhile<Record<string, unknown>> | undefined;
};

const noTrouble: Trouble = { problems: {}, failure: undefined, conflict: undefined };

/** How a write ended. */
export type Outcome<Answer> = { answer: Answer } | { trouble: Trouble };

type Save<E extends Endpoint> = Trouble & {
  /** Checks the input by the contract, sends it, and answers what the server said; undefined when there is trouble. */
  save(input: CallInput<E>): Promise<AnswerOf<E> | undefined>;
  /** The same, telling the trouble also to whoever asks: a form shows it at its fields. */
  attempt(input: CallInput<E>): Promise<Outcome<AnswerOf<E>>>;
  isSaving: boolean;
  /** Forgets the trouble, as when a dialog is closed. */
  clear(): void;
};

/** A write as a form needs it: every way it can fail becomes something to show, and nothing typed is lost. */
export function useSave<E extends Endpoint>(endpoint: E): Save<E> {
  const { send, isSending } = useWrite(endpoint);
  const connectivity = useConnectivityStore();
  const [trouble, setTrouble] = useState(noTrouble);
  async function attempt(input: CallInput<E>): Promise<Outcome<AnswerOf<E>>> {
    const { body }: { body?: unknown } = input;
    const checked = endpoint.body.safeParse(body ?? {});
    if (!checked.success) return refuse({ ...noTrouble, problems: problemsOf(checked.error) });
    setTrouble(noTrouble);
    try {
      return { answer: await send(input) };
    } catch (error) {
      return refuse(troubleOf(error, connectivity));
    }
  }
  function refuse(found: Trouble): { trouble: Trouble } {
    setTrouble(found);
    return { trouble: found };
  }

  return {
    ...trouble,
    isSaving: isSending,
    clear: () => setTrouble(noTrouble),
    attempt,
    async save(input) {
      const outcome = await attempt(input);
      return 'answer' in outcome ? outcome.answer : undefined;
    },
  };
}

function troubleOf(error: unknown, connectivity: Connectivity): Trouble {
  if (error instanceof NoAnswerError) {
    const message = connectivity.get().reach === 'online' ? notSentMessages.unknown : notSentMessages.offline;
    return { ...noTrouble, failure: { message } };
  }
  if (!(error instanceof ApiError)) return { ...noTrouble, failure: { message: notSentMessages.bug } };
  const { code, message, requestId, field, details } = error;
  if (code === 'CHANGED_MEANWHILE') return { ...noTrouble, conflict: conflictOf(details) };
  if (field === undefined) return { ...noTrouble, failure: { message, requestId } };
  const listed = Array.isArray(details) ? details.filter(isFieldProblem) : [];
  const named = Object.fromEntries(listed.map((one) => [one.field, one.message]));
  return { ...noTrouble, problems: { [field]: message, ...named } };
}

function isFieldProblem(value: unknown): value is { field: string; message: string } {
  const { field, message }: { field?: unknown; message?: unknown } = Object(value);
  return typeof field === 'string' && typeof message === 'string';
}

function conflictOf(details: unknown): Trouble['conflict'] {
  const { current, conflicts }: { current?: unknown; conflicts?: unknown } = Object(details);
  return { current: { ...Object(current) }, conflicts: Array.isArray(conflicts) ? conflicts.map(String) : [] };
}

/** Why an act with nothing to fill in was refused, in one sentence. */
export function troubleText({ failure, problems }: Pick<Trouble, 'failure' | 'problems'>): string {
  return failure?.message ?? Object.values(problems).join(' ');
}
