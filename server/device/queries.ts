import { expressionBuilder } from 'kysely';
import { type DeviceDetail, type DeviceKind, type DeviceRow, deviceKinds } from '#contract/device/device.ts';
import { UNKNOWN_MS } from '#contract/device/ingest.ts';
import { actuatorTypeNames } from '#contract/series/sensor-types.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { deviceSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import type { Database } from '../db/schema.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isReadable, rightOf } from '../kernel/access/farm-right.ts';
import { listSensorsOf } from '../sensor/queries.ts';

/** What a device's answer needs besides its rows. */
export type DeviceContext = { now: number };

/** Devices of the farms that the caller may see. */
function devicesFor({ db }: Queries, caller: Caller) {
  return db
    .selectFrom('device')
    .innerJoin('farm', 'farm.farm_id', 'device.farm_id')
    .where('device.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null)
    .where(isReadable(caller))
    .select(rightOf(caller).as('right'));
}

/** The channels of a row of `device` that are not deleted. */
function channelsOfDevice() {
  return expressionBuilder<Database, 'device'>()
    .selectFrom('channel')
    .whereRef('channel.farm_id', '=', 'device.farm_id')
    .whereRef('channel.device_id', '=', 'device.device_id')
    .where('channel.deleted_at', 'is', null);
}

/** Counts the channels of a device that are actuators, or the other ones. */
const countOf = (isAmong: 'in' | 'not in') =>
  channelsOfDevice()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channel.type', isAmong, actuatorTypeNames)
    .$asScalar()
    .$notNull();

/** When the device last sent an unknown sensor code after `since`, epoch ms. Unwanted codes do not count. */
const unknownSince = (since: number) =>
  expressionBuilder<Database, 'device'>()
    .selectFrom('unknown_reading')
    .select(({ fn }) => fn.max<number>('unknown_reading.received_at').as('last'))
    .whereRef('unknown_reading.farm_id', '=', 'device.farm_id')
    .whereRef('unknown_reading.device_id', '=', 'device.device_id')
    .where('unknown_reading.received_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('channel')
            .select('channel.channel_id')
            .whereRef('channel.farm_id', '=', 'unknown_reading.farm_id')
            .whereRef('channel.device_id', '=', 'unknown_reading.device_id')
            .whereRef('channel.code', '=', 'unknown_reading.code'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('unwanted_code')
            .select('unwanted_code.code')
            .whereRef('unwanted_code.farm_id', '=', 'unknown_reading.farm_id')
            .whereRef('unwanted_code.device_id', '=', 'unknown_reading.device_id')
            .whereRef('unwanted_code.code', '=', 'unknown_reading.code'),
        ),
      ),
    );

/** When a reading of the device was last refused after `since`, epoch ms. */
const refusedSince = (since: number) =>
  expressionBuilder<Database, 'device'>()
    .selectFrom('refused_count')
    .select(({ fn }) => fn.max<number>('refused_count.last_at').as('last'))
    .whereRef('refused_count.farm_id', '=', 'device.farm_id')
    .whereRef('refused_count.device_id', '=', 'device.device_id')
    .where('refused_count.last_at', '>', since);

function withColumns(query: ReturnType<typeof devicesFor>, { now }: DeviceContext) {
  return query
    .select(['device.device_id as index', 'device.farm_id as farmIndex', 'farm.name as farmName'])
    .select(['device.name', 'device.code', 'device.kind', 'device.place', 'device.note'])
    .select(['device.last_seen_at as lastSeenAt', 'device.created_at as createdAt'])
    .select(({ case: when }) => [
      when().when('device.key_hash', 'is', null).then(0).else(1).end().as('hasKey'),
      countOf('not in').as('sensorCount'),
      countOf('in').as('actuatorCount'),
      channelsOfDevice()
        .select((eb) => eb.fn.min<number>('channel.interval_ms').as('least'))
        .as('intervalMs'),
      unknownSince(now - UNKNOWN_MS).as('unknownAt'),
      refusedSince(now - UNKNOWN_MS).as('refusedAt'),
    ]);
}

const sortColumns = {
  name: 'device.name',
  code: 'device.code',
  kind: 'device.kind',
  place: 'device.place',
  farmName: 'farm.name',
  lastSeenAt: 'device.last_seen_at',
} as const;

/** A page of the devices that the caller may see. */
export async function pageOfDevices(
  store: Queries,
  caller: Caller,
  { farmIndex, ...asked }: ListAsked<SortOf<(typeof deviceSorts)[number]>> & { farmIndex?: number | undefined },
  context: DeviceContext,
): Promise<{ rows: DeviceRow[]; total: number }> {
  const all = devicesFor(store, caller);
  const wanted = farmIndex === undefined ? all : all.where('device.farm_id', '=', farmIndex);
  const { rows, total } = await onePage(withColumns(wanted, context), asked, {
    searched: ['device.name', 'device.code', 'device.place', 'farm.name'],
    sorted: sortColumns,
    otherwise: 'device.device_id',
  });
  return { rows: rows.map(deviceOf), total };
}

/** Names of a farm's devices by device index. */
export async function deviceNames({ db }: Queries, farmId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('device')
    .select(['device_id', 'name'])
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ device_id, name }) => [device_id, name]));
}

/** One device; undefined when the caller may not see it. */
export async function findDevice(
  store: Queries,
  caller: Caller,
  deviceId: number,
  context: DeviceContext & Pick<DeviceDetail, 'mqtt'>,
): Promise<DeviceDetail | undefined> {
  const row = await withColumns(devicesFor(store, caller), context)
    .where('device.device_id', '=', deviceId)
    .executeTakeFirst();
  if (!row) return undefined;
  const channels = await listSensorsOf(store, caller, deviceId);
  const { mqtt } = context;
  return { ...deviceOf(row), createdAt: new Date(row.createdAt).toISOString(), channels, mqtt };
}

type FoundDevice = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

function deviceOf(row: FoundDevice): DeviceRow {
  const { index, farmIndex, farmName, name, code, place, note, sensorCount, actuatorCount, intervalMs } = row;
  const unstoredAt = Math.max(row.unknownAt ?? 0, row.refusedAt ?? 0);
  return {
    index,
    farmIndex,
    farmName,
    name,
    code,
    place,
    note,
    sensorCount,
    actuatorCount,
    kind: isDeviceKind(row.kind) ? row.kind : 'other',
    right: row.right ?? 'read',
    lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).toISOString(),
    unstoredAt: unstoredAt > 0 ? new Date(unstoredAt).toISOString() : null,
    intervalMs,
    hasKey: row.hasKey === 1,
  };
}

function isDeviceKind(kind: string): kind is DeviceKind {
  return (deviceKinds as readonly string[]).includes(kind);
}
