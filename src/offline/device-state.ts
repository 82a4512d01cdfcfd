import * as z from 'zod/mini';
import { session } from '#contract/user/auth.ts';

const { userId, userAuthority, isNew, urlMap, mustChangePassword } = session.shape;

/** The user who signed in last: everything of the session except the token. */
export const identity = z.object({
  userId,
  userAuthority,
  isNew,
  mustChangePassword,
  urlMap,
  name: z.string(),
  email: z.optional(z.string()),
  /** When the user signed in, epoch ms of the server's clock; the one-hour limit counts from here. */
  signedInAt: z.number(),
  /** Signed out by the one-hour limit: the cached data is hidden until the same user signs in. */
  locked: z.boolean(),
});
export type Identity = z.infer<typeof identity>;

/** Steps of a sign-out, in order; the journal names the next one. */
export const wipeSteps = ['epoch', 'memory', 'reads', 'server'] as const;

const wipeJournal = z.object({
  uid: z.string(),
  step: z.enum(wipeSteps),
  /** Whether the server's session ends too; false when another user has just signed in. */
  endServerSession: z.boolean(),
});
export type WipeJournal = z.infer<typeof wipeJournal>;

/** State of the device, independent of the user. Never wiped. */
export const deviceState = z.object({
  /** The user whose reads may be cached and shown; null when nobody is signed in. */
  currentUid: z.nullable(z.string()),
  /** Incremented whenever the user changes; responses to requests of an earlier epoch are dropped. */
  sessionEpoch: z.number(),
  /** Server clock minus device clock, ms, as last measured. */
  serverOffset: z.number(),
  wipeJournal: z.nullable(wipeJournal),
  identity: z.nullable(identity),
  /** Signed out offline: the server's session still has to be ended. */
  revokePending: z.boolean(),
  /** Id of the server's database from which the cached responses come; null until a response named it. */
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

/** Whether this user's cache may be read and written. */
export function isOpenFor(uid: string, state: DeviceState): boolean {
  return state.currentUid === uid && state.identity?.locked !== true && state.wipeJournal?.uid !== uid;
}
