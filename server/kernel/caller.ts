import type { Context } from 'hono';
import type { UserAuthority } from '#contract/user/auth.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { fail } from './fail.ts';

/** Who calls, as the token and the session behind it say. */
export type Caller = {
  userId: number;
  login: string;
  authority: UserAuthority;
  sid: string;
  /** The password is one that somebody else made. */
  mustChangePassword: boolean;
};

/**
 * Who calls an endpoint. Refuses with UNAUTHENTICATED when nobody is signed in, and with PASSWORD_CHANGE_REQUIRED who
 * has still to change a one-time password.
 */
export function requireCaller(c: Context<Env>, { needsOwnPassword }: Pick<Endpoint, 'needsOwnPassword'>): Caller {
  const caller = c.get('caller') ?? fail('UNAUTHENTICATED');
  if (caller.mustChangePassword && needsOwnPassword) fail('PASSWORD_CHANGE_REQUIRED');
  return caller;
}

/** What travels with a request through Hono. */
export type Env = {
  Variables: {
    requestId: string;
    caller: Caller | undefined;
    /** Where the request came from, for counting; IPv6 by its network. */
    address: string;
  };
};
