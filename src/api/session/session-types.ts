import type { Session } from '#contract/user/auth.ts';
import type { Timers } from '#src/offline/timers.ts';
import type { AuthClient } from './auth-protocol.ts';
import type { IdentityKeeper } from './identity-keeper.ts';

/** The session as screens see it. Without an answer of the server it is the last one, without its token. */
type SignedIn = Omit<Session, 'jwtToken' | 'expires'> & {
  jwtToken: string | null;
  expires: string | null;
  /** The server could not be asked; everything shown comes from this device. */
  isOffline: boolean;
  /** The browser threw away what this device kept for the user, who was still signed in; it is fetched again. */
  isEmptied: boolean;
};

/** Why there is no session any more. timer: the hour was over. expired: the server ended it. */
export type Ended = 'timer' | 'expired' | 'signed-out';

export type SessionState =
  | { status: 'loading'; data: null; ended: null }
  | { status: 'authenticated'; data: SignedIn; ended: null }
  | { status: 'unauthenticated'; data: null; ended: Ended | null };

export type SessionPorts = {
  auth: AuthClient;
  keeper: IdentityKeeper;
  memory: {
    /** The user's screens are about to be shown: brings back what localStorage keeps for them. */
    enter(uid: string): Promise<void>;
    /** Nothing of the user stays in this page; with `forget` nothing in localStorage either. */
    leave(uid: string, forget: boolean): Promise<void>;
    /** The device knows the user from now on, and the worker keeps what they read. */
    kept(): void;
    /** There is a token after a time without: what was shown for want of it is asked for again. */
    confirmed(): void;
  };
  /** The server's time, epoch ms. */
  now(): number;
  restoreOffset(offset: number): void;
  timers: Timers;
  isVisible(): boolean;
  /** Tells the other tabs. */
  broadcast(trigger: 'getSession' | 'signout'): void;
  /** Leaves the app for another address. */
  leave(to: string): void;
};
