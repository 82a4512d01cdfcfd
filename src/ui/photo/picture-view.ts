/** A picture as the parts of this folder show it. */
export type PictureView = {
  id: string;
  /** In small; undefined until it is there. */
  thumbnail: Blob | undefined;
  /** Reads the picture itself; undefined when it cannot be had just now. */
  read(): Promise<Blob | undefined>;
  /** When it was taken, epoch ms, where that is known. */
  takenAt: number | undefined;
};

/**
 * A picture in a form. `stored`: on the server. `new`: goes with the next saving. `removed`: stays until then, to be taken
 * back.
 */
export type FieldPicture = PictureView & {
  state: 'stored' | 'new' | 'removed';
};
