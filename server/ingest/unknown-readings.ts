import type { UnknownSensor } from '#contract/device/device.ts';
import { UNKNOWN_MS } from '#contract/device/ingest.ts';
import { plausibleRangeOf, type SensorFields } from '#contract/device/sensor.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { EXCLUDED, type GatedReading, IMPLAUSIBLE, type IsExcluded } from '../db/reading-writer.ts';
import type { Trx } from '../db/transaction.ts';
import { groupedBy } from '../kernel/grouped-by.ts';
import { followReadings } from '../monitor/rollup.ts';
import { listUnwanted, markWanted } from './unwanted-codes.ts';

/** Unknown codes kept per device, besides the unwanted ones; readings of further codes are refused. */
const MAX_CODES = 16;
/** The newest readings kept per code: as many as one per minute gives. */
const MAX_READINGS = UNKNOWN_MS / MINUTE_MS;
/** Rows per statement. */
const CHUNK = 500;

/** A reading that would be stored if its device had a sensor with this code. */
export type UnknownReading = { farmId: number; deviceId: number; code: string; at: number; value: number };

type DeviceId = Pick<UnknownReading, 'farmId' | 'deviceId'>;

/** Keeps readings until a user registers their sensor; returns those of codes for which there is no room. */
export async function keepUnknown(
  within: Queries,
  readings: readonly UnknownReading[],
  now: number,
): Promise<ReadonlySet<UnknownReading>> {
  const withoutRoom = new Set<UnknownReading>();
  for (const ofDevice of groupedBy(readings, ({ farmId, deviceId }) => `${farmId} ${deviceId}`).values()) {
    const [{ farmId, deviceId }] = ofDevice;
    const unwanted = new Set(await listUnwanted(within, { farmId, deviceId }));
    const kept = await keptCodes(within, { farmId, deviceId }, now);
    const asked = new Set(kept.filter((code) => !unwanted.has(code)));
    for (const ofCode of groupedBy(ofDevice, ({ code }) => code).values()) {
      const [{ code }] = ofCode;
      if (!asked.has(code) && !unwanted.has(code)) {
        if (asked.size >= MAX_CODES) {
          for (const reading of ofCode) withoutRoom.add(reading);
          continue;
        }
        asked.add(code);
      }
      await keepNewest(within, { farmId, deviceId, code }, ofCode, now);
    }
  }
  return withoutRoom;
}

async function keptCodes({ db }: Queries, { farmId, deviceId }: DeviceId, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unknown_reading')
    .select('code')
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('received_at', '>', now - UNKNOWN_MS)
    .groupBy('code')
    .execute();
  return rows.map(({ code }) => code);
}

async function keepNewest(
  { db }: Queries,
  { farmId, deviceId, code }: Pick<UnknownReading, 'farmId' | 'deviceId' | 'code'>,
  readings: readonly UnknownReading[],
  now: number,
): Promise<void> {
  const newest = [...readings].sort((a, b) => a.at - b.at).slice(-MAX_READINGS);
  for (let from = 0; from < newest.length; from += CHUNK) {
    const rows = newest
      .slice(from, from + CHUNK)
      .map(({ at, value }) => ({ farm_id: farmId, device_id: deviceId, code, at, value, received_at: now }));
    await db
      .insertInto('unknown_reading')
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute();
  }
  const surplus = await db
    .selectFrom('unknown_reading')
    .select('at')
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .orderBy('at', 'desc')
    .offset(MAX_READINGS)
    .limit(1)
    .executeTakeFirst();
  if (!surplus) return;
  await db
    .deleteFrom('unknown_reading')
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .where('at', '<=', surplus.at)
    .execute();
}

