import * as z from 'zod/mini';
import { photo } from '../photo/photo.ts';
import { isSeoulDate } from '../time/time.ts';
import { endpoint, indexParam, laneOf } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { quietLane } from '../wire/quiet-lane.ts';
import { postSorts } from '../wire/sorts.ts';
import { uuid } from '../wire/uuid.ts';
import { deletion, doneOf, editOf } from '../wire/write.ts';
import { boardNouns, boardProblems } from './board-text.ts';

/** Only administrators write notices; anybody may write a post. */
const postKinds = ['notice', 'post'] as const;
export type PostKind = (typeof postKinds)[number];

/** Plain text: line breaks are kept, markup is not interpreted. */
const words = (most: number, error: string) => z.string().check(z.trim(), z.minLength(1, { error }), z.maxLength(most));

/** The fields of a post that its author and administrators may change. */
export const postFields = z.object({
  title: words(100, boardProblems.title),
  text: words(10_000, boardProblems.text),
  /** The last Seoul day on which a notice is in force; null without an end. */
  untilOn: z.nullable(z.string().check(z.refine(isSeoulDate, { error: boardProblems.day }))),
  /** Whether a notice stands above the others while it is in force. */
  isPinned: z.boolean(),
});
export type PostFields = z.infer<typeof postFields>;

export const commentFields = z.object({ text: words(2_000, boardProblems.text) });
export type CommentFields = z.infer<typeof commentFields>;

const authored = {
  id: z.string(),
  /** The author's present name; null when the user is gone. */
  authorName: z.nullable(z.string()),
  createdAt: instantText,
  /** Whether the caller is the author or an administrator. */
  canEdit: z.boolean(),
};

const head = {
  ...authored,
  kind: z.enum(postKinds),
  /** EVERYBODY, or the farm whose members may read the post. */
  farmIndex: z.number(),
  farmName: z.nullable(z.string()),
  title: z.string(),
  untilOn: z.nullable(z.string()),
  isPinned: z.boolean(),
  activeAt: instantText,
  /** Whether anything was written in it since the caller last looked. */
  isUnread: z.boolean(),
};

const postRow = z.object({ ...head, commentCount: z.number(), photoCount: z.number() });
export type PostRow = z.infer<typeof postRow>;

const comment = z.object({ ...authored, text: z.string(), photos: z.array(photo) });
export type PostComment = z.infer<typeof comment>;

const post = z.object({ ...head, text: z.string(), photos: z.array(photo), comments: z.array(comment) });
export type Post = z.infer<typeof post>;

const farmIndex = { farmIndex: indexParam };
const one = z.object({ ...farmIndex, id: uuid });
const farm = { from: 'params', name: 'farmIndex', orEverybody: true } as const;

export const managePosts = endpoint({
  method: 'GET',
  path: '/api/manage/posts',
  who: 'user',
  farm: 'none',
  page: '/cms/board/board-manage',
  query: listQuery(postSorts),
  answer: pageOf(postRow),
  offline: 'live',
  about:
    'Lists notices and posts for everybody and for the farms that the caller may read; pinned notices in force come first.',
});

export const getPost = endpoint({
  method: 'GET',
  path: '/api/farms/{farmIndex}/posts/{id}',
  who: 'farm:read',
  farm,
  page: '/cms/board/board-edit',
  params: one,
  answer: post,
  offline: 'reference',
  about: 'Returns a notice or post with its comments and photos.',
});

export const createPost = endpoint({
  method: 'POST',
  path: '/api/farms/{farmIndex}/posts',
  who: 'farm:write',
  farm,
  page: '/cms/board/board-create',
  params: z.object(farmIndex),
  body: z.extend(postFields, {
    /** Given by a device that created it offline; otherwise the server makes one. */
    id: z.optional(uuid),
    kind: z.enum(postKinds),
    untilOn: z._default(postFields.shape.untilOn, null),
    isPinned: z._default(z.boolean(), false),
  }),
  answer: doneOf(post),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  offline: 'outbox',
  outbox: {
    noun: boardNouns.post,
    summary: ({ body }) => [body.title],
    lane: ({ body }) => body.id && laneOf('post', body.id),
    after: ({ params }) => [laneOf('farm', params.farmIndex)],
  },
  about: 'Creates a post; administrators can create a notice.',
});

