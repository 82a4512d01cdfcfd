import type { Hono } from 'hono';
import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  getPost,
  managePosts,
  seePost,
  updateComment,
  updatePost,
} from '#contract/board/board.ts';
import { currentNotices } from '#contract/board/notice.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Store } from '../db/open.ts';
import { createOnce } from '../http/create-once.ts';
import { requireName } from '../http/require-name.ts';
import { type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail } from '../kernel/fail.ts';
import { addComment, addPost, changeComment, changePost, dropComment, dropPost, markSeen } from './commands.ts';
import { fieldsOf, findComment, findCommentRow, findPost, listNotices, pageOfPosts } from './queries.ts';

type BoardDeps = { store: Store; now(): number };

export function mountBoard(app: Hono<Env>, guards: Guards, deps: BoardDeps): void {
  const { store, now } = deps;
  route(app, guards, managePosts, ({ caller, query }) => pageOfPosts(store, caller, query, now()));
  route(app, guards, currentNotices, ({ caller }) => listNotices(store, caller, now()));
  route(
    app,
    guards,
    getPost,
    async ({ caller, params }) => (await findPost(store, caller, params.farmIndex, params.id)) ?? fail('NOT_FOUND'),
  );
  mountPostWrites(app, deps);
  mountCommentWrites(app, deps);
  write(app, deps, seePost, async ({ trx, store: within, params, body, caller, at }) => {
    const { farmIndex: farmId, id } = params;
    if (!(await findPost(within, caller, farmId, id))) fail('NOT_FOUND');
    // A client whose clock is ahead must not mark later comments as seen.
    const seenAt = body.seenAt === undefined ? at : Math.min(parseInstant(body.seenAt), at);
    await markSeen(trx, { farmId, id }, { userId: caller.userId, at: seenAt });
    return { message: doneMessages.updated, data: { id, seenAt: new Date(seenAt).toISOString() } };
  });
}

function mountPostWrites(app: Hono<Env>, deps: BoardDeps): void {
  write(app, deps, createPost, async (call) => {
    const { trx, store: within, params, body, caller, at, audit } = call;
    const { farmIndex: farmId } = params;
    const { id: given, ...sent } = body;
    const find = (id: string) => findPost(within, caller, farmId, id);
    const create = async (id: string) => {
      requireNoticeRight(caller, sent);
      await addPost(trx, { farmId, id }, sent, { userId: caller.userId, at });
      await audit({ action: 'board.create', farmId, subjectId: id, subjectName: sent.title, after: sent });
    };
    const data = await createOnce(call, { farmId, id: given, content: ['post', sent] }, { find, create });
    return { message: doneMessages.created, data };
  });

  write(
    app,
    deps,
    updatePost,
    async ({ trx, store: within, params, body, caller, audit }) => {
      const { farmIndex: farmId, id } = params;
      const post = requireOwn(await findPost(within, caller, farmId, id));
      const before = fieldsOf(post);
      const after = applyEdit(body, before);
      requireNoticeRight(caller, { kind: post.kind, isPinned: after.isPinned && !before.isPinned });
      await changePost(trx, { farmId, id }, after);
      await audit({ action: 'board.update', farmId, subjectId: id, subjectName: after.title, before, after });
      return { message: doneMessages.updated, data: (await findPost(within, caller, farmId, id)) ?? fail('INTERNAL') };
    },
    { edits: 'board.update' },
  );

  write(app, deps, deletePost, async ({ trx, store: within, params, body, caller, audit }) => {
    const { farmIndex: farmId, id } = params;
    const found = await findPost(within, caller, farmId, id);
    if (!found) return { message: doneMessages.deleted, data: { id } };
    const post = requireOwn(found);
    requireName(body, post.title);
    await dropPost(trx, { farmId, id });
    const before = fieldsOf(post);
    await audit({ action: 'board.delete', farmId, subjectId: id, subjectName: post.title, before });
    return { message: doneMessages.deleted, data: { id } };
  });
}

function mountCommentWrites(app: Hono<Env>, deps: BoardDeps): void {
  write(app, deps, createComment, async (call) => {
    const { trx, store: within, params, body, caller, at, audit } = call;
    const { farmIndex: farmId, id: postId } = params;
    const { id: given, text } = body;
    const post = (await findPost(within, caller, farmId, postId)) ?? fail('NOT_FOUND');
    const find = (id: string) => findComment(within, caller, farmId, id);
    const create = async (id: string) => {
      await addComment(trx, { farmId, id }, { postId, text }, { userId: caller.userId, at });
      await audit({ action: 'comment.create', farmId, subjectId: id, subjectName: post.title, after: { text } });
    };
    const data = await createOnce(call, { farmId, id: given, content: ['comment', postId, text] }, { find, create });
    return { message: doneMessages.created, data };
  });

  write(
    app,
    deps,
    updateComment,
    async ({ trx, store: within, params, body, caller, audit }) => {
      const { farmIndex: farmId, id } = params;
      const { text } = requireOwn(await findComment(within, caller, farmId, id));
      const after = applyEdit(body, { text });
      const post = await postOfComment(within, caller, farmId, id);
      await changeComment(trx, { farmId, id }, after.text);
      await audit({ action: 'comment.update', farmId, subjectId: id, subjectName: post, before: { text }, after });
      return {
        message: doneMessages.updated,
        data: (await findComment(within, caller, farmId, id)) ?? fail('INTERNAL'),
      };
    },
    { edits: 'comment.update' },
  );

  write(app, deps, deleteComment, async ({ trx, store: within, params, caller, audit }) => {
    const { farmIndex: farmId, id } = params;
    const found = await findComment(within, caller, farmId, id);
    if (!found) return { message: doneMessages.deleted, data: { id } };
    const { text } = requireOwn(found);
    const post = await postOfComment(within, caller, farmId, id);
    await dropComment(trx, { farmId, id });
    await audit({ action: 'comment.delete', farmId, subjectId: id, subjectName: post, before: { text } });
    return { message: doneMessages.deleted, data: { id } };
  });
}

/** Fails with NOT_FOUND for a missing thing and with FORBIDDEN for another author's. */
function requireOwn<Thing extends { canEdit: boolean }>(thing: Thing | undefined): Thing {
  const found = thing ?? fail('NOT_FOUND');
  return found.canEdit ? found : fail('FORBIDDEN');
}

/** Only administrators may write notices and pin posts. */
function requireNoticeRight({ authority }: Caller, { kind, isPinned }: { kind: string; isPinned: boolean }): void {
  if (authority === 'ROLE_ADMINISTER') return;
  if (kind === 'notice' || isPinned) fail('FORBIDDEN');
}

/** The title of the post to which a comment belongs. */
async function postOfComment(within: Parameters<typeof findPost>[0], caller: Caller, farmId: number, id: string) {
  const row = await findCommentRow(within, farmId, id);
  return (row && (await findPost(within, caller, farmId, row.post_id))?.title) ?? '';
}
