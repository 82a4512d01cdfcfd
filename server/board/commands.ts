import type { PostFields, PostKind } from '#contract/board/board.ts';
import type { Trx } from '../db/transaction.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import { dropPhotosOf } from '../photo/commands.ts';

/** A post or comment: its farm and its own id. */
type Place = { farmId: number; id: string };
/** Adds a post; its author has seen it. */
export async function addPost(
  trx: Trx,
  { farmId, id }: Place,
  { kind, ...fields }: PostFields & { kind: PostKind },
  { userId, at }: Authorship,
): Promise<void> {
  await trx
    .insertInto('post')
    .values({
      farm_id: farmId,
      post_id: id,
      kind,
      ...rowOf(fields),
      user_id: userId,
      created_at: at,
      active_at: at,
    })
    .execute();
  await markSeen(trx, { farmId, id }, { userId, at });
}

/** Changes a post. Readers who have seen it need not read it again. */
export async function changePost(trx: Trx, { farmId, id }: Place, fields: PostFields): Promise<void> {
  await trx.updateTable('post').set(rowOf(fields)).where('farm_id', '=', farmId).where('post_id', '=', id).execute();
}

export async function dropPost(trx: Trx, { farmId, id }: Place): Promise<void> {
  const comments = await trx
    .selectFrom('comment')
    .select('comment_id as id')
    .where('farm_id', '=', farmId)
    .where('post_id', '=', id)
    .execute();
  await dropPhotosOf(
    trx,
    farmId,
    'comment',
    comments.map((comment) => comment.id),
  );
  await dropPhotosOf(trx, farmId, 'post', [id]);
  for (const table of ['comment', 'post_seen', 'post'] as const) {
    await trx.deleteFrom(table).where('farm_id', '=', farmId).where('post_id', '=', id).execute();
  }
}

/**
 * Adds a comment. The post becomes unread for everybody but an author who had seen all of it: a comment that was written
 * without a signal arrives after others that its author never saw.
 */
export async function addComment(
  trx: Trx,
  { farmId, id }: Place,
  { postId, text }: { postId: string; text: string },
  { userId, at }: Authorship,
): Promise<void> {
  const post = { farmId, id: postId };
  const hadSeenAll = await hasSeenAll(trx, post, userId);
  await trx
    .insertInto('comment')
    .values({ farm_id: farmId, comment_id: id, post_id: postId, text, user_id: userId, created_at: at })
    .execute();
  await trx
    .updateTable('post')
    .set({ active_at: at })
    .where('farm_id', '=', farmId)
    .where('post_id', '=', postId)
    .execute();
  if (hadSeenAll) await markSeen(trx, post, { userId, at });
}

/** Whether a user has opened a post since anything was written in it; false for one that they never opened. */
async function hasSeenAll(trx: Trx, { farmId, id }: Place, userId: number): Promise<boolean> {
  const seen = await trx
    .selectFrom('post')
    .innerJoin('post_seen', (join) =>
      join.onRef('post_seen.farm_id', '=', 'post.farm_id').onRef('post_seen.post_id', '=', 'post.post_id'),
    )
    .select('post.post_id')
    .where('post.farm_id', '=', farmId)
    .where('post.post_id', '=', id)
    .where('post_seen.user_id', '=', userId)
    .whereRef('post_seen.seen_at', '>=', 'post.active_at')
    .executeTakeFirst();
  return seen !== undefined;
}

export async function changeComment(trx: Trx, { farmId, id }: Place, text: string): Promise<void> {
  await trx.updateTable('comment').set({ text }).where('farm_id', '=', farmId).where('comment_id', '=', id).execute();
}

export async function dropComment(trx: Trx, { farmId, id }: Place): Promise<void> {
  await dropPhotosOf(trx, farmId, 'comment', [id]);
  await trx.deleteFrom('comment').where('farm_id', '=', farmId).where('comment_id', '=', id).execute();
}

/** Records until when a user has seen a post; the time never goes back. */
export async function markSeen(trx: Trx, { farmId, id }: Place, { userId, at }: Authorship): Promise<void> {
  await trx
    .insertInto('post_seen')
    .values({ farm_id: farmId, post_id: id, user_id: userId, seen_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['farm_id', 'post_id', 'user_id'])
        .doUpdateSet({ seen_at: at })
        .where('post_seen.seen_at', '<', at),
    )
    .execute();
}

function rowOf({ title, text, untilOn, isPinned }: PostFields) {
  return { title, text, until_on: untilOn, is_pinned: isPinned ? (1 as const) : (0 as const) };
}
