import { type Observable, observable } from '#src/lib/observable.ts';
import type { PictureChoice } from '#src/lib/picture/picture-view.ts';
import type { DraftPhoto } from '#src/offline/draft-form.ts';

type ChoiceState = Pick<PictureChoice, 'preparing' | 'problem'> & {
  /** Made small, and not saved yet. */
  chosen: readonly DraftPhoto[];
  /** Taken away in the form, chosen or stored; to be taken back until it is saved. */
  removed: ReadonlySet<string>;
  /** Taken away by a saving, though what was read may still have them. */
  gone: ReadonlySet<string>;
};

export type PhotoChoice = Observable<ChoiceState> & {
  /** Takes as many of the files as there is room for, one after the other. */
  add(files: readonly File[], room: number): void;
  toggle(id: string): void;
  /** Chosen on an earlier visit. */
  fill(chosen: readonly DraftPhoto[]): void;
  /** They were saved, or wait in the outbox. */
  leave(ids: readonly string[]): void;
  /** Resolves once nothing is being made small any more. */
  ready(): Promise<void>;
};

/** What is chosen in the photo field of a form, apart from React, so that whoever sends it has the newest. */
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
      // One after the other: a phone that decodes five at once has no memory left for the page.
      for (const file of taken) work = work.then(() => take(file));
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
