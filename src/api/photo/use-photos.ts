import { useEffect, useRef, useState } from 'react';
import {
  deletePhoto,
  MAX_PHOTOS,
  PHOTO_BYTES,
  PHOTO_SIDE,
  type Photo,
  type PhotoOwnerKind,
  uploadPhoto,
} from '#contract/photo/photo.ts';
import type { Dated } from '#src/lib/data-age.ts';
import type { EarlierDraft } from '#src/lib/form/earlier-draft.ts';
import type { FieldPicture, PictureChoice, PictureView } from '#src/lib/picture/picture-view.ts';
import { shrinkPicture } from '#src/lib/picture/shrink-picture.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { areDraftPhotos, type DraftPhoto, photoDraftOf } from '#src/offline/draft-form.ts';
import type { LinkedWrite } from '../outbox/new-entry.ts';
import type { LinkedParts } from '../outbox/sending-context.ts';
import { useSessionStore } from '../session/session.ts';
import { useDraft } from '../write/draft.ts';
import { useSave } from '../write/use-save.ts';
import { createPhotoChoice, type PhotoChoice } from './photo-choice.ts';
import { usePicturesOf } from './use-pictures-of.ts';

type PhotosOptions = {
  /** Name of the form, as in its draft: the chosen photos are stored beside the typed values. */
  form: string;
  /** EVERYBODY for things that belong to no farm. */
  farmIndex: number;
  /** The thing that the photos show, by the id it has or will have; `name` as users recognise it: '1동 12번'. */
  owner: { kind: PhotoOwnerKind; id: string; name: string };
  /** The photos it already has. */
  stored?: readonly Photo[];
  /** The response that had them. */
  seen?: Dated | undefined;
  /** Role of the photos added here. */
  role?: NonNullable<Photo['role']>;
};

type Photos = {
  /** Props for a PhotoField. */
  field: PictureChoice;
  /** Chosen on an earlier visit and never saved. */
  draft: EarlierDraft | undefined;
  /** Added and removed photos, queued in the outbox together with the form. */
  beside: LinkedParts;
  /**
   * Saves the photos that could not be queued with the form; called after the thing itself is saved. Returns how many
   * were refused; these stay in the field.
   */
  send: () => Promise<number>;
};

const none: readonly Photo[] = [];
const byRole = (role: Photo['role'] | undefined) => (photo: Photo) => role === undefined || photo.role === role;

/** The photos of a thing in its form: resized, stored on this device, and sent with the form. */
export function usePhotos({ form, farmIndex, owner, stored = none, seen, role }: PhotosOptions): Photos {
  const { attempt: upload } = useSave(uploadPhoto);
  const { attempt: remove } = useSave(deletePhoto);
  const choice = useChoice(photoDraftOf(form, role));
  const { chosen, removed, gone, preparing, problem } = useObservable(choice);
  const draft = useChosenDraft(choice, photoDraftOf(form, role), farmIndex);
  const left = stored.filter((photo) => byRole(role)(photo) && !gone.has(photo.id));
  const kept = usePicturesOf({ farmIndex, kind: owner.kind, id: owner.id }, { photos: left, seen, role });
  const pictures = picturesIn({ kept, chosen, removed });
  const room = MAX_PHOTOS - pictures.filter(({ state }) => state !== 'removed').length - preparing;

  const uploadOf = ({ id, blob, takenAt }: DraftPhoto) => ({
    params: { farmIndex, id },
    query: { ownerKind: owner.kind, ownerId: owner.id, role, takenAt: new Date(takenAt).toISOString() },
    body: blob,
  });
  /** The state now, not at the last render. */
  function unsaved() {
    const now = choice.get();
    return {
      uploads: now.chosen.filter(({ id }) => !now.removed.has(id)).map(uploadOf),
      removals: left
        .filter(({ id }) => now.removed.has(id) && !now.gone.has(id))
        .map(({ id }) => ({ params: { farmIndex, id } })),
    };
  }
  const idOf = ({ input }: LinkedWrite) => String(Object(input.params).id);

  return {
    field: {
      pictures,
      preparing,
      problem,
      limit: MAX_PHOTOS,
      onAdd: (files) => choice.add(files, room),
      onToggle: choice.toggle,
    },
    draft,
    beside: {
      ready: choice.ready,
      writes() {
        const { uploads, removals } = unsaved();
        return [
          ...uploads.map((input) => ({ endpoint: uploadPhoto, input, about: owner.name })),
          ...removals.map((input) => ({ endpoint: deletePhoto, input, about: owner.name })),
        ];
      },
      onPutIn: (writes) => choice.leave(writes.map(idOf)),
    },
    async send() {
      const { uploads, removals } = unsaved();
      // In parallel: what can be queued is then on the device, however slow the line is.
      const outcomes = await Promise.all([
        ...uploads.map(async (input) => ({ id: input.params.id, outcome: await upload(input, undefined, owner.name) })),
        ...removals.map(async (input) => ({
          id: input.params.id,
          outcome: await remove(input, undefined, owner.name),
        })),
      ]);
      const saved = outcomes.filter(({ outcome }) => !('trouble' in outcome));
      choice.leave(saved.map(({ id }) => id));
      return outcomes.length - saved.length;
    },
  };
}

