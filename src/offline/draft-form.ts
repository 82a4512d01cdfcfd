const PHOTOS = /^photos( \w+)? of /;

/** Names the draft of the photos of a form, of one moment if given. */
export const photoDraftOf = (form: string, role?: string) => `photos${role === undefined ? '' : ` ${role}`} of ${form}`;

export const isPhotoDraft = (form: string) => PHOTOS.test(form);

/** The form to which a draft belongs, be it of its fields or of its photos. */
export const formOf = (draft: string) => draft.replace(PHOTOS, '');

/** A photo as it stands in a draft: made small, with the id under which it will be sent. `takenAt`: epoch ms. */
export type DraftPhoto = { id: string; blob: Blob; takenAt: number };