export const updatePost = endpoint({
  method: 'PUT',
  path: '/api/farms/{farmIndex}/posts/{id}',
  who: 'farm:write',
  farm,
  page: '/cms/board/board-edit',
  params: one,
  body: editOf(postFields),
  answer: doneOf(post),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: {
    noun: boardNouns.post,
    summary: ({ body }) => [body.title],
    lane: ({ params }) => laneOf('post', params.id),
  },
  about: 'Changes a post. Only its author and administrators may.',
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/farms/{farmIndex}/posts/{id}',
  who: 'farm:write',
  farm,
  page: '/cms/board/board-manage',
  params: one,
  body: deletion,
  answer: doneOf(z.object({ id: z.string() })),
  errors: ['NAME_MISMATCH'],
  offline: 'outbox',
  outbox: { noun: boardNouns.post, summary: () => [], lane: ({ params }) => laneOf('post', params.id) },
  about:
    'Deletes a post with its comments and photos; deleting it again changes nothing. Only its author and administrators may.',
});

/** Version 1 called this field `commentId`. */
function commentIdToId(body: unknown): unknown {
  const { commentId, ...rest }: { commentId?: unknown } = Object(body);
  return { ...rest, id: commentId };
}

export const createComment = endpoint({
  method: 'POST',
  path: '/api/farms/{farmIndex}/posts/{id}/comments',
  who: 'farm:write',
  farm,
  page: '/cms/board/board-edit',
  params: one,
  body: z.extend(commentFields, {
    /** Given by a device that created it offline; otherwise the server makes one. */
    id: z.optional(uuid),
  }),
  answer: doneOf(comment),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  offline: 'outbox',
  outbox: {
    noun: boardNouns.comment,
    summary: ({ body }) => [body.text],
    lane: ({ body }) => body.id && laneOf('comment', body.id),
    after: ({ params }) => [laneOf('post', params.id)],
    upgrades: [commentIdToId],
  },
  about: 'Adds a comment to a post.',
});

export const updateComment = endpoint({
  method: 'PUT',
  path: '/api/farms/{farmIndex}/comments/{id}',
  who: 'farm:write',
  farm,
  page: '/cms/board/board-edit',
  params: one,
  body: editOf(commentFields),
  answer: doneOf(comment),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: {
    noun: boardNouns.comment,
    summary: ({ body }) => [body.text],
    lane: ({ params }) => laneOf('comment', params.id),
  },
  about: 'Changes a comment. Only its author and administrators may.',
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/farms/{farmIndex}/comments/{id}',
  who: 'farm:write',
  farm,
  page: '/cms/board/board-edit',
  params: one,
  answer: doneOf(z.object({ id: z.string() })),
  offline: 'outbox',
  outbox: { noun: boardNouns.comment, summary: () => [], lane: ({ params }) => laneOf('comment', params.id) },
  about:
    'Deletes a comment with its photos; deleting it again changes nothing. Only its author and administrators may.',
});

export const seePost = endpoint({
  method: 'PUT',
  path: '/api/farms/{farmIndex}/posts/{id}/seen',
  who: 'farm:read',
  farm,
  page: 'any',
  params: one,
  body: z.object({
    /** Now, when left out. */
    seenAt: z.optional(instantText),
  }),
  answer: doneOf(z.object({ id: z.string(), seenAt: instantText })),
  offline: 'outbox',
  outbox: { noun: boardNouns.seen, summary: () => [], lane: ({ params }) => quietLane(params.id) },
  about: 'Stores until when the caller has read a post; an earlier instant changes nothing.',
});
