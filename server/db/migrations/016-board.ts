import type { Kysely } from 'kysely';
import { farmTable } from '../table.ts';

/** A notice or a post; farm_id 0: for everybody. */
type PostTable = {
  farm_id: number;
  post_id: string;
  kind: 'notice' | 'post';
  title: string;
  text: string;
  /** Of a notice: the last Seoul day on which it is valid; null: without end. */
  until_on: string | null;
  is_pinned: 0 | 1;
  user_id: number;
  created_at: number;
  /** When the post or a comment on it was last written. */
  active_at: number;
};

type CommentTable = {
  farm_id: number;
  comment_id: string;
  post_id: string;
  text: string;
  user_id: number;
  created_at: number;
};

/** Until when a user has seen a post and its comments. */
type PostSeenTable = { farm_id: number; post_id: string; user_id: number; seen_at: number };

export const tables = {
  post: farmTable<PostTable>('journal'),
  comment: farmTable<CommentTable>('journal'),
  post_seen: farmTable<PostSeenTable>('journal'),
};

/** Adds notices, posts, comments, and who has seen them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('until_on', 'text')
    .addColumn('is_pinned', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('active_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_pk', ['farm_id', 'post_id'])
    .execute();
  await db.schema.createIndex('post_active').on('post').columns(['farm_id', 'active_at']).execute();
  await db.schema
    .createTable('comment')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('comment_id', 'text', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('comment_pk', ['farm_id', 'comment_id'])
    .execute();
  await db.schema.createIndex('comment_post').on('comment').columns(['farm_id', 'post_id']).execute();
  await db.schema
    .createTable('post_seen')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('post_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('post_seen_pk', ['farm_id', 'post_id', 'user_id'])
    .execute();
}
