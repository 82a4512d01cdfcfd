import { type Kysely, sql } from 'kysely';

/** Users, sessions, menus, farms, devices, channels, readings and what is derived from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sequence')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('next', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('user')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('login', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('authority', 'text', (c) => c.notNull())
    .addColumn('is_new', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('is_demo', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('disabled_at', 'bigint')
    .execute();
  await db.schema.createIndex('user_login').on('user').expression(sql`lower(login)`).unique().execute();

  await db.schema
    .createTable('session')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('sid', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('session_user').on('session').column('user_id').execute();

  await db.schema
    .createTable('menu')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('icon', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('menu_item')
    .addColumn('menu_id', 'integer', (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull().unique())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('menu_right')
    .addColumn('authority', 'text', (c) => c.notNull())
    .addColumn('item_id', 'integer', (c) => c.notNull())
    .addColumn('auth_code', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('menu_right_pk', ['authority', 'item_id'])
    .execute();

  await db.schema
    .createTable('farm')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('area_m2', 'double precision')
    .addColumn('owner_id', 'integer', (c) => c.notNull())
    .addColumn('is_lead_farm', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_simulated', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('heat_settings', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema
    .createTable('farm_member')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('right', 'text', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('farm_member_pk', ['farm_id', 'user_id'])
    .execute();
  await db.schema.createIndex('farm_member_user').on('farm_member').column('user_id').execute();

  await db.schema
    .createTable('device')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('device_id', 'integer', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('device_pk', ['farm_id', 'device_id'])
    .addUniqueConstraint('device_code', ['farm_id', 'code'])
    .execute();
  await db.schema.createIndex('device_key').on('device').column('key_hash').execute();

  await db.schema
    .createTable('channel')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('device_id', 'integer', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('area_name', 'text', (c) => c.notNull())
    .addColumn('interval_ms', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('channel_pk', ['farm_id', 'channel_id'])
    .addUniqueConstraint('channel_code', ['farm_id', 'device_id', 'code'])
    .execute();
  await db.schema.createIndex('channel_by_id').on('channel').column('channel_id').execute();

  // WITHOUT ROWID keeps the rows of a channel together, in time order: a range is one walk, no index beside it.
  await db.schema
    .createTable('reading')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addColumn('flag', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('reading_pk', ['farm_id', 'channel_id', 'at'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createTable('rollup')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('start', 'bigint', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('sum_micro', 'bigint', (c) => c.notNull())
    .addColumn('min', 'double precision', (c) => c.notNull())
    .addColumn('min_at', 'bigint', (c) => c.notNull())
    .addColumn('max', 'double precision', (c) => c.notNull())
    .addColumn('max_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('rollup_pk', ['farm_id', 'channel_id', 'width', 'start'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createTable('latest')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('value', 'double precision', (c) => c.notNull())
    .addColumn('flag', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('latest_pk', ['farm_id', 'channel_id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createTable('demo_state')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('farm_code', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .execute();
}
