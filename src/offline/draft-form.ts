const PHOTOS = /^photos( \w+)? of /;

/** Name of the draft of a form's photos, of one role if given. */
export const photoDraftOf = (form: string, role?: string) => `photos${role === undefined ? '' : ` ${role}`} of ${form}`;

/** The form to which a draft belongs, for drafts of fields and of photos. */
export const formOf = (draft: string) => draft.replace(PHOTOS, '');

/** A photo in a draft: resized, with the id under which it will be sent. `takenAt`: epoch ms. */
export type DraftPhoto = { id: string; blob: Blob; takenAt: number };
