import { type Observable, observable } from '#src/lib/observable.ts';
import type { PictureChoice } from '#src/lib/picture/picture-view.ts';
import type { DraftPhoto } from '#src/offline/draft-form.ts';
import { markUnsaved } from '../call/unsaved.ts';

type ChoiceState = Pick<PictureChoice, 'preparing' | 'problem'> & {
  /** Resized, and not saved yet. */
  chosen: readonly DraftPhoto[];
  /** Removed in the form, chosen or stored; can be restored until the form is saved. */
  removed: ReadonlySet<string>;
  /** Removed by a save, though the cached read may still contain them. */
  gone: ReadonlySet<string>;
};

export type PhotoChoice = Observable<ChoiceState> & {
  /** Adds files one after the other, up to `room`. */
  add(files: readonly File[], room: number): void;
  toggle(id: string): void;
  /** Restores photos that were chosen on an earlier visit. */
  fill(chosen: readonly DraftPhoto[]): void;
  /** Drops photos that were saved or are in the outbox. */
  leave(ids: readonly string[]): void;
  /** Resolves once no photo is being resized. */
  ready(): Promise<void>;
};

/** The photos chosen in a form's photo field, held outside React so that the sender reads the newest state. */
export function createPhotoChoice(shrink: (file: File) => Promise<Blob>): PhotoChoice {
  const state = observable<ChoiceState>({
    chosen: [],
    removed: new Set(),
    gone: new Set(),
    preparing: 0,
    problem: undefined,
  });
  const change = (part: Partial<ChoiceState>) => state.set({ ...state.get(), ...part });
  let work: Promise<void> = Promise.resolve();

  async function take(file: File): Promise<void> {
    const blob = await shrink(file).catch(() => undefined);
    const { preparing, chosen } = state.get();
    const photo = blob && { id: crypto.randomUUID(), blob, takenAt: file.lastModified };
    change({ preparing: preparing - 1, ...(photo ? { chosen: [...chosen, photo] } : { problem: 'unreadable' }) });
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    add(files, room) {
      const taken = files.slice(0, Math.max(0, room));
      const problem = taken.length < files.length ? 'too-many' : undefined;
      change({ problem, preparing: state.get().preparing + taken.length });
      // One at a time: decoding five photos at once exhausts a phone's memory.
      for (const file of taken) work = work.then(() => take(file));
      void work.then(markUnsaved());
    },
    toggle(id) {
      const removed = new Set(state.get().removed);
      if (!removed.delete(id)) removed.add(id);
      change({ removed });
    },
    fill: (chosen) => change({ chosen }),
    leave(ids) {
      if (ids.length === 0) return;
      const { chosen, removed, gone } = state.get();
      change({
        chosen: chosen.filter(({ id }) => !ids.includes(id)),
        removed: new Set([...removed].filter((id) => !ids.includes(id))),
        gone: new Set([...gone, ...ids.filter((id) => removed.has(id))]),
      });
    },
    ready: () => work,
  };
}
