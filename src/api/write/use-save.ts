import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnswerOf, Endpoint } from '#contract/wire/endpoint.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { ChangedMeanwhile } from '#contract/wire/write.ts';
import { keptMessages, notSentMessages } from '#contract/wire/write-text.ts';
import { afterPaint } from '#src/lib/after-paint.ts';
import { replacingToast, showToast } from '#src/lib/toasts.ts';
import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import type { CallInput } from '../call/call.ts';
import { type Connectivity, useConnectivityStore } from '../call/connectivity.ts';
import { ApiError, ContractError, NoAnswerError } from '../call/errors.ts';
import { refetchAll } from '../call/refetch-all.ts';
import { goesThroughOutbox, isQuietWrite } from '../outbox/new-entry.ts';
import { useLoadOutbox } from '../outbox/outbox-context.ts';
import { currentSending, type LinkedParts } from '../outbox/sending-context.ts';
import { useWrite } from './write.ts';

type Trouble = {
  /** Messages by field, as dotted paths of the body. */
  problems: Record<string, string>;
  /** An error of the whole form: a sentence, and the id to report to the operator. */
  failure: { message: string; requestId?: string } | undefined;
  /** Somebody else changed an edited field: the stored values and the conflicting fields. */
  conflict: ChangedMeanwhile<Record<string, unknown>> | undefined;
};

const noTrouble: Trouble = { problems: {}, failure: undefined, conflict: undefined };

/** The result of a write that is not queued. */
export type Answered<Answer> = { answer: Answer } | { trouble: Trouble };

/** The result of a write. `kept`: it is queued on this device and not yet answered; the user was told. */
export type Outcome<Answer> = Answered<Answer> | { kept: true };

/** Only an endpoint with the outbox policy can be queued. */
type OutcomeOf<E extends Endpoint> = 'outbox' extends E['offline'] ? Outcome<AnswerOf<E>> : Answered<AnswerOf<E>>;

type Save<E extends Endpoint> = Trouble & {
  /**
   * Validates the input, sends or queues it, and returns the result. `id` is the idempotency key: the same input with
   * the same id is done once. `about`: the name of the thing that it concerns, where the input does not have it.
   */
  attempt(input: CallInput<E>, id?: string, about?: string): Promise<OutcomeOf<E>>;
  isSaving: boolean;
  /** Clears the errors, as when a dialog is closed. */
  clear(): void;
};

/**
 * A write for a form: every failure becomes something to show, and no typed value is lost. A write that may be queued
 * is stored on the device before it is sent.
 */
export function useSave<E extends Endpoint>(endpoint: E): Save<E> {
  const { send, isSending } = useWrite(endpoint);
  const submit = useSubmit(endpoint);
  const connectivity = useConnectivityStore();
  const [trouble, setTrouble] = useState(noTrouble);
  const [isSubmitting, setIsSubmitting] = useState(false);
  async function attempt(
    input: CallInput<E>,
    id: string = crypto.randomUUID(),
    about?: string,
  ): Promise<Outcome<AnswerOf<E>>> {
    const { origin = null, beside } = currentSending() ?? {};
    const act = { id, origin, about, beside };
    const { body }: { body?: unknown } = input;
    const checked = endpoint.body.safeParse(body ?? {});
    if (!checked.success) return refuse({ ...noTrouble, problems: problemsOf(checked.error) });
    setTrouble(noTrouble);
    // A form shows its own busy state.
    if (origin === null) setIsSubmitting(true);
    let notKept: string | undefined;
    try {
      const submitted = await submit(input, act);
      if (submitted !== 'not-kept' && submitted !== 'now') return submitted;
      if (submitted === 'not-kept') notKept = keptMessages.failed;
      return { answer: await send(input, submitted === 'not-kept' ? act.id : undefined) };
    } catch (error) {
      const found = troubleOf(error, connectivity);
      const isUnanswered = error instanceof NoAnswerError && notKept !== undefined;
      return refuse(isUnanswered ? { ...noTrouble, failure: { message: notKept ?? '' } } : found);
    } finally {
      setIsSubmitting(false);
    }
  }
  function refuse(found: Trouble): { trouble: Trouble } {
    setTrouble(found);
    return { trouble: found };
  }

  return {
    ...trouble,
    isSaving: isSending || isSubmitting,
    clear: () => setTrouble(noTrouble),
    // TypeScript cannot narrow OutcomeOf for a generic E; only outbox endpoints return `kept`.
    attempt: (input, id, about) => attempt(input, id, about) as Promise<OutcomeOf<E>>,
  };
}

/**
 * Queues a write. `now`: it must not be queued. `not-kept`: the device could not store it; it can still be sent.
 * Throws the server's refusal, as `send` does.
 */
function useSubmit<E extends Endpoint>(endpoint: E) {
  const loadOutbox = useLoadOutbox();
  const client = useQueryClient();
  const mayWait = endpoint.outbox !== undefined;
  useEffect(() => {
    if (mayWait) void loadOutbox().then((outbox) => outbox?.prepare());
  }, [mayWait, loadOutbox]);
  return async (
    input: CallInput<E>,
    {
      beside,
      ...act
    }: { id: string; about: string | undefined; origin: EntryOrigin | null; beside: LinkedParts | undefined },
  ): Promise<{ answer: AnswerOf<E> } | { kept: true } | 'not-kept' | 'now'> => {
    if (!goesThroughOutbox(endpoint, input)) return 'now';
    const outbox = await loadOutbox();
    if (!outbox) return 'not-kept';
    const writes = beside?.writes() ?? [];
    const submitted = await outbox.submit(endpoint, input, { ...act, beside: writes }).catch(notKept);
    if (submitted === 'not-kept') return submitted;
    if (submitted.kind === 'refused') throw submitted.error;
    if (submitted.kind === 'kept' && !isQuietWrite(endpoint, input)) {
      showKeptToast();
      // Show the message before the caller navigates to another page.
      await afterPaint();
    }
    beside?.onPutIn(writes);
    if (submitted.kind === 'kept') return { kept: true };
    refetchAll(client);
    return { answer: submitted.answer };
  };
}

/** One message, however many writes were queued. */
const showKeptToast = replacingToast(keptMessages.kept);

/** A ContractError is a bug and no failure of the storage: rethrow it. */
function notKept(error: unknown): 'not-kept' {
  if (error instanceof ContractError) throw error;
  return 'not-kept';
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

/**
 * Handles the result of a write that was confirmed in a dialog: the dialog shows a refusal; otherwise the server's
 * message is shown and `onDone` runs.
 */
export function confirmed(
  outcome: Outcome<{ message: string }>,
  onDone: () => void = () => {},
): { error: string } | undefined {
  if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
  if ('answer' in outcome) showToast(outcome.answer.message);
  onDone();
  return undefined;
}

/** Why a write without a form was refused, in one sentence. */
export function troubleText({ failure, problems }: Pick<Trouble, 'failure' | 'problems'>): string {
  return failure?.message ?? Object.values(problems).join(' ');
}
