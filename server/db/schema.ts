import type { ColumnType } from 'kysely';
import type { EditedName } from '#contract/growth-calendar/calendar-edit.ts';
import type { Flag } from './flag.ts';
import type {
  ForecastHourTable,
  ForecastIssueTable,
  OutlookTable,
  ProviderStateTable,
  WeatherLinkTable,
  WeatherRawTable,
  WeatherStationTable,
} from './weather-tables.ts';

/**
 * The tables, as Kysely sees them. Whatever belongs to a farm has farm_id as the first column of its
 * primary key and of every unique key, and every join is on it, so that the schema distributes by farm.
 * Instants are epoch milliseconds (UTC), booleans 0 or 1.
 */
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
  unknown_reading: UnknownReadingTable;
  unwanted_code: UnwantedCodeTable;
  rollup: RollupTable;
  latest: LatestTable;
  demo_state: DemoStateTable;
  item_code: ItemCodeTable;
  crop: CropTable;
  calendar_edit: CalendarEditTable;
  weather_link: WeatherLinkTable;
  weather_station: WeatherStationTable;
  forecast_issue: ForecastIssueTable;
  forecast_hour: ForecastHourTable;
  outlook: OutlookTable;
  lease: LeaseTable;
  provider_state: ProviderStateTable;
  weather_raw: WeatherRawTable;
  channel_place: ChannelPlaceTable;
  calibration: CalibrationTable;
  exclusion: ExclusionTable;
  tile_cursor: TileCursorTable;
  tile_change: TileChangeTable;
  idempotency: IdempotencyTable;
  audit: AuditTable;
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
  phone: ColumnType<string | null, string | null | undefined, string | null>;
  password_hash: string;
  password_changed_at: ColumnType<number | null, number | null | undefined, number>;
  /** The password was made by somebody else: it opens nothing but the way to another. */
  must_change_password: Flag;
  /** When that was; null for a password of the user's own, and for one that never lapses. */
  one_time_issued_at: ColumnType<number | null, number | null | undefined, number | null>;
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
  /** JSON as contract/heat/heat.ts has it; null: the controller's own defaults. */
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
  kind: ColumnType<string, string | undefined, string>;
  /** Where it hangs, in the grower's words. */
  place: ColumnType<string, string | undefined, string>;
  note: ColumnType<string, string | undefined, string>;
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
  /** Narrower or wider than the type's own range; null: the type's. */
  plausible_min: ColumnType<number | null, number | null | undefined, number | null>;
  plausible_max: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: number;
  deleted_at: number | null;
};

/**
 * flag: 0 good; else kept and not in statistics: 1 outside the plausible range as the gate judged, 2 left out by hand,
 * 3 both.
 */
type ReadingTable = { farm_id: number; channel_id: number; at: number; value: number; flag: number };

/** What a device sent under a code that no sensor of it has; waits to be told what it is. */
type UnknownReadingTable = {
  farm_id: number;
  device_id: number;
  code: string;
  at: number;
  value: number;
  received_at: number;
};

/** A code that a device sends and nobody wants. */
type UnwantedCodeTable = { farm_id: number; device_id: number; code: string };

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

/** Codes of things that can be chosen; those of crops begin with CRO. */
type ItemCodeTable = { code: string; name: string; position: number; deleted_at: number | null };

/** Days are yyyy-MM-dd. Ids are UUIDs, so that a crop can be written down before the server is reached. */
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

/**
 * A value of a growth calendar set by hand; the newest of a value counts. farm_id 0: an administrator's, for all farms,
 * with the item code as its subject; else a farm's own, with the crop's id.
 */
type CalendarEditTable = {
  farm_id: number;
  calendar_edit_id: number;
  subject_id: string;
  /** From 0, the first third of January. */
  period: number;
  name: EditedName;
  /** JSON; null: as the calendar below has it. */
  value: string | null;
  reason: string;
  user_id: number;
  noted_at: number;
};

/** Who of many processes does a thing, until when. */
type LeaseTable = { name: string; holder: string; until: number };

/** Where a channel has been, each place from an instant on; the channel's own area_name is the newest. */
type ChannelPlaceTable = { farm_id: number; channel_id: number; since: number; area_name: string; user_id: number };

/** What is added to a channel's stored values from the beginning of a Seoul day on; the stored value stays raw. */
type CalibrationTable = {
  farm_id: number;
  channel_id: number;
  since: number;
  correction: number;
  user_id: number;
  noted_at: number;
};

/** Readings of a channel in [since, until) left out by hand; until null: all from then on. */
type ExclusionTable = {
  farm_id: number;
  exclusion_id: number;
  channel_id: number;
  since: number;
  until: number | null;
  reason: string;
  user_id: number;
  noted_at: number;
  lifted_by: ColumnType<number | null, number | null | undefined, number>;
  lifted_at: ColumnType<number | null, number | null | undefined, number>;
  /** Whether readings and buckets are as it says; 0 while they are being brought there. */
  is_settled: Flag;
};

/** How many times the readings of a farm have changed. */
type TileCursorTable = { farm_id: number; seq: number };

/**
 * When the readings of a channel last changed on a Seoul day (counted from 1970-01-01), as the farm's cursor stood
 * then; day -1 stands for all days.
 */
type TileChangeTable = { farm_id: number; channel_id: number; day: number; seq: number };

/** The answers to writes, by what the client named them. */
type IdempotencyTable = {
  user_id: number;
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  at: number;
};

/** Who changed what; farm_id 0 for what belongs to no farm. */
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
