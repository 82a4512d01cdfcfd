import type { Trx } from '../../db/transaction.ts';

/**
 * Deletes the sessions of a user within the transaction of a write, for a changed password or a disabled user; `exceptSid`
 * keeps the session of the caller. Returns their ids, which Sessions.tellEnded takes after the commit.
 */
export async function removeSessions(trx: Trx, userId: number, exceptSid?: string): Promise<string[]> {
  const all = trx.deleteFrom('session').where('user_id', '=', userId).returning('sid');
  const ended = await (exceptSid === undefined ? all : all.where('sid', '!=', exceptSid)).execute();
  return ended.map(({ sid }) => sid);
}
