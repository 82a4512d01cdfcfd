import type { UserAuthority } from '#contract/user/auth.ts';
import type { Queries } from '../../db/open.ts';
import { type ParameterOf, preparedQuery } from '../../db/prepared-query.ts';
import { fail } from '../fail.ts';
import type { Caller } from './caller.ts';

type Asked = { sid: string; userId: number; authority: UserAuthority; now: number };

const findSession = preparedQuery((db, param: ParameterOf<Asked>) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select('session.sid')
    .where('session.sid', '=', param('sid'))
    .where('session.expires_at', '>', param('now'))
    .where('user.id', '=', param('userId'))
    .where('user.authority', '=', param('authority'))
    .where('user.disabled_at', 'is', null),
);

/** Refuses with UNAUTHENTICATED a caller whose session has ended, or whose role has changed, since it was looked up. */
export async function requireSession(store: Queries, { sid, userId, authority }: Caller, now: number): Promise<void> {
  const [row] = await findSession(store, { sid, userId, authority, now });
  if (!row) fail('UNAUTHENTICATED');
}
