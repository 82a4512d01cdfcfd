import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { UserAuthority } from '#contract/user/auth.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { fail } from '../fail.ts';

/** The caller, from the token and its session. */
export type Caller = {
  userId: number;
  login: string;
  authority: UserAuthority;
  sid: string;
  /** The password is a one-time password. */
  mustChangePassword: boolean;
};

/**
 * The caller of an endpoint. Throws UNAUTHENTICATED when nobody is signed in, and PASSWORD_CHANGE_REQUIRED while a
 * one-time password must be changed.
 */
export function requireCaller(c: Context<Env>, { needsOwnPassword }: Pick<Endpoint, 'needsOwnPassword'>): Caller {
  const caller = c.get('caller') ?? fail('UNAUTHENTICATED');
  if (caller.mustChangePassword && needsOwnPassword) fail('PASSWORD_CHANGE_REQUIRED');
  return caller;
}

/** The variables of a request in Hono's context. */
export type Env = {
  Variables: {
    requestId: string;
    log: Logger;
    caller: Caller | undefined;
    /** Network of the client, for counting; for IPv6 its /64. */
    address: string;
  };
};
