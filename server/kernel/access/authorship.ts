/** Who made a change, and when, epoch ms. */
export type Authorship = { userId: number; at: number };
