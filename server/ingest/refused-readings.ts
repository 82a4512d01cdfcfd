import type { RefusalCount, RefusedReading } from '#contract/device/device.ts';
import { type ReadingProblem, type Refusal, refusals } from '#contract/device/ingest.ts';
import { DAY_MS, seoulDayNumber, startOfSeoulDay } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { groupedBy } from '../kernel/grouped-by.ts';

/** Seoul days for which refused readings are counted. */
const COUNTED_DAYS = 7;
/** Single readings kept per device: as many as the page shows. */
const RECENT = 10;
/** Rows per statement. */
const CHUNK = 500;

/** A reading that was refused; `sensor` is what the device calls it. */
type Refused = { farmId: number; deviceId: number; sensor: string; reason: Refusal };

type DeviceId = Pick<Refused, 'farmId' | 'deviceId'>;

/** What was refused of a batch of a device, in its order. */
export function refusedOf(
  { farmId, deviceId }: DeviceId,
  sent: readonly unknown[],
  problems: readonly ReadingProblem[],
): Refused[] {
  return problems.flatMap(({ index, status, reason }) =>
    status !== 'refused' || reason === 'IMPLAUSIBLE' ? [] : [{ farmId, deviceId, sensor: nameIn(sent[index]), reason }],
  );
}

/** The sensor code that was sent. It is untrusted: only strings and numbers are shown, cut to 40 characters. */
function nameIn(reading: unknown): string {
  const { sensor }: { sensor?: unknown } = Object(reading);
  // PostgreSQL stores no text with U+0000.
  return typeof sensor === 'string' || typeof sensor === 'number'
    ? String(sensor).slice(0, 40).replaceAll('\0', '')
    : '';
}

/**
 * Counts refused readings and keeps the last of each device, so that a user sees why readings are missing. Nobody else
 * may write readings of these farms meanwhile. `now`: epoch ms.
 */
export async function noteRefused({ db }: Queries, refused: readonly Refused[], now: number): Promise<void> {
  if (refused.length === 0) return;
  const farms = [...new Set(refused.map(({ farmId }) => farmId))];
  await count({ db }, refused, now);
  await db
    .deleteFrom('refused_count')
    .where('farm_id', 'in', farms)
    .where('day', '<=', seoulDayNumber(now) - COUNTED_DAYS)
    .execute();
  const numbered = await db
    .selectFrom('refused_reading')
    .select(({ fn }) => ['farm_id', 'device_id', fn.max<number>('number').as('last')])
    .where('farm_id', 'in', farms)
    .groupBy(['farm_id', 'device_id'])
    .execute();
  const lastOf = new Map(numbered.map(({ device_id, last }) => [device_id, last]));
  const recent = [...groupedBy(refused, ({ deviceId }) => deviceId).values()].flatMap((ofDevice) =>
    ofDevice.slice(-RECENT).map(({ farmId, deviceId, sensor, reason }, n) => {
      const number = (lastOf.get(deviceId) ?? 0) + n + 1;
      const key = { farm_id: farmId, device_id: deviceId, slot: number % RECENT };
      return { ...key, number, received_at: now, sensor, reason };
    }),
  );
  for (let from = 0; from < recent.length; from += CHUNK) {
    await db
      .insertInto('refused_reading')
      .values(recent.slice(from, from + CHUNK))
      .onConflict((c) =>
        c.columns(['farm_id', 'device_id', 'slot']).doUpdateSet(({ ref }) => ({
          number: ref('excluded.number'),
          received_at: ref('excluded.received_at'),
          sensor: ref('excluded.sensor'),
          reason: ref('excluded.reason'),
        })),
      )
      .execute();
  }
}

async function count({ db }: Queries, refused: readonly Refused[], now: number): Promise<void> {
  const groups = groupedBy(refused, ({ deviceId, reason }) => `${deviceId} ${reason}`);
  const rows = [...groups.values()].map(([{ farmId, deviceId, reason }, ...more]) => ({
    farm_id: farmId,
    device_id: deviceId,
    day: seoulDayNumber(now),
    reason,
    count: more.length + 1,
    last_at: now,
  }));
  for (let from = 0; from < rows.length; from += CHUNK) {
    await db
      .insertInto('refused_count')
      .values(rows.slice(from, from + CHUNK))
      .onConflict((c) =>
        c.columns(['farm_id', 'device_id', 'day', 'reason']).doUpdateSet((eb) => ({
          count: eb('refused_count.count', '+', eb.ref('excluded.count')),
          last_at: eb.ref('excluded.last_at'),
        })),
      )
      .execute();
  }
}

/** The refused readings of a device within the last days, newest first. */
export async function findRefused(
  { db }: Queries,
  { farmId, deviceId }: DeviceId,
  now: number,
): Promise<{ countedFrom: string; counts: RefusalCount[]; recent: RefusedReading[] }> {
  const countedFrom = startOfSeoulDay(now) - (COUNTED_DAYS - 1) * DAY_MS;
  const counts = await countsOfFarm({ db }, farmId, now).where('device_id', '=', deviceId).execute();
  const recent = await db
    .selectFrom('refused_reading')
    .select(['received_at as receivedAt', 'sensor', 'reason'])
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceId)
    .where('received_at', '>=', countedFrom)
    .orderBy('number', 'desc')
    .execute();
  return {
    countedFrom: isoOf(countedFrom),
    counts: counts.flatMap(countOf),
    recent: recent.flatMap(({ receivedAt, sensor, reason }) =>
      isRefusal(reason) ? [{ receivedAt: isoOf(receivedAt), sensor, reason }] : [],
    ),
  };
}

/** Counts per device of a farm, with the last refusal at or after `since`, newest first. Instants are epoch ms. */
export async function countRefused(
  store: Queries,
  farmId: number,
  { since, now }: { since: number; now: number },
): Promise<(RefusalCount & { deviceId: number })[]> {
  const rows = await countsOfFarm(store, farmId, now)
    .having(({ fn }) => fn.max('last_at'), '>=', since)
    .execute();
  return rows.flatMap((row) => countOf(row).map((count) => ({ ...count, deviceId: row.deviceId })));
}

function countsOfFarm({ db }: Queries, farmId: number, now: number) {
  return db
    .selectFrom('refused_count')
    .select(({ fn }) => ['device_id as deviceId', 'reason', fn.sum<number>('count').as('count')])
    .select(({ fn }) => fn.max<number>('last_at').as('lastAt'))
    .where('farm_id', '=', farmId)
    .where('day', '>', seoulDayNumber(now) - COUNTED_DAYS)
    .groupBy(['device_id', 'reason'])
    .orderBy('lastAt', 'desc');
}

/** None of a reason that this release does not know. */
function countOf({ reason, count, lastAt }: { reason: string; count: number; lastAt: number }): RefusalCount[] {
  return isRefusal(reason) ? [{ reason, count: Number(count), lastAt: isoOf(lastAt) }] : [];
}

const isRefusal = (reason: string): reason is Refusal => (refusals as readonly string[]).includes(reason);

const isoOf = (at: number) => new Date(at).toISOString();
