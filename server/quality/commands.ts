import type { ExclusionFields } from '#contract/quality/quality.ts';
import { takeNumbers } from '../db/sequence.ts';
import type { Trx } from '../db/transaction.ts';
import type { Authorship } from '../kernel/access/authorship.ts';

/** Adds an exclusion; `rebuildExcluded` applies it to stored readings. Returns its number. */
export async function addExclusion(
  trx: Trx,
  farmId: number,
  { channelIndex, from, to, reason }: ExclusionFields,
  { userId, at }: Authorship,
): Promise<number> {
  const id = await takeNumbers(trx, 'exclusion');
  await trx
    .insertInto('exclusion')
    .values({
      farm_id: farmId,
      exclusion_id: id,
      channel_id: channelIndex,
      since: from,
      until: to,
      reason,
      user_id: userId,
      noted_at: at,
    })
    .execute();
  return id;
}

/** Lifts an exclusion; `rebuildExcluded` then applies that to stored readings. */
export async function endExclusion(
  trx: Trx,
  { farmId, id }: { farmId: number; id: number },
  { userId, at }: Authorship,
): Promise<void> {
  await trx
    .updateTable('exclusion')
    .set({ lifted_by: userId, lifted_at: at, is_settled: 0 })
    .where('farm_id', '=', farmId)
    .where('exclusion_id', '=', id)
    .execute();
}
