import type { ColumnType } from 'kysely';

/**
 * The tables, as Kysely sees them. Whatever belongs to a farm has farm_id as the first column of its
 * primary key and of every unique key, and every join is on it, so that the schema distributes by farm.
 * Instants are epoch milliseconds (UTC), booleans 0 or 1.
 */
type Flag = ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;

export type Database = {
  setting: SettingTable;
  sequence: SequenceTable;
  user: UserTable;
  session: SessionTable;
  menu: MenuTable;
  menu_item: MenuItemTable;
  menu_right: MenuRightTable;
  farm: FarmTable;
  farm_member: FarmMemberTable;
  device: DeviceTable;
  channel: ChannelTable;
  reading: ReadingTable;
  rollup: RollupTable;
  latest: LatestTable;
  demo_state: DemoStateTable;
};

/** Facts about this installation: instance epoch, demonstration seed time. */
type SettingTable = { name: string; value: string };

/** Numbers that are unique over all farms though no key enforces it across them. */
type SequenceTable = { name: string; next: number };

type UserTable = {
  id: number;
  /** What the person types to sign in; unique without regard to case. */
  login: string;
  name: string;
  email: string | null;
  password_hash: string;
  authority: 'ROLE_ADMINISTER' | 'ROLE_USER';
  is_new: Flag;
  /** One of the demonstration's accounts: it goes when the demonstration goes. */
  is_demo: Flag;
  created_at: number;
  disabled_at: number | null;
};

type SessionTable = {
  /** SHA-256 of the cookie's value, hex: a copy of the database opens no session. */
  token_hash: string;
  /** Names the session inside a token; random, says nothing about the cookie. */
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
  /** JSON, contract/heat when that capability exists; null: the controller's own defaults. */
  heat_settings: string | null;
  created_at: number;
  deleted_at: number | null;
};

type FarmMemberTable = { farm_id: number; user_id: number; right: 'write' | 'read'; added_at: number };

/** A controller or gateway that sends readings with a key of its own. */
type DeviceTable = {
  farm_id: number;
  device_id: number;
  /** Stands in MQTT topics: farm/{farm_id}/{code}/state. */
  code: string;
  name: string;
  /** SHA-256 of the key, hex; null when the key has been revoked. */
  key_hash: string | null;
  created_at: number;
  last_seen_at: number | null;
  deleted_at: number | null;
};

/** One measured or switched quantity: a sensor or the state of an actuator. */
type ChannelTable = {
  farm_id: number;
  channel_id: number;
  device_id: number;
  /** What the device calls it in its messages. */
  code: string;
  type: string;
  name: string;
  area_name: string;
  interval_ms: number;
  created_at: number;
  deleted_at: number | null;
};

/** flag: 0 good, 1 outside the plausible range (kept, not in statistics). */
type ReadingTable = { farm_id: number; channel_id: number; at: number; value: number; flag: number };

/**
 * Buckets at 10 minutes, an hour and a Seoul day (width in ms), of good readings only. The sum is kept in
 * millionths as an integer: integer sums do not depend on the order in which readings arrive.
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

/** The newest reading of each channel, so that a dashboard does not search. */
type LatestTable = { farm_id: number; channel_id: number; at: number; value: number; flag: number };

/** Where the simulated greenhouse stands. */
type DemoStateTable = { farm_id: number; farm_code: string; state: string };
