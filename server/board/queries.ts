import type { ExpressionBuilder } from 'kysely';
import type { Post, PostComment, PostFields, PostRow } from '#contract/board/board.ts';
import type { currentNotices } from '#contract/board/notice.ts';
import { seoulDate } from '#contract/time/time.ts';
import { type AnswerOf, EVERYBODY } from '#contract/wire/endpoint.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { postSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import type { Database } from '../db/schema.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isReadable } from '../kernel/access/farm-right.ts';
import { photosOf } from '../photo/queries.ts';

type Asker = Pick<Caller, 'userId' | 'authority'>;

const columns = [
  'post.post_id as id',
  'post.farm_id as farmIndex',
  'post.kind',
  'post.title',
  'post.text',
  'post.until_on as untilOn',
  'post.is_pinned as isPinned',
  'post.user_id as userId',
  'post.created_at as createdAt',
  'post.active_at as activeAt',
  'author.name as authorName',
  'farm.name as farmName',
  'post_seen.seen_at as seenAt',
] as const;

type Row = Pick<Post, 'id' | 'farmIndex' | 'kind' | 'title' | 'text' | 'untilOn' | 'authorName' | 'farmName'> & {
  isPinned: 0 | 1;
  userId: number;
  createdAt: number;
  activeAt: number;
  seenAt: number | null;
};

/** Posts with author, farm, and until when the asker has seen each. */
function posts({ db }: Queries, { userId }: Asker) {
  return db
    .selectFrom('post')
    .leftJoin('user as author', 'author.id', 'post.user_id')
    .leftJoin('farm', 'farm.farm_id', 'post.farm_id')
    .leftJoin('post_seen', (join) =>
      join
        .onRef('post_seen.farm_id', '=', 'post.farm_id')
        .onRef('post_seen.post_id', '=', 'post.post_id')
        .on('post_seen.user_id', '=', userId),
    );
}

/** Posts that the asker may read: those for everybody, and those of existing farms they have access to. */
function readablePosts(store: Queries, asker: Asker) {
  return posts(store, asker).where((eb) =>
    eb.or([
      eb('post.farm_id', '=', EVERYBODY),
      // A left join gives no farm for a deleted one.
      eb.and([eb('farm.deleted_at', 'is', null), eb('farm.farm_id', 'is not', null), isReadable(asker)]),
    ]),
  );
}

/** A page of the posts that the asker may read: valid pinned notices first, then the newest. */
export async function pageOfPosts(
  store: Queries,
  asker: Asker,
  asked: ListAsked<SortOf<(typeof postSorts)[number]>>,
  now: number,
): Promise<{ rows: PostRow[]; total: number }> {
  const query = readablePosts(store, asker)
    .select(columns)
    .orderBy((eb) => eb.case().when(holding(eb, now)).then(0).else(1).end())
    .$if(asked.sort === undefined, (unsorted) => unsorted.orderBy('post.active_at', 'desc'));
  const { rows, total } = await onePage(query, asked, {
    searched: ['post.title', 'post.text', 'author.name', 'farm.name'],
    sorted: {
      title: 'post.title',
      authorName: 'author.name',
      createdAt: 'post.created_at',
      activeAt: 'post.active_at',
    },
    otherwise: 'post.post_id',
  });
  const counts = await countsBelow(store, rows);
  return {
    rows: rows.map((row) => {
      const { text: _, ...head } = headOf(row, asker);
      return { ...head, ...counts(row) };
    }),
    total,
  };
}

/** Whether a post is a pinned notice that is valid on the Seoul day of `now`. */
function holding(eb: ExpressionBuilder<Database, 'post'>, now: number) {
  return eb.and([
    eb('post.is_pinned', '=', 1),
    eb('post.kind', '=', 'notice'),
    eb.or([eb('post.until_on', 'is', null), eb('post.until_on', '>=', seoulDate(now))]),
  ]);
}

type Listed = Pick<PostRow, 'farmIndex' | 'id'>;

