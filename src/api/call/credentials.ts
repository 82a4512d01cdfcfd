import type { NoAnswerReason } from '#src/offline/request-class.ts';

/**
 * What a call needs to know of the session, and what it tells it. The session fills this in; calls stay free of it,
 * so that neither imports the other.
 */
export type Credentials = {
  /** Whose screens are shown; null when nobody is signed in. */
  uid(): string | null;
  /** The token, waiting a little while the session is being asked for; null when there is none to be had. */
  token(): Promise<string | null>;
  /** Whether there is one already. */
  hasToken(): boolean;
  /** Why there is no token. */
  why(): NoAnswerReason;
  /** The server refused this token: answers a newer one, or null when the session is over. */
  renew(refused: string): Promise<string | null>;
  /** The server answered for somebody else. */
  mismatch(): void;
};

const nobody: Credentials = {
  uid: () => null,
  token: async () => null,
  hasToken: () => false,
  why: () => 'offline',
  renew: async () => null,
  mismatch: () => {},
};

let current: Credentials = nobody;

/** Called once by the session when it starts. */
export function provideCredentials(credentials: Credentials): void {
  current = credentials;
}

export const credentials: Credentials = {
  uid: () => current.uid(),
  token: () => current.token(),
  hasToken: () => current.hasToken(),
  why: () => current.why(),
  renew: (refused) => current.renew(refused),
  mismatch: () => current.mismatch(),
};
