import { type Kysely, sql } from 'kysely';
import type { Flag } from '../flag.ts';
import { farmTable, table } from '../table.ts';

/** Settings of the installation, such as its instance id and the time of the demonstration's seed. */
type SettingTable = { name: string; value: string };

/** The next free number per table. Numbers are unique over all farms, although no key enforces it. */
type SequenceTable = { name: string; next: number };

type UserTable = {
  id: number;
  /** The user id for sign-in; unique regardless of case. */
  login: string;
  name: string;
  email: string | null;
  password_hash: string;
  authority: 'ROLE_ADMINISTER' | 'ROLE_USER';
  is_new: Flag;
  /** Marks an account of the demonstration; it is deleted together with the demonstration. */
  is_demo: Flag;
  created_at: number;
  disabled_at: number | null;
};

type SessionTable = {
  /** SHA-256 of the cookie's value, hex, so that a copy of the database opens no session. */
  token_hash: string;
  /** The session id in tokens; random and independent of the cookie. */
  sid: string;
  user_id: number;
  created_at: number;
  seen_at: number;
  expires_at: number;
  user_agent: string;
};

type MenuTable = { id: number; name: string; icon: string; position: number };

type MenuItemTable = { menu_id: number; id: number; name: string; url: string; position: number };

type MenuRightTable = { authority: 'ROLE_ADMINISTER' | 'ROLE_USER'; item_id: number; auth_code: string };

type FarmTable = {
  farm_id: number;
  name: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  area_m2: number | null;
  owner_id: number;
  is_lead_farm: Flag;
  is_simulated: Flag;
  /** JSON of contract/heat/heat.ts; null: the controller's own defaults. */
  heat_settings: string | null;
  created_at: number;
  deleted_at: number | null;
};

type FarmMemberTable = { farm_id: number; user_id: number; right: 'write' | 'read'; added_at: number };

/** A controller or gateway with its own key, which sends readings. */
type DeviceTable = {
  farm_id: number;
  device_id: number;
  /** Part of its MQTT topic: farm/{farm_id}/{code}/state. */
  code: string;
  name: string;
  /** SHA-256 of the key, hex; null after the key was revoked. */
  key_hash: string | null;
  created_at: number;
  last_seen_at: number | null;
  deleted_at: number | null;
};

/** One measured quantity of a sensor, or the state of an actuator. */
type ChannelTable = {
  farm_id: number;
  channel_id: number;
  device_id: number;
  /** Its name in the messages of the device. */
  code: string;
  type: string;
  name: string;
  area_name: string;
  interval_ms: number;
  created_at: number;
  deleted_at: number | null;
};

/**
 * flag: 0 good; other readings are kept but do not count in statistics: 1 outside the plausible range, 2 excluded by
 * hand, 3 both.
 */
type ReadingTable = { farm_id: number; channel_id: number; at: number; value: number; flag: number };

/**
 * Buckets of 10 minutes, an hour and a Seoul day (width in ms), of good readings only. The sum is an integer of
 * millionths, because integer sums do not depend on the order of arrival.
 */
type RollupTable = {
  farm_id: number;
  channel_id: number;
  width: number;
  start: number;
  count: number;
  sum_micro: number;
  min: number;
  min_at: number;
  max: number;
  max_at: number;
};

/** The newest reading of each channel, so that a dashboard need not search for it. */
type LatestTable = { farm_id: number; channel_id: number; at: number; value: number; flag: number };

/** The state of a simulated greenhouse. */
type DemoStateTable = { farm_id: number; farm_code: string; state: string };

export const tables = {
  setting: table<SettingTable>('catalogue'),
  sequence: table<SequenceTable>('journal'),
  user: table<UserTable>('people'),
  session: table<SessionTable>('people'),
  menu: table<MenuTable>('catalogue'),
  menu_item: table<MenuItemTable>('catalogue'),
  menu_right: table<MenuRightTable>('catalogue'),
  farm: farmTable<FarmTable>('farms'),
  farm_member: farmTable<FarmMemberTable>('farms'),
  device: farmTable<DeviceTable>('farms'),
  channel: farmTable<ChannelTable>('farms'),
  reading: farmTable<ReadingTable>('readings'),
  rollup: farmTable<RollupTable>('readings'),
  latest: farmTable<LatestTable>('readings'),
  demo_state: farmTable<DemoStateTable>('readings'),
};

/** Adds users, sessions, menus, farms, devices, channels, readings and their aggregates. */
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

  // WITHOUT ROWID stores the rows of a channel together in time order: a range is one scan and needs no index.
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
