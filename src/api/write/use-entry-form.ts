import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Schema } from '#contract/wire/endpoint.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import { conflictMessage } from '#contract/wire/write-text.ts';
import type { EarlierDraft } from '#src/lib/form/earlier-draft.ts';
import type { FieldProblems } from '#src/lib/form/form-store.ts';
import { settleConflict } from '#src/lib/form/settle-conflict.ts';
import { type FormHandle, useForm } from '#src/lib/form/use-form.ts';
import { isSame } from '#src/lib/is-same.ts';
import type { CreateForm } from '#src/offline/outbox/entry.ts';
import { type LinkedParts, whileSending } from '../outbox/sending-context.ts';
import { useDraft } from './draft.ts';
import type { Answered, Outcome } from './use-save.ts';

type EntryFormOptions<Values, Answer> = {
  /** Name of the form and of the thing it edits, for the draft: 'device 3', 'device new'. */
  name: string;
  /**
   * Initial values. While the form is untouched it follows changes of these, as when the stored values are refetched.
   */
  initial: Values;
  /** Validates the values before they are sent. */
  schema: Schema;
  onSaved: (answer: Answer) => void;
  /** Of an edit: where its content can be created anew when the thing is gone by the time it is sent. */
  anew?: CreateForm;
  /** Photos to be queued in one transaction with the form. Called when the form is sent. */
  beside?: () => LinkedParts;
} & (
  | {
      /** Sends the values; `base` holds the values before the edit. */
      send: (values: Values, base: Values) => Promise<Answered<Answer>>;
      onKept?: never;
    }
  | {
      send: (values: Values, base: Values) => Promise<Outcome<Answer>>;
      /** The write is queued on this device and the user was told; continues as after saving. */
      onKept: () => void;
    }
);

/** Somebody else changed fields that this user edited. */
type Met<Values> = {
  fields: readonly (keyof Values & string)[];
  base: Values;
  mine: Values;
  current: Values;
};

/** The conflict and how to resolve it: the props of the conflict panel. */
type EntryConflict<Values> = Met<Values> & {
  /** Saves the chosen side of each field. */
  onSave: (sides: Partial<Record<keyof Values & string, 'mine' | 'theirs'>>) => void;
  /** Returns to the form; the typed values stay. */
  onCancel: () => void;
  isBusy: boolean;
};

/** Combines the drafts of several parts into one; undefined without any. */
export function jointDraft(...drafts: readonly (EarlierDraft | undefined)[]): EarlierDraft | undefined {
  if (drafts.includes('reading')) return 'reading';
  const found = drafts.filter((draft) => draft !== undefined && draft !== 'reading');
  if (found.length === 0) return undefined;
  return {
    savedAt: Math.max(...found.map(({ savedAt }) => savedAt)),
    isAsked: found.some(({ isAsked }) => isAsked),
    take() {
      for (const part of found) part.take();
    },
    drop() {
      for (const part of found) part.drop();
    },
  };
}

type EntryForm<Values extends Record<string, unknown>> = {
  form: FormHandle<Values>;
  conflict: EntryConflict<Values> | undefined;
  /** The unsaved draft of an earlier visit. */
  draft: EarlierDraft | undefined;
};

