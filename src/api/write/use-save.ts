import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnswerOf, Endpoint } from '#contract/wire/endpoint.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import type { ChangedMeanwhile } from '#contract/wire/write.ts';
import { keptMessages, notSentMessages } from '#contract/wire/write-text.ts';
import { painted } from '#src/lib/painted.ts';
import { dismissToast, showToast } from '#src/lib/toasts.ts';
import type { EntryOrigin } from '#src/offline/outbox/entry.ts';
import { askAnew } from '../call/ask-anew.ts';
import type { CallInput } from '../call/call.ts';
import { type Connectivity, useConnectivityStore } from '../call/connectivity.ts';
import { ApiError, ContractError, NoAnswerError } from '../call/errors.ts';
import { goesThroughOutbox } from '../outbox/freeze.ts';
import { type Beside, currentSending } from '../outbox/origin.ts';
import { useLoadOutbox } from '../outbox/outbox-context.ts';
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

/** How a write ended that is sent now or not at all. */
export type Answered<Answer> = { answer: Answer } | { trouble: Trouble };

/** How a write ended. `kept`: on this device, not yet answered; it is sent from the outbox, and the user was told. */
export type Outcome<Answer> = Answered<Answer> | { kept: true };

/** Only what goes through the outbox can be kept. */
type OutcomeOf<E extends Endpoint> = 'outbox' extends E['offline'] ? Outcome<AnswerOf<E>> : Answered<AnswerOf<E>>;

type Save<E extends Endpoint> = Trouble & {
  /**
   * Checks the input by the contract, sends it or keeps it to be sent, and tells how that ended. `id` names the act: the
   * same input given again under the same name counts once.
   */
  attempt(input: CallInput<E>, id?: string): Promise<OutcomeOf<E>>;
  isSaving: boolean;
  /** Forgets the trouble, as when a dialog is closed. */
  clear(): void;
};

/**
 * A write as a form needs it: every way it can fail becomes something to show, and nothing typed is lost. What may wait
 * is on the device before anybody is asked.
 */
export function useSave<E extends Endpoint>(endpoint: E): Save<E> {
  const { send, isSending } = useWrite(endpoint);
  const submit = useSubmit(endpoint);
  const connectivity = useConnectivityStore();
  const [trouble, setTrouble] = useState(noTrouble);
  const [isSubmitting, setIsSubmitting] = useState(false);
  async function attempt(input: CallInput<E>, id: string = crypto.randomUUID()): Promise<Outcome<AnswerOf<E>>> {
    const { origin = null, beside } = currentSending() ?? {};
    const act = { id, origin, beside };
    const { body }: { body?: unknown } = input;
    const checked = endpoint.body.safeParse(body ?? {});
    if (!checked.success) return refuse({ ...noTrouble, problems: problemsOf(checked.error) });
    setTrouble(noTrouble);
    // A form says itself that it is busy.
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
    // That only what goes through the outbox is kept cannot be carried through a type that is still open.
    attempt: (input, id) => attempt(input, id) as Promise<OutcomeOf<E>>,
  };
}

/**
 * Puts a write into the outbox. `now`: it is none that may wait. `not-kept`: the device could not keep it; it may still
 * be sent. Throws the server's refusal as `send` does.
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
    { beside, ...act }: { id: string; origin: EntryOrigin | null; beside: Beside | undefined },
  ): Promise<{ answer: AnswerOf<E> } | { kept: true } | 'not-kept' | 'now'> => {
    if (!goesThroughOutbox(endpoint, input)) return 'now';
    const outbox = await loadOutbox();
    if (!outbox) return 'not-kept';
    const writes = beside?.writes() ?? [];
    const submitted = await outbox.submit(endpoint, input, { ...act, beside: writes }).catch(notKept);
    if (submitted === 'not-kept') return submitted;
    if (submitted.kind === 'refused') throw submitted.error;
    if (submitted.kind === 'kept') {
      tellKept();
      // What follows, often another page, comes once the words are on the screen.
      await painted();
    }
    beside?.onPutIn(writes);
    if (submitted.kind === 'kept') return { kept: true };
    askAnew(client);
    return { answer: submitted.answer };
  };
}

let toldKept: number | undefined;

/** Once, however much was kept just now. */
function tellKept(): void {
  if (toldKept !== undefined) dismissToast(toldKept);
  toldKept = showToast(keptMessages.kept);
}

/** What the server said and nobody can read is no matter of the storage. */
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
 * How an act ended that was confirmed in a dialog: the dialog says why it was refused, else the server's word is told and
 * `onDone` runs.
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

/** Why an act with nothing to fill in was refused, in one sentence. */
export function troubleText({ failure, problems }: Pick<Trouble, 'failure' | 'problems'>): string {
  return failure?.message ?? Object.values(problems).join(' ');
}
