import type { queuedWords } from '#contract/wire/write-text.ts';

/** A picture as the picture components take it. */
export type PictureView = {
  id: string;
  /** Undefined while it loads. */
  thumbnail: Blob | undefined;
  /** Loads the full picture; undefined if it is not available now. */
  read(): Promise<Blob | undefined>;
  /** When it was taken, epoch ms, if known. */
  takenAt: number | undefined;
  /** Its state while the data on the screen does not have it; undefined otherwise, and for a new one of a form. */
  queued: keyof typeof queuedWords | undefined;
};

/**
 * A picture in a form. `stored`: on the server. `queued`: written, and not among what was read. `new`: sent with
 * the next save. `removed`: deleted with the next save; can be restored until then.
 */
export type FieldPicture = PictureView & { state: 'stored' | 'queued' | 'new' | 'removed' };

/** The pictures of a thing in its form, and their handlers. */
export type PictureChoice = {
  pictures: readonly FieldPicture[];
  /** How many are being resized now. */
  preparing: number;
  /** Why some of the last chosen files were not added. */
  problem: 'unreadable' | 'too-many' | undefined;
  /** Maximum number. */
  limit: number;
  onAdd: (files: readonly File[]) => void;
  /** Removes a picture, or restores a removed one. */
  onToggle: (id: string) => void;
};
