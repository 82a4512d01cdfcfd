import type { Session } from '#contract/user/auth.ts';
import type { Timers } from '#src/offline/timers.ts';
import type { AuthClient } from './auth-protocol.ts';
import type { IdentityKeeper } from './identity-keeper.ts';

/** The session as components see it. If the server does not answer, it is the last one, without its token. */
type SignedIn = Omit<Session, 'jwtToken' | 'expires'> & {
  jwtToken: string | null;
  expires: string | null;
  /** The server could not be reached; all data comes from this device. */
  isOffline: boolean;
  /** The browser evicted the storage of a user who was still signed in; the data is being fetched again. */
  isEmptied: boolean;
};

/** Why the session ended. timer: the hour was over. idle: a shared device was left alone. expired: the server ended it. */
export type Ended = 'timer' | 'idle' | 'expired' | 'signed-out';

export type SessionState =
  | { status: 'loading'; data: null; ended: null }
  | { status: 'authenticated'; data: SignedIn; ended: null }
  | { status: 'unauthenticated'; data: null; ended: Ended | null };

export type SessionPorts = {
  auth: AuthClient;
  keeper: IdentityKeeper;
  memory: {
    /** The user's screens are about to be shown: restores what localStorage holds for them. */
    enter(uid: string): Promise<void>;
    /** Removes the user's data from this page; with `forget` from localStorage as well. */
    leave(uid: string, forget: boolean): Promise<void>;
    /** The device has stored the user, and the worker caches their reads from now on. */
    kept(): void;
    /** There is a token again: what was shown from the device is refetched. */
    confirmed(): void;
  };
  /** The server's time, epoch ms. */
  now(): number;
  restoreOffset(offset: number): void;
  timers: Timers;
  isVisible(): boolean;
  /** Tells the other tabs. */
  broadcast(trigger: 'getSession' | 'signout'): void;
  /** Navigates away from the app. */
  leave(to: string): void;
};
