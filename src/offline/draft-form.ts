/** What a person has typed into a form and not sent yet. */
export type Draft = {
  form: string;
  values: unknown;
  savedAt: number;
  /** The person asked to edit it: the form begins with it. The next save of the form leaves it out. */
  isAsked?: boolean;
};

const PHOTOS = /^photos( \w+)? of /;

/** Name of the draft of a form's photos, of one role if given. */
export const photoDraftOf = (form: string, role?: string) => `photos${role === undefined ? '' : ` ${role}`} of ${form}`;

/** The form to which a draft belongs, for drafts of fields and of photos. */
export const formOf = (draft: string) => draft.replace(PHOTOS, '');

/** The role in the name of a draft of photos; undefined if they have none. */
export const roleOfDraft = (draft: string): string | undefined => PHOTOS.exec(draft)?.[1]?.trim();

/**
 * A photo in a draft: resized, with the id under which it will be sent. `takenAt`: epoch ms. `farmIndex`: of the thing
 * that it shows; undefined in drafts of earlier releases, and of one that the outbox had.
 */
export type DraftPhoto = { id: string; blob: Blob; takenAt: number; farmIndex?: number };

export function areDraftPhotos(kept: unknown): kept is readonly DraftPhoto[] {
  return Array.isArray(kept) && kept.every(({ id, blob }) => typeof id === 'string' && blob instanceof Blob);
}
