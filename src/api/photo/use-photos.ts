import { useState } from 'react';
import {
  deletePhoto,
  MAX_PHOTOS,
  PHOTO_BYTES,
  PHOTO_SIDE,
  type Photo,
  type PhotoOwnerKind,
  uploadPhoto,
} from '#contract/photo/photo.ts';
import { shrinkPicture } from '#src/lib/picture/shrink-picture.ts';
import { useSave } from '../write/use-save.ts';
import type { Picture } from './use-pictures.ts';
import { usePicturesOf } from './use-pictures-of.ts';

/** A photo that was added to the form and is not saved yet. */
type Added = { id: string; blob: Blob; takenAt: number };

type PhotosOptions = {
  /** EVERYBODY for what belongs to no farm. */
  farmIndex: number;
  /** The thing they are on, by the id it has or will have. */
  owner: { kind: PhotoOwnerKind; id: string };
  /** Those it has already. */
  stored?: readonly Photo[];
  /** Of those added here. */
  role?: NonNullable<Photo['role']>;
};

type FieldPicture = Picture & { state: 'stored' | 'queued' | 'new' | 'removed' };

type Photos = {
  /** For a PhotoField. */
  field: {
    pictures: readonly FieldPicture[];
    preparing: number;
    problem: 'unreadable' | 'too-many' | undefined;
    limit: number;
    onAdd: (files: readonly File[]) => void;
    onToggle: (id: string) => void;
  };
  /** Something was added or taken away that is not saved. */
  isDirty: boolean;
  /**
   * Saves what was added and taken away; after the thing itself was saved or kept. Answers how many of them were
   * refused; these stay in the field.
   */
  send: () => Promise<number>;
};

const none: readonly Photo[] = [];
const byRole = (role: Photo['role'] | undefined) => (photo: Photo) => role === undefined || photo.role === role;

/** The photos of a thing in its form: made small on this device, and sent when the form has been. */
export function usePhotos({ farmIndex, owner, stored = none, role }: PhotosOptions): Photos {
  const { attempt: upload } = useSave(uploadPhoto);
  const { attempt: remove } = useSave(deletePhoto);
  const [added, setAdded] = useState<readonly Added[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  /** Taken away by this form, though what was read still has them. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [preparing, setPreparing] = useState(0);
  const [problem, setProblem] = useState<Photos['field']['problem']>();
  const left = stored.filter((photo) => byRole(role)(photo) && !gone.has(photo.id));
  const kept = usePicturesOf({ farmIndex, ...owner }, left, role);

  const pictures = picturesIn({ kept, added, removed });
  const room = MAX_PHOTOS - pictures.filter(({ state }) => state !== 'removed').length - preparing;

  async function add(files: readonly File[]) {
    const taken = files.slice(0, Math.max(0, room));
    setProblem(taken.length < files.length ? 'too-many' : undefined);
    setPreparing((count) => count + taken.length);
    // One after the other: a phone that decodes five at once has no memory left for the page.
    for (const file of taken) {
      const blob = await shrinkPicture(file, { side: PHOTO_SIDE, bytes: PHOTO_BYTES }).catch(() => undefined);
      if (blob) setAdded((earlier) => [...earlier, { id: crypto.randomUUID(), blob, takenAt: file.lastModified }]);
      else setProblem('unreadable');
      setPreparing((count) => count - 1);
    }
  }

  async function send(): Promise<number> {
    // All at once: what may wait is on the device then, however slow the line is.
    const uploads = added
      .filter((one) => !removed.has(one.id))
      .map(async ({ id, blob, takenAt }) => {
        const query = { ownerKind: owner.kind, ownerId: owner.id, role, takenAt: new Date(takenAt).toISOString() };
        const outcome = await upload({ params: { farmIndex, id }, query, body: blob });
        if ('trouble' in outcome) return false;
        setAdded((earlier) => earlier.filter((one) => one.id !== id));
        return true;
      });
    const removals = left
      .filter((photo) => removed.has(photo.id))
      .map(async ({ id }) => {
        const outcome = await remove({ params: { farmIndex, id } });
        if ('trouble' in outcome) return false;
        setGone((earlier) => new Set(earlier).add(id));
        return true;
      });
    const ended = await Promise.all([...uploads, ...removals]);
    return ended.filter((isDone) => !isDone).length;
  }

  return {
    field: {
      pictures,
      preparing,
      problem,
      limit: MAX_PHOTOS,
      onAdd: (files) => void add(files),
      onToggle: (id) => setRemoved((earlier) => toggled(earlier, id)),
    },
    isDirty: pictures.some(({ state }) => state === 'new' || state === 'removed') || preparing > 0,
    send,
  };
}

type FormState = { kept: readonly Picture[]; added: readonly Added[]; removed: ReadonlySet<string> };

/** What a form shows: photos that are kept already, and those that were added to it. */
function picturesIn({ kept, added, removed }: FormState): FieldPicture[] {
  const unless = (id: string, state: 'stored' | 'new'): FieldPicture['state'] => (removed.has(id) ? 'removed' : state);
  // One that is being sent waits in the outbox already.
  const unsent = added.filter(({ id }) => kept.every((one) => one.id !== id));
  return [
    ...kept.map((picture) => ({
      ...picture,
      state: picture.queued ? ('queued' as const) : unless(picture.id, 'stored'),
    })),
    ...unsent.map(({ id, blob, takenAt }) => ({
      ...{ id, thumbnail: blob, takenAt, queued: undefined },
      read: async () => blob,
      state: unless(id, 'new'),
    })),
  ];
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
