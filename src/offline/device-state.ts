import type { Session } from '#contract/user/auth.ts';

/** Who was last signed in, as far as it may be kept: everything of the session but the token. */
export type Identity = Pick<Session, 'userId' | 'userAuthority' | 'isNew' | 'urlMap' | 'mustChangePassword'> & {
  name: string;
  email?: string;
  /** When the user signed in, epoch ms of the server's clock; the one-hour timer counts from here. */
  signedInAt: number;
  /** Signed out by the timer: what is kept waits for the same user and is shown to nobody meanwhile. */
  locked: boolean;
};

/** Stations of a sign-out, in order; the journal names the one to be done next. */
export const wipeSteps = ['epoch', 'memory', 'reads', 'server'] as const;
type WipeStep = (typeof wipeSteps)[number];

export type WipeJournal = {
  uid: string;
  step: WipeStep;
  /** Whether the session on the server ends too; not when another user has just signed in. */
  endServerSession: boolean;
};

/** What the device knows whoever is signed in. Never wiped. */
export type DeviceState = {
  /** Whose reads may be kept and shown; null when nobody is signed in. */
  currentUid: string | null;
  /** Grows whenever the user changes; answers to questions of an earlier epoch are dropped. */
  sessionEpoch: number;
  /** Server clock minus device clock, ms, as last measured. */
  serverOffset: number;
  wipeJournal: WipeJournal | null;
  identity: Identity | null;
  /** Signed out without a connection: the server's session still has to be ended. */
  revokePending: boolean;
};

export const emptyDeviceState: DeviceState = {
  currentUid: null,
  sessionEpoch: 0,
  serverOffset: 0,
  wipeJournal: null,
  identity: null,
  revokePending: false,
};

/** Whether what is kept for the user may be read and added to. */
export function isOpenFor(uid: string, state: DeviceState): boolean {
  return state.currentUid === uid && state.identity?.locked !== true && state.wipeJournal?.uid !== uid;
}
