import type { Calibration, SensorDetail, SensorPlace, SensorRow } from '#contract/device/sensor.ts';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { seoulDate } from '#contract/time/time.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { sensorSorts } from '#contract/wire/sorts.ts';
import { calibratedIn } from '../db/calibration.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import { IMPLAUSIBLE } from '../db/reading-writer.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isReadable, rightOf } from '../kernel/access/farm-right.ts';

/** Channels of the farms that the caller may see. */
function channelsFor({ db }: Queries, caller: Caller) {
  return (
    db
      .selectFrom('channel')
      .innerJoin('device', (join) =>
        join.onRef('device.farm_id', '=', 'channel.farm_id').onRef('device.device_id', '=', 'channel.device_id'),
      )
      .innerJoin('farm', 'farm.farm_id', 'channel.farm_id')
      .leftJoin('latest', (join) =>
        join.onRef('latest.farm_id', '=', 'channel.farm_id').onRef('latest.channel_id', '=', 'channel.channel_id'),
      )
      .where('channel.deleted_at', 'is', null)
      // Skips types that only another version knows.
      .where('channel.type', 'in', Object.keys(channelTypes))
      .where('farm.deleted_at', 'is', null)
      .where(isReadable(caller))
      .select(rightOf(caller).as('right'))
  );
}

function withColumns(query: ReturnType<typeof channelsFor>) {
  return query
    .select(['channel.channel_id as index', 'channel.farm_id as farmIndex', 'farm.name as farmName'])
    .select(['channel.device_id as deviceIndex', 'device.name as deviceName', 'device.code as deviceCode'])
    .select(['channel.code', 'channel.type', 'channel.name', 'channel.area_name as areaName'])
    .select(['channel.interval_ms as intervalMs', 'channel.created_at as createdAt'])
    .select(['channel.plausible_min as plausibleMin', 'channel.plausible_max as plausibleMax'])
    .select(['latest.at as readAt', 'latest.flag'])
    .select((eb) =>
      // The cast hides the null of a channel without a reading; `sensorOf` checks it.
      calibratedIn(eb.ref('latest.value').$castTo<number>(), { of: 'channel', at: 'latest.at' }).as('value'),
    );
}

const sortColumns = {
  name: 'channel.name',
  code: 'channel.code',
  type: 'channel.type',
  areaName: 'channel.area_name',
  deviceName: 'device.name',
  readAt: 'latest.at',
} as const;

type ReadRequest = ListAsked<SortOf<(typeof sensorSorts)[number]>> & {
  farmIndex?: number | undefined;
  deviceIndex?: number | undefined;
};

/** A page of the sensors and actuators that the caller may see. */
export async function pageOfSensors(
  store: Queries,
  caller: Caller,
  { farmIndex, deviceIndex, ...asked }: ReadRequest,
): Promise<{ rows: SensorRow[]; total: number }> {
  let wanted = channelsFor(store, caller);
  if (farmIndex !== undefined) wanted = wanted.where('channel.farm_id', '=', farmIndex);
  if (deviceIndex !== undefined) wanted = wanted.where('channel.device_id', '=', deviceIndex);
  const { rows, total } = await onePage(withColumns(wanted), asked, {
    searched: ['channel.name', 'channel.code', 'channel.area_name', 'device.name', 'farm.name'],
    sorted: sortColumns,
    otherwise: 'channel.channel_id',
  });
  return { rows: rows.map((row) => sensorOf(row)), total };
}

/** The channels of one device, in the order of registration. */
export async function listSensorsOf(store: Queries, caller: Caller, deviceId: number): Promise<SensorRow[]> {
  const rows = await withColumns(channelsFor(store, caller))
    .where('channel.device_id', '=', deviceId)
    .orderBy('channel.channel_id')
    .execute();
  return rows.map((row) => sensorOf(row));
}

/** One sensor; undefined when the caller may not see it. */
export async function findSensor(store: Queries, caller: Caller, channelId: number): Promise<SensorDetail | undefined> {
  const row = await withColumns(channelsFor(store, caller))
    .where('channel.channel_id', '=', channelId)
    .executeTakeFirst();
  if (!row) return undefined;
  const createdAt = new Date(row.createdAt).toISOString();
  const places = await placesOf(store, row.farmIndex, channelId);
  return {
    ...sensorOf(row),
    createdAt,
    hasReadings: row.readAt !== null,
    places: places.length > 0 ? places : [{ areaName: row.areaName, sinceAt: createdAt, by: null }],
    calibrations: await calibrationsOf(store, row.farmIndex, channelId),
  };
}

/** The places of a channel, newest first; empty while a channel made by the installation has not been moved. */
async function placesOf({ db }: Queries, farmId: number, channelId: number): Promise<SensorPlace[]> {
  const rows = await db
    .selectFrom('channel_place')
    .leftJoin('user', 'user.id', 'channel_place.user_id')
    .select(['area_name as areaName', 'since', 'user.name as by'])
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .orderBy('since', 'desc')
    .execute();
  return rows.map(({ areaName, since, by }) => ({ areaName, sinceAt: new Date(since).toISOString(), by }));
}

async function calibrationsOf({ db }: Queries, farmId: number, channelId: number): Promise<Calibration[]> {
  const rows = await db
    .selectFrom('calibration')
    .leftJoin('user', 'user.id', 'calibration.user_id')
    .select(['since', 'correction', 'noted_at as notedAt', 'user.name as by'])
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .orderBy('since', 'desc')
    .execute();
  return rows.map(({ since, correction, notedAt, by }) => ({
    sinceOn: seoulDate(since),
    correction,
    by,
    notedAt: new Date(notedAt).toISOString(),
  }));
}

type FoundSensor = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

function sensorOf(row: FoundSensor): SensorRow {
  const { index, farmIndex, farmName, deviceIndex, deviceName, deviceCode, code, name, areaName } = row;
  const { intervalMs, plausibleMin, plausibleMax, readAt } = row;
  // `channelsFor` selects known types only.
  const type = row.type as ChannelTypeName;
  return {
    index,
    farmIndex,
    farmName,
    deviceIndex,
    deviceName,
    deviceCode,
    code,
    type,
    name,
    areaName,
    intervalMs,
    plausibleMin,
    plausibleMax,
    unit: channelTypes[type].unit,
    right: row.right ?? 'read',
    value: readAt === null ? null : row.value,
    readAt: readAt === null ? null : new Date(readAt).toISOString(),
    isFlagged: ((row.flag ?? 0) & IMPLAUSIBLE) !== 0,
  };
}
