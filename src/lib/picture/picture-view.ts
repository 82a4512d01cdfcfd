import type { queuedWords } from '#contract/wire/write-text.ts';

/** A picture as the parts of the page that show pictures take it. */
export type PictureView = {
  id: string;
  /** In small; undefined until it is there. */
  thumbnail: Blob | undefined;
  /** Reads the picture itself; undefined when it cannot be had just now. */
  read(): Promise<Blob | undefined>;
  /** When it was taken, epoch ms, where that is known. */
  takenAt: number | undefined;
  /** How it waits on this device; undefined for one that the server has, and for a new one of a form. */
  queued: Exclude<keyof typeof queuedWords, 'sent'> | undefined;
};

/**
 * A picture in a form. `stored`: on the server. `queued`: waits in the outbox, whose page can discard it. `new`: goes
 * with the next saving. `removed`: stays until then, to be taken back.
 */
export type FieldPicture = PictureView & { state: 'stored' | 'queued' | 'new' | 'removed' };

/** The pictures of a thing in its form, and what can be done with them. */
export type PictureChoice = {
  pictures: readonly FieldPicture[];
  /** How many are being made ready just now. */
  preparing: number;
  /** What happened to the last ones chosen. */
  problem: 'unreadable' | 'too-many' | undefined;
  /** The most there may be. */
  limit: number;
  onAdd: (files: readonly File[]) => void;
  /** Takes one away, or a removed one back. */
  onToggle: (id: string) => void;
};