/** The unknown codes that devices of a farm sent, without the unwanted ones, by device and code. */
export async function listUnknown(
  { db }: Queries,
  farmId: number,
  now: number,
): Promise<(UnknownSensor & { deviceIndex: number; deviceName: string })[]> {
  const kept = db
    .selectFrom('unknown_reading')
    .select(['farm_id', 'device_id', 'code'])
    .select(({ fn }) => [
      fn.min<number>('at').as('first'),
      fn.max<number>('at').as('last'),
      fn.max<number>('received_at').as('received'),
      fn.countAll<number>().as('count'),
    ])
    .where('farm_id', '=', farmId)
    .where('received_at', '>', now - UNKNOWN_MS)
    .groupBy(['farm_id', 'device_id', 'code']);
  const rows = await db
    .selectFrom(kept.as('kept'))
    .innerJoin('unknown_reading as newest', (join) =>
      join
        .onRef('newest.farm_id', '=', 'kept.farm_id')
        .onRef('newest.device_id', '=', 'kept.device_id')
        .onRef('newest.code', '=', 'kept.code')
        .onRef('newest.at', '=', 'kept.last'),
    )
    .innerJoin('device', (join) =>
      join.onRef('device.farm_id', '=', 'kept.farm_id').onRef('device.device_id', '=', 'kept.device_id'),
    )
    .leftJoin('channel', (join) =>
      join
        .onRef('channel.farm_id', '=', 'kept.farm_id')
        .onRef('channel.device_id', '=', 'kept.device_id')
        .onRef('channel.code', '=', 'kept.code'),
    )
    .leftJoin('unwanted_code', (join) =>
      join
        .onRef('unwanted_code.farm_id', '=', 'kept.farm_id')
        .onRef('unwanted_code.device_id', '=', 'kept.device_id')
        .onRef('unwanted_code.code', '=', 'kept.code'),
    )
    .select(['kept.device_id as deviceIndex', 'device.name as deviceName', 'kept.code', 'newest.value'])
    .select(['kept.first', 'kept.last', 'kept.received', 'kept.count'])
    .where('device.deleted_at', 'is', null)
    .where('channel.channel_id', 'is', null)
    .where('unwanted_code.code', 'is', null)
    .orderBy('kept.device_id')
    .orderBy('kept.code')
    .execute();
  return rows.map(({ first, last, received, ...sensor }) => ({
    ...sensor,
    at: new Date(last).toISOString(),
    receivedAt: new Date(received).toISOString(),
    spanMs: last - first,
  }));
}

type Adopting = Pick<Store, 'readings' | 'tileChanges' | 'horizons'> & { trx: Trx };

/**
 * Stores the kept readings of a code as readings of its new channel, in the transaction that registers it: raw rows,
 * buckets and newest value as the gate would have written them. Returns the newest, for live views.
 */
export async function adoptUnknown(
  { trx, readings, tileChanges, horizons }: Adopting,
  { farmId, channelId }: Pick<GatedReading, 'farmId' | 'channelId'>,
  sensor: Pick<SensorFields, 'deviceIndex' | 'code' | 'type' | 'plausibleMin' | 'plausibleMax'>,
  { now, isExcluded }: { now: number; isExcluded: IsExcluded },
): Promise<GatedReading[]> {
  const { deviceIndex: deviceId, code } = sensor;
  const [min, max] = plausibleRangeOf(sensor);
  const rows = await trx
    .selectFrom('unknown_reading')
    .select(['at', 'value', 'received_at as receivedAt'])
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .where('received_at', '>', now - UNKNOWN_MS)
    // Older buckets still count rows that were deleted, so those readings would count twice.
    .where('at', '>=', horizons.at('raw'))
    .orderBy('at')
    .execute();
  const kept = rows.map(({ at, value }): GatedReading => {
    const reading: GatedReading = { farmId, channelId, at, value, flag: 0 };
    if (value < min || value > max) reading.flag |= IMPLAUSIBLE;
    if (isExcluded({ farmId, channelId, at })) reading.flag |= EXCLUDED;
    return reading;
  });
  const fresh = (await readings.insert(trx, [kept])).flat();
  const newest = await followReadings(trx, { readings, tileChanges }, fresh);
  await trx
    .deleteFrom('unknown_reading')
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('code', '=', code)
    .execute();
  await markWanted({ db: trx }, { farmId, deviceId, code });
  const lastReceivedAt = Math.max(...rows.map(({ receivedAt }) => receivedAt));
  if (fresh.length > 0) await readings.heard(trx, [{ farmId, deviceId }], lastReceivedAt);
  return newest;
}

/** Deletes readings that nobody has registered a sensor for in time. */
export async function dropOldUnknown({ db }: Queries, now: number): Promise<void> {
  await db
    .deleteFrom('unknown_reading')
    .where('received_at', '<=', now - UNKNOWN_MS)
    .execute();
}