/** Choices whose page was left while photos were being resized, by user and form. */
const unfinished = new Map<string, PhotoChoice>();

/** The choice of a form; one whose page was left too early goes on, and is found again by who comes back. */
function useChoice(form: string): PhotoChoice {
  const name = `${useSessionStore().uid()} ${form}`;
  const [choice] = useState(
    () =>
      unfinished.get(name) ??
      createPhotoChoice((file) => shrinkPicture(file, { side: PHOTO_SIDE, bytes: PHOTO_BYTES })),
  );
  useEffect(() => {
    unfinished.delete(name);
    return () => {
      if (choice.get().preparing === 0) return;
      unfinished.set(name, choice);
      void choice.ready().then(() => unfinished.get(name) === choice && unfinished.delete(name));
    };
  }, [choice, name]);
  return choice;
}

/** Stores the chosen photos on this device until they are saved or given up; returns those of an earlier visit. */
function useChosenDraft(choice: PhotoChoice, form: string, farmIndex: number): EarlierDraft | undefined {
  const whatIsLeft = () => (choice.get().preparing > 0 ? choice.ready() : undefined);
  const { isRead, found, keepNow, forget } = useDraft(form, areDraftPhotos, whatIsLeft);
  const { chosen } = useObservable(choice);
  const isKept = useRef(false);
  useEffect(() => {
    function keep() {
      const now = choice.get();
      const left = now.chosen.filter(({ id }) => !now.removed.has(id));
      if (left.length > 0) void keepNow(left.map((photo) => ({ ...photo, farmIndex })));
      else if (isKept.current) forget();
      isKept.current = left.length > 0;
    }
    keep();
    let last = choice.get();
    const unsubscribe = choice.subscribe(() => {
      const now = choice.get();
      const isSame = now.chosen === last.chosen && now.removed === last.removed;
      last = now;
      if (!isSame) keep();
    });
    // What is still being resized when the page is left goes into the draft, too.
    return () => void choice.ready().then(unsubscribe);
  }, [choice, keepNow, forget, farmIndex]);
  if (chosen.length > 0) return undefined;
  if (!isRead) return 'reading';
  if (!found) return undefined;
  const { savedAt, isAsked, values } = found;
  return { savedAt, isAsked, take: () => choice.fill(values), drop: forget };
}

type FormState = {
  kept: readonly PictureView[];
  chosen: readonly DraftPhoto[];
  removed: ReadonlySet<string>;
};

/** The pictures that a form shows: stored photos and those added in it. */
function picturesIn({ kept, chosen, removed }: FormState): FieldPicture[] {
  const unless = (id: string, state: 'stored' | 'new'): FieldPicture['state'] => (removed.has(id) ? 'removed' : state);
  // A photo that is being sent is in the outbox already.
  const unsent = chosen.filter(({ id }) => kept.every((one) => one.id !== id));
  return [
    ...kept.map((picture) => ({
      ...picture,
      state: picture.queued ? ('queued' as const) : unless(picture.id, 'stored'),
    })),
    ...unsent.map(({ id, blob, takenAt }) => ({
      id,
      thumbnail: blob,
      takenAt,
      queued: undefined,
      read: async () => blob,
      state: unless(id, 'new'),
    })),
  ];
}
