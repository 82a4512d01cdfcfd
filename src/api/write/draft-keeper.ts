import type { DraftStore } from '#src/offline/draft-db.ts';
import type { Draft } from '#src/offline/draft-form.ts';
import type { Timers } from '#src/offline/timers.ts';
import { markUnsaved } from '../call/unsaved.ts';

/** Debounce: typing must pause this long before the draft is saved, ms. */
const PAUSE_MS = 400;
/** Typing without a pause is saved at least this often, ms. */
const LONGEST_MS = 1_000;

/**
 * Saves the newest values after a pause in typing, at least once a second during continuous typing, and at once when
 * the form is unmounted. `open` returns the user's drafts; null when there are none.
 */
export function createDraftKeeper<Values>(open: () => Promise<DraftStore | null>, timers: Timers) {
  let store: Promise<DraftStore | null> | null = null;
  let pending: Draft | null = null;
  let cancelPause = () => {};
  let cancelLongest = () => {};
  let unmark = () => {};
  /** Whether the values typed since the form was opened are saved on the device and not sent. */
  let kept: Promise<boolean> = Promise.resolve(false);

  // If the storage does not answer, nothing is saved; the form itself still has the values.
  function use<T>(act: (drafts: DraftStore) => Promise<T>): Promise<T | undefined> {
    store ??= open();
    return store.then((drafts) => (drafts ? act(drafts) : undefined)).catch(() => undefined);
  }

  function rest(): void {
    cancelPause();
    cancelLongest();
  }

  function flush(): void {
    rest();
    const draft = pending;
    pending = null;
    if (draft) kept = use((drafts) => drafts.write(draft).then(() => true)).then((isKept) => isKept === true);
  }

  function keep(form: string, values: Values): void {
    if (!pending) {
      unmark();
      unmark = markUnsaved();
      cancelLongest = timers.after(LONGEST_MS, flush);
    }
    pending = { form, values, savedAt: Date.now() };
    cancelPause();
    cancelPause = timers.after(PAUSE_MS, flush);
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
      rest();
      pending = null;
      kept = Promise.resolve(false);
      unmark();
      void use((drafts) => drafts.remove(form));
    },
    /** Resolves with whether something typed here was saved. */
    close(): Promise<boolean> {
      flush();
      unmark();
      void use(async (drafts) => drafts.close());
      store = null;
      return kept;
    },
  };
}
