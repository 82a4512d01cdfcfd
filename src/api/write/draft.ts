import { useCallback, useEffect, useRef, useState } from 'react';
import { draftKeptMessage } from '#contract/wire/write-text.ts';
import { dismissToast, showToast } from '#src/lib/toasts.ts';
import type { DraftStore } from '#src/offline/draft-db.ts';
import { realTimers } from '#src/offline/timers.ts';
import { useSessionStore } from '../session/session.ts';
import { createDraftKeeper } from './draft-keeper.ts';

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
  const [keeper] = useState(() => createDraftKeeper<Values>(() => openFor(session.uid()), realTimers));
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
      void keeper.close().then((isKept) => isKept && tellKept());
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

let toldKept: number | undefined;

/** Once, of however many parts a form's draft is. */
function tellKept(): void {
  if (toldKept !== undefined) dismissToast(toldKept);
  toldKept = showToast(draftKeptMessage);
}

/** Loaded when a form is opened: the first screen does without. */
async function openFor(uid: string | null): Promise<DraftStore | null> {
  if (uid === null) return null;
  const { openDrafts } = await import('#src/offline/draft-db.ts');
  return openDrafts(uid);
}
