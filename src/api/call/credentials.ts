import type { NoAnswerReason } from '#src/offline/no-answer.ts';

/**
 * What a call needs to know of the session, and what it tells it. The session is one; calls know no more of it than this.
 */
export type Credentials = {
  /** Whose screens are shown; null when nobody is signed in. */
  uid(): string | null;
  /** The token, waiting a little while the session is being asked for; null when there is none to be had. */
  token(): Promise<string | null>;
  /** Whether there is one already that reads are answered with: with a one-time password nothing is. */
  hasToken(): boolean;
  /** Why there is no token. */
  why(): NoAnswerReason;
  /** The server refused this token: answers a newer one, or null when the session is over. */
  renew(refused: string): Promise<string | null>;
  /** The server answered for somebody else. */
  mismatch(): void;
};
