import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKeptMessage } from '#contract/wire/write-text.ts';
import { replacingToast } from '#src/lib/toasts.ts';
import type { DraftStore } from '#src/offline/draft-db.ts';
import { realTimers } from '#src/offline/timers.ts';
import { useSessionStore } from '../session/session.ts';
import { createDraftKeeper } from './draft-keeper.ts';

type KeptDraft<Values> = {
  /** The device has answered, or failed to. What is saved before that replaces what it would have found. */
  isRead: boolean;
  /**
   * The values of an earlier visit and when they were saved (epoch ms of this device); undefined while loading and
   * when there are none. `isAsked`: the form begins with them.
   */
  found: { values: Values; savedAt: number; isAsked: boolean } | undefined;
  /** Saves the values after a pause in typing. */
  keep(values: Values): void;
  /** Saves the values at once; resolves when they are saved, or when the storage has timed out. */
  keepNow(values: Values): Promise<void>;
  /** Deletes the draft: the form was sent or given up. */
  forget(): void;
};

/**
 * Saves what is typed into a form on this device, for this user, so that a closed tab, an update or an empty battery
 * loses nothing. `form` names the form and the thing it edits ('farm 3', 'farm new'). `isValues` rejects drafts of an
 * older version of the form. Leaving a form with unsaved values shows that they are saved as a draft; if the storage
 * does not answer, nothing is saved or shown. `unfinished`: content that is still being prepared, and kept after that.
 */
export function useDraft<Values>(
  form: string,
  isValues: (kept: unknown) => kept is Values,
  unfinished: () => Promise<void> | undefined = () => undefined,
): KeptDraft<Values> {
  const [found, setFound] = useState<KeptDraft<Values>['found']>();
  const [readForm, setReadForm] = useState<string>();
  const session = useSessionStore();
  const [keeper] = useState(() => createDraftKeeper<Values>(() => openFor(session.uid()), realTimers));
  const check = useRef(isValues);
  const awaited = useRef(unfinished);

  useEffect(() => {
    let isGone = false;
    void keeper.read(form).then((draft) => {
      if (isGone) return;
      setReadForm(form);
      if (!draft || !check.current(draft.values)) return;
      setFound({ values: draft.values, savedAt: draft.savedAt, isAsked: draft.isAsked === true });
    });
    // The browser may discard a hidden page without another event.
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      isGone = true;
      window.removeEventListener('pagehide', keeper.flush);
      const close = async () => void ((await keeper.close()) && showKeptToast());
      void (awaited.current()?.then(close) ?? close());
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

/**
 * Whether the user asked to edit the draft of this form, so that a page that shows the thing opens its form by itself.
 * Undefined where none can be: nothing is read then. It stays true, for what is open must not close by itself.
 */
export function useIsDraftAsked(form: string | undefined): boolean {
  const session = useSessionStore();
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    if (form === undefined) return;
    let isGone = false;
    const keeper = createDraftKeeper<unknown>(() => openFor(session.uid()), realTimers);
    void keeper.read(form).then((draft) => {
      void keeper.close();
      if (!isGone && draft?.isAsked) setIsAsked(true);
    });
    return () => {
      isGone = true;
    };
  }, [form, session]);
  return isAsked;
}

/** One message, even if a form's draft has several parts. */
const showKeptToast = replacingToast(draftKeptMessage);

/** Loaded when a form is opened: the first screen does not need it. */
async function openFor(uid: string | null): Promise<DraftStore | null> {
  if (uid === null) return null;
  const { openDrafts } = await import('#src/offline/draft-db.ts');
  return openDrafts(uid);
}