/** A form that creates or changes one thing: validates, saves a draft, sends, and resolves conflicts. */
export function useEntryForm<Values extends Record<string, unknown>, Answer>(
  options: EntryFormOptions<Values, Answer>,
): EntryForm<Values> {
  const { name, initial, schema, send, onSaved, onKept, anew, beside } = options;
  const base = useRef(initial);
  const [met, setMet] = useState<Met<Values>>();
  const [start] = useState(initial);
  const { isRead, found, keep, forget } = useDraft(name, (kept): kept is Kept<Values> => isKept(kept, start));

  const form = useForm<Values>({
    initial,
    validate: (values): FieldProblems => {
      const checked = schema.safeParse(values);
      return checked.success ? {} : problemsOf(checked.error);
    },
    async onSubmit(values) {
      const origin = { form: name, path: location.pathname + location.search, values, base: base.current, anew };
      const goesWith = beside?.();
      await goesWith?.ready();
      const outcome = await whileSending({ origin, beside: goesWith }, () => send(values, base.current));
      if (!('trouble' in outcome)) {
        forget();
        base.current = cleaned(schema, values);
        markSaved();
        if ('answer' in outcome) onSaved(outcome.answer);
        else onKept?.();
        return undefined;
      }
      const { problems, failure, conflict } = outcome.trouble;
      if (conflict) {
        // The server returns the form's own fields; fields that it does not store keep their value.
        const current = { ...base.current, ...(conflict.current as Partial<Values>) };
        setMet({ fields: conflict.conflicts, base: base.current, mine: values, current });
        return { '': conflictMessage };
      }
      return failure ? { ...problems, '': failure.message } : problems;
    },
  });

  const markSaved = useFollowed(form, initial, base);
  const { values, isDirty } = form;
  const wasDirty = useRef(false);
  useEffect(() => {
    if (isDirty) keep({ values, base: base.current });
    // The user has undone the edits by hand.
    else if (wasDirty.current) forget();
    wasDirty.current = isDirty;
  }, [values, isDirty, keep, forget]);

  function fill(next: Values, from: Values) {
    base.current = from;
    form.reset(from);
    for (const field of Object.keys(next) as (keyof Values & string)[]) form.set(field, next[field]);
  }
  const earlier = found && { ...found, ...completed(found.values, start) };
  const isNews = earlier !== undefined && !isDirty && !isSame(earlier.values, values);
  const offered = isNews
    ? {
        savedAt: earlier.savedAt,
        isAsked: earlier.isAsked,
        take: () => fill(earlier.values, earlier.base),
        drop: forget,
      }
    : undefined;
  return {
    form,
    conflict: met && {
      ...met,
      onSave(sides) {
        setMet(undefined);
        fill(settleConflict(met, sides), met.current);
        void form.submit();
      },
      onCancel: () => setMet(undefined),
      isBusy: form.isBusy,
    },
    draft: isRead ? offered : 'reading',
  };
}

/** Makes an untouched form follow the stored values; call the returned function once the form is saved. */
function useFollowed<Values extends Record<string, unknown>>(
  { isDirty, isBusy, reset }: FormHandle<Values>,
  stored: Values,
  base: RefObject<Values>,
): () => void {
  const latest = useRef(stored);
  const followed = useRef(stored);
  useEffect(() => {
    latest.current = stored;
    if (isDirty || isBusy || isSame(stored, followed.current)) return;
    followed.current = stored;
    base.current = stored;
    reset(stored);
  }, [stored, isDirty, isBusy, reset, base]);
  // A read from before the save does not contain its result.
  return () => {
    followed.current = latest.current;
  };
}

/** The values as parsed by the schema and stored by the server: the base of the next edit. */
function cleaned<Values extends Record<string, unknown>>(schema: Schema, values: Values): Values {
  const parsed: Record<string, unknown> = Object(schema.safeParse(values).data);
  const names = Object.keys(values).filter((name) => name in parsed);
  return { ...values, ...Object.fromEntries(names.map((name) => [name, parsed[name]])) };
}

/** The typed values and their base: without the base, a draft would undo other users' changes. */
type Kept<Values> = { values: Values; base: Values };

function isKept<Values extends Record<string, unknown>>(kept: unknown, like: Values): kept is Kept<Values> {
  const { values, base }: { values?: unknown; base?: unknown } = Object(kept);
  return [values, base].every((part) => Object.keys(Object(part)).every((name) => name in like));
}

/** A draft of a release whose form had fewer fields: these have the values with which the form starts. */
const completed = <Values>({ values, base }: Kept<Values>, start: Values): Kept<Values> => ({
  values: { ...start, ...values },
  base: { ...start, ...base },
});
