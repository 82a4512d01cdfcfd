import type { NoAnswerReason } from '#src/offline/no-answer.ts';

/** What a call reads from the session and reports to it; calls depend on nothing else of the session. */
export type Credentials = {
  /** The user whose screens are shown; null when nobody is signed in. */
  uid(): string | null;
  /** The token, after a short wait if the session is being fetched; null when there is none. */
  token(): Promise<string | null>;
  /** Whether there is a token that the server accepts for reads; it accepts none with a one-time password. */
  hasToken(): boolean;
  /** Why there is no token. */
  why(): NoAnswerReason;
  /** The server refused this token: returns a newer one, or null when the session is over. */
  renew(refused: string): Promise<string | null>;
  /** The server answered for another user. */
  mismatch(): void;
};
