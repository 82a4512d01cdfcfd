import { type ColumnType, type Kysely, sql } from 'kysely';
import { columns, farmTable, table } from '../table.ts';

type AddedUserColumns = {
  phone: ColumnType<string | null, string | null | undefined, string | null>;
  password_changed_at: ColumnType<number | null, number | null | undefined, number>;
};

type AddedDeviceColumns = {
  kind: ColumnType<string, string | undefined, string>;
  /** Where it is mounted, in the grower's words. */
  place: ColumnType<string, string | undefined, string>;
  note: ColumnType<string, string | undefined, string>;
};

type AddedChannelColumns = {
  /** Replaces the plausible range of the type; null: the type's. */
  plausible_min: ColumnType<number | null, number | null | undefined, number | null>;
  plausible_max: ColumnType<number | null, number | null | undefined, number | null>;
};

/** Codes of items that users can choose; codes of crops begin with CRO. */
type ItemCodeTable = { code: string; name: string; position: number; deleted_at: number | null };

/** Dates are yyyy-MM-dd. Ids are UUIDs, so that a client can add a crop while it is offline. */
type CropTable = {
  farm_id: number;
  crop_id: string;
  item_code: string;
  variety: string;
  house: string;
  area_m2: number | null;
  tree_count: number | null;
  planted_on: string | null;
  bud_break_on: string | null;
  cultivation: string;
  status: string;
  created_at: number;
  deleted_at: number | null;
};

/** The weather stations that a farm uses. */
type WeatherLinkTable = {
  farm_id: number;
  public_station_id: string | null;
  ambient_mac: string | null;
  /** Encrypted with the installation's secret. */
  ambient_keys: string | null;
  updated_at: number;
};

/** The places of a channel, each from an instant on; the channel's own area_name is the newest. */
type ChannelPlaceTable = { farm_id: number; channel_id: number; since: number; area_name: string; user_id: number };

/** The correction added to a channel's values from the beginning of a Seoul day on; stored values stay raw. */
type CalibrationTable = {
  farm_id: number;
  channel_id: number;
  since: number;
  correction: number;
  user_id: number;
  noted_at: number;
};

/** How many times the readings of a farm have changed. */
type TileCursorTable = { farm_id: number; seq: number };

/**
 * The farm's cursor at the last change of a channel's readings on a Seoul day (counted from 1970-01-01); day -1 stands
 * for all days.
 */
type TileChangeTable = { farm_id: number; channel_id: number; day: number; seq: number };

/** The answers to writes, by idempotency key. */
type IdempotencyTable = {
  user_id: number;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  at: number;
};

/** Who changed what; farm_id 0 when it belongs to no farm. */
type AuditTable = {
  farm_id: number;
  audit_id: number;
  at: number;
  user_id: number;
  login: string;
  action: string;
  subject_id: string;
  subject_name: string;
  /** JSON. */
  before: string | null;
  after: string | null;
  request_id: string;
};

export const tables = {
  user: columns<AddedUserColumns>(),
  device: columns<AddedDeviceColumns>(),
  channel: columns<AddedChannelColumns>(),
  item_code: table<ItemCodeTable>('catalogue'),
  crop: farmTable<CropTable>('farms'),
  weather_link: farmTable<WeatherLinkTable>('farms'),
  channel_place: farmTable<ChannelPlaceTable>('farms'),
  calibration: farmTable<CalibrationTable>('farms'),
  tile_cursor: farmTable<TileCursorTable>('readings'),
  tile_change: farmTable<TileChangeTable>('readings'),
  idempotency: table<IdempotencyTable>('journal'),
  audit: farmTable<AuditTable>('journal', { outlivesFarm: true }),
};

/** Adds what users manage: crops, places and calibrations of sensors, weather stations; and tables for safe writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('phone', 'text').execute();
  await db.schema.alterTable('user').addColumn('password_changed_at', 'bigint').execute();
  await db.schema
    .alterTable('device')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('controller'))
    .execute();
  await db.schema
    .alterTable('device')
    .addColumn('place', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('device')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('channel').addColumn('plausible_min', 'double precision').execute();
  await db.schema.alterTable('channel').addColumn('plausible_max', 'double precision').execute();

  await db.schema
    .createTable('item_code')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema
    .createTable('crop')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('crop_id', 'text', (c) => c.notNull())
    .addColumn('item_code', 'text', (c) => c.notNull())
    .addColumn('variety', 'text', (c) => c.notNull())
    .addColumn('house', 'text', (c) => c.notNull())
    .addColumn('area_m2', 'double precision')
    .addColumn('tree_count', 'integer')
    .addColumn('planted_on', 'text')
    .addColumn('bud_break_on', 'text')
    .addColumn('cultivation', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addPrimaryKeyConstraint('crop_pk', ['farm_id', 'crop_id'])
    .execute();
  await db.schema.createIndex('crop_by_id').on('crop').column('crop_id').execute();

  await db.schema
    .createTable('weather_link')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('public_station_id', 'text')
    .addColumn('ambient_mac', 'text')
    .addColumn('ambient_keys', 'text')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('channel_place')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('area_name', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('channel_place_pk', ['farm_id', 'channel_id', 'since'])
    .execute();
  await db.schema
    .createTable('calibration')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('correction', 'double precision', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('calibration_pk', ['farm_id', 'channel_id', 'since'])
    .execute();

  await db.schema
    .createTable('tile_cursor')
    .addColumn('farm_id', 'integer', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('tile_change')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('channel_id', 'integer', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tile_change_pk', ['farm_id', 'channel_id', 'day'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema.createIndex('tile_change_seq').on('tile_change').columns(['farm_id', 'seq']).execute();

  await db.schema
    .createTable('idempotency')
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['user_id', 'key'])
    .execute();
  await db.schema
    .createTable('audit')
    .addColumn('farm_id', 'integer', (c) => c.notNull())
    .addColumn('audit_id', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('login', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_pk', ['farm_id', 'audit_id'])
    .execute();
  // The farm page became writable in this release, so a read right becomes a write right.
  await sql`update menu_right set auth_code = 'AUTH_WRITE' where item_id = 21 and auth_code = 'AUTH_READ'`.execute(db);
  await db.schema.createIndex('audit_at').on('audit').column('at').execute();
}
