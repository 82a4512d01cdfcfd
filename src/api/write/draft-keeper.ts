import type { Draft, DraftStore } from '#src/offline/draft-db.ts';
import type { Timers } from '#src/offline/timers.ts';
import { markUnsaved } from '../call/unsaved.ts';

/** Typing pauses this long before it is written down, ms. */
const PAUSE_MS = 400;
/** Whoever types on without a pause has no more than this unwritten, ms. */
const LONGEST_MS = 1_000;

/**
 * Writes the newest values after a pause, while nobody pauses once a second, and at once when the form goes away.
 * `open` gives the drafts of whoever types; null when there are none to be had.
 */
export function createDraftKeeper<Values>(open: () => Promise<DraftStore | null>, timers: Timers) {
  let store: Promise<DraftStore | null> | null = null;
  let pending: Draft | null = null;
  let cancelPause = () => {};
  let cancelLongest = () => {};
  let unmark = () => {};
  /** Whether what was typed since the form was opened stands on the device, and was not sent. */
  let kept: Promise<boolean> = Promise.resolve(false);

  // A storage that does not answer keeps nothing; the form itself still has what was typed.
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
