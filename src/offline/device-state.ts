import * as z from 'zod/mini';
import { session } from '#contract/user/auth.ts';

const { userId, userAuthority, isNew, urlMap, mustChangePassword } = session.shape;

/** Who was last signed in, as far as it may be kept: everything of the session but the token. */
export const identity = z.object({
  userId,
  userAuthority,
  isNew,
  mustChangePassword,
  urlMap,
  name: z.string(),
  email: z.optional(z.string()),
  /** When the user signed in, epoch ms of the server's clock; the one-hour timer counts from here. */
  signedInAt: z.number(),
  /** Signed out by the timer: what is kept waits for the same user and is shown to nobody meanwhile. */
  locked: z.boolean(),
});
export type Identity = z.infer<typeof identity>;

/** Stations of a sign-out, in order; the journal names the one to be done next. */
export const wipeSteps = ['epoch', 'memory', 'reads', 'server'] as const;

const wipeJournal = z.object({
  uid: z.string(),
  step: z.enum(wipeSteps),
  /** Whether the session on the server ends too; not when another user has just signed in. */
  endServerSession: z.boolean(),
});
export type WipeJournal = z.infer<typeof wipeJournal>;

/** What the device knows whoever is signed in. Never wiped. */
export const deviceState = z.object({
  /** Whose reads may be kept and shown; null when nobody is signed in. */
  currentUid: z.nullable(z.string()),
  /** Grows whenever the user changes; answers to questions of an earlier epoch are dropped. */
  sessionEpoch: z.number(),
  /** Server clock minus device clock, ms, as last measured. */
  serverOffset: z.number(),
  wipeJournal: z.nullable(wipeJournal),
  identity: z.nullable(identity),
  /** Signed out without a connection: the server's session still has to be ended. */
  revokePending: z.boolean(),
  /** The server's database that the kept answers are of; null before it was named. */
  instance: z._default(z.nullable(z.string()), null),
});
export type DeviceState = z.infer<typeof deviceState>;

export const emptyDeviceState: DeviceState = {
  currentUid: null,
  sessionEpoch: 0,
  serverOffset: 0,
  wipeJournal: null,
  identity: null,
  revokePending: false,
  instance: null,
};

/** Whether what is kept for the user may be read and added to. */
export function isOpenFor(uid: string, state: DeviceState): boolean {
  return state.currentUid === uid && state.identity?.locked !== true && state.wipeJournal?.uid !== uid;
}