/** Counts comments and photos of posts. The client chooses ids, so two farms may use the same one. */
async function countsBelow({ db }: Queries, rows: readonly Listed[]) {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return () => ({ commentCount: 0, photoCount: 0 });
  const farms = [...new Set(rows.map(({ farmIndex }) => farmIndex))];
  const comments = await db
    .selectFrom('comment')
    .select(({ fn }) => ['farm_id as farmIndex', 'post_id as id', fn.countAll<number>().as('count')])
    .where('farm_id', 'in', farms)
    .where('post_id', 'in', ids)
    .groupBy(['farm_id', 'post_id'])
    .execute();
  const photos = await db
    .selectFrom('photo')
    .select(({ fn }) => ['farm_id as farmIndex', 'owner_id as id', fn.countAll<number>().as('count')])
    .where('farm_id', 'in', farms)
    .where('owner_kind', '=', 'post')
    .where('owner_id', 'in', ids)
    .groupBy(['farm_id', 'owner_id'])
    .execute();
  const countIn = (found: readonly (Listed & { count: number })[], { farmIndex, id }: Listed) =>
    Number(found.find((one) => one.farmIndex === farmIndex && one.id === id)?.count ?? 0);
  return (post: Listed) => ({ commentCount: countIn(comments, post), photoCount: countIn(photos, post) });
}

/** One post with its comments and photos; undefined when the asker may not read it. */
export async function findPost(store: Queries, asker: Asker, farmId: number, id: string): Promise<Post | undefined> {
  const row = await posts(store, asker)
    .select(columns)
    .where('post.farm_id', '=', farmId)
    .where('post.post_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const photos = await photosOf(store, farmId, 'post', [id]);
  return {
    ...headOf(row, asker),
    photos: photos.get(id) ?? [],
    comments: await commentsWhere(store, asker, farmId, { post_id: id }),
  };
}

export async function findComment(
  store: Queries,
  asker: Asker,
  farmId: number,
  id: string,
): Promise<PostComment | undefined> {
  const [comment] = await commentsWhere(store, asker, farmId, { comment_id: id });
  return comment;
}

/** The stored text of a comment and its place. */
export async function findCommentRow({ db }: Queries, farmId: number, id: string) {
  return db
    .selectFrom('comment')
    .selectAll()
    .where('farm_id', '=', farmId)
    .where('comment_id', '=', id)
    .executeTakeFirst();
}

async function commentsWhere(
  store: Queries,
  asker: Asker,
  farmId: number,
  which: { post_id: string } | { comment_id: string },
): Promise<PostComment[]> {
  const [column, value] =
    'post_id' in which ? (['post_id', which.post_id] as const) : (['comment_id', which.comment_id] as const);
  const rows = await store.db
    .selectFrom('comment')
    .leftJoin('user as author', 'author.id', 'comment.user_id')
    .select([
      'comment_id as id',
      'text',
      'user_id as userId',
      'comment.created_at as createdAt',
      'author.name as authorName',
    ])
    .where('farm_id', '=', farmId)
    .where(column, '=', value)
    .orderBy('comment.created_at')
    .orderBy('comment_id')
    .execute();
  const photos = await photosOf(
    store,
    farmId,
    'comment',
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, text, authorName, userId, createdAt }) => ({
    id,
    text,
    authorName,
    createdAt: new Date(createdAt).toISOString(),
    canEdit: mayEdit(asker, userId),
    photos: photos.get(id) ?? [],
  }));
}

/** Valid pinned notices that the asker may read, newest first. */
export async function listNotices(store: Queries, asker: Asker, now: number): Promise<AnswerOf<typeof currentNotices>> {
  const rows = await readablePosts(store, asker)
    .select(columns)
    .where((eb) => holding(eb, now))
    .orderBy('post.created_at', 'desc')
    .limit(5)
    .execute();
  return rows.map((row) => {
    const { id, farmIndex, title, isUnread } = headOf(row, asker);
    return { id, farmIndex, title, isUnread };
  });
}

const mayEdit = ({ userId, authority }: Asker, authorId: number) =>
  userId === authorId || authority === 'ROLE_ADMINISTER';

function headOf(row: Row, asker: Asker): Omit<Post, 'photos' | 'comments'> {
  const { id, farmIndex, kind, title, text, untilOn, authorName, farmName } = row;
  return {
    id,
    farmIndex,
    kind,
    title,
    text,
    untilOn,
    authorName,
    farmName,
    isPinned: row.isPinned === 1,
    createdAt: new Date(row.createdAt).toISOString(),
    activeAt: new Date(row.activeAt).toISOString(),
    canEdit: mayEdit(asker, row.userId),
    isUnread: row.seenAt === null || row.seenAt < row.activeAt,
  };
}

/** The editable fields of a post. */
export function fieldsOf({ title, text, untilOn, isPinned }: Post): PostFields {
  return { title, text, untilOn, isPinned };
}
