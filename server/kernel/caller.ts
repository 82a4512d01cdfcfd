import type { UserAuthority } from '#contract/user/auth.ts';

/** Who calls, as the token and the session behind it say. */
export type Caller = { userId: number; login: string; authority: UserAuthority; sid: string };

/** What travels with a request through Hono. */
export type Env = {
  Variables: {
    requestId: string;
    caller: Caller | undefined;
    /** Where the request came from, for counting; IPv6 by its network. */
    address: string;
  };
};
