import { useMemo } from 'react';
import { SIGN_IN_PATH } from '#contract/user/auth.ts';
import { requiredContext } from '#src/lib/required-context.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import type { SignInResult } from './auth-protocol.ts';
import type { SessionStore } from './session-store.ts';
import type { SessionState } from './session-types.ts';

export const [SessionContext, useSessionStore] = requiredContext<SessionStore>('SessionStore');

type SignInInput = { username: string; password: string; callbackUrl: string };

type SessionActions = {
  update(data?: unknown): Promise<void>;
  /**
   * Signs in. Returns the result without navigating, except where the protocol demands it: to the error page when
   * there is no way to sign in, to the sign-in page for an unknown provider.
   */
  signIn(provider: string, input: SignInInput): Promise<SignInResult>;
  /** Signs out and wipes the user's data from this device, with or without a connection. */
  signOut(): Promise<void>;
};

/** The session, as next-auth's hook returns it; `ended` says why it ended. */
export function useSession(): SessionState & SessionActions {
  const store = useSessionStore();
  const state = useObservable(store);
  const actions = useMemo<SessionActions>(
    () => ({
      update: (data) => store.update(data),
      signIn: (provider, input) => store.signIn(provider, input),
      signOut: async () => void (await store.signOut(SIGN_IN_PATH)),
    }),
    [store],
  );
  return { ...state, ...actions };
}

/** The session once it is known, for loaders and guards. */
export function settledSession(
  session: Pick<SessionStore, 'get' | 'subscribe'>,
): Promise<Exclude<SessionState, { status: 'loading' }>> {
  return new Promise((resolve) => {
    let unsubscribe = () => {};
    const look = () => {
      const state = session.get();
      if (state.status === 'loading') return;
      unsubscribe();
      resolve(state);
    };
    unsubscribe = session.subscribe(look);
    look();
  });
}
