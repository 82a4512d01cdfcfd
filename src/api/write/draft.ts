import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKeptMessage } from '#contract/wire/write-text.ts';
import { showToast } from '#src/lib/toasts.ts';
import type { Draft, DraftStore } from '#src/offline/draft-db.ts';
import { markUnsaved } from '../call/unsaved.ts';
import { useSessionStore } from '../session/session.ts';

/** Typing pauses this long before it is written down, ms. */
const PAUSE_MS = 400;

type KeptDraft<Values> = {
  /** The device has said what it has, or does not answer. What is kept before that takes the place of what was found. */
  isRead: boolean;
  /** What was typed before, and when (epoch ms of this device); undefined while looking and when there is nothing. */
  found: { values: Values; savedAt: number } | undefined;
  /** Writes down what is in the form now, after a pause. */
  keep(values: Values): void;
  /** Writes it down at once; resolves when that was done, or when the storage has not answered. */
  keepNow(values: Values): Promise<void>;
  /** The form was sent or given up. */
  forget(): void;
};

/**
 * Keeps what is typed into a form on this device, for this user, so that a closed tab, an update or a dead battery
 * loses nothing. `form` names the form and the thing it edits ('farm 3', 'farm new'). `isValues` refuses what an
 * older version of the form has kept. Whoever leaves something unsaved is told that it is kept; a device whose storage
 * does not answer keeps nothing and says nothing.
 */
export function useDraft<Values>(form: string, isValues: (kept: unknown) => kept is Values): KeptDraft<Values> {
  const [found, setFound] = useState<KeptDraft<Values>['found']>();
  const [readForm, setReadForm] = useState<string>();
  const session = useSessionStore();
  const [keeper] = useState(() => createKeeper<Values>(() => session.uid()));
  const check = useRef(isValues);

  useEffect(() => {
    let isGone = false;
    void keeper.read(form).then((draft) => {
      if (isGone) return;
      setReadForm(form);
      if (!draft || !check.current(draft.values)) return;
      setFound({ values: draft.values, savedAt: draft.savedAt });
    });
    // The browser may end a hidden page without asking again.
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      isGone = true;
      window.removeEventListener('pagehide', keeper.flush);
      void keeper.close().then((isKept) => isKept && showToast(draftKeptMessage));
    };
  }, [form, keeper]);

  return {
    isRead: readForm === form,
    found,
    keep: useCallback((values) => keeper.keep(form, values), [form, keeper]),
    keepNow: useCallback((values) => keeper.keepNow(form, values), [form, keeper]),
    forget: useCallback(() => {
      setFound(undefined);
      keeper.forget(form);
    }, [form, keeper]),
  };
}

/** Writes the newest values after a pause, and at once when the form goes away. */
function createKeeper<Values>(uid: () => string | null) {
  let store: Promise<DraftStore | null> | null = null;
  let pending: Draft | null = null;
  let timer = 0;
  let unmark = () => {};
  /** Whether what was typed since the form was opened stands on the device, and was not sent. */
  let kept: Promise<boolean> = Promise.resolve(false);

  // A storage that does not answer keeps nothing; the form itself still has what was typed.
  function use<T>(act: (drafts: DraftStore) => Promise<T>): Promise<T | undefined> {
    store ??= openFor(uid());
    return store.then((drafts) => (drafts ? act(drafts) : undefined)).catch(() => undefined);
  }

  function flush(): void {
    window.clearTimeout(timer);
    const draft = pending;
    pending = null;
    if (draft) kept = use((drafts) => drafts.write(draft).then(() => true)).then((isKept) => isKept === true);
  }

  function keep(form: string, values: Values): void {
    if (!pending) {
      unmark();
      unmark = markUnsaved();
    }
    pending = { form, values, savedAt: Date.now() };
    window.clearTimeout(timer);
    timer = window.setTimeout(flush, PAUSE_MS);
  }

  return {
    flush,
    read: (form: string) => use((drafts) => drafts.read(form)),
    keep,
    async keepNow(form: string, values: Values) {
      keep(form, values);
      flush();
      await kept;
    },
    forget(form: string) {
      window.clearTimeout(timer);
      pending = null;
      kept = Promise.resolve(false);
      unmark();
      void use((drafts) => drafts.remove(form));
    },
    /** Resolves with whether something that was typed here was kept. */
    close(): Promise<boolean> {
      flush();
      unmark();
      void use(async (drafts) => drafts.close());
      store = null;
      return kept;
    },
  };
}

/** Loaded when a form is opened: the first screen does without. */
async function openFor(uid: string | null): Promise<DraftStore | null> {
  if (uid === null) return null;
  const { openDrafts } = await import('#src/offline/draft-db.ts');
  return openDrafts(uid);
}
