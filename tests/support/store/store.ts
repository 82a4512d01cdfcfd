import type { PhotoOwnerKind } from '#contract/photo/photo.ts';
import type { ChannelTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { Store } from '#server/db/open.ts';
import { goodReadings } from '#server/db/points.ts';
import { decodeDay } from '#server/db/sealed/sealed-day.ts';
import { takeNumbers } from '#server/db/sequence.ts';
import { type CreatedDevice, createDevice } from '#server/device/commands.ts';
import { type CachedDevice, createDeviceCache } from '#server/device/device-cache.ts';

export async function aFarm(
  { db }: Store,
  {
    ownerId = 1,
    name = '시험 농장',
    memberId,
    memberRight,
  }: { ownerId?: number; name?: string; memberId?: number; memberRight?: 'write' | 'read' } = {},
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const farmId = await takeNumbers(trx, 'farm');
    await trx
      .insertInto('farm')
      .values({ farm_id: farmId, name, address: '제주시', owner_id: ownerId, created_at: 0 })
      .execute();
    if (memberId !== undefined) {
      await trx
        .insertInto('farm_member')
        .values({ farm_id: farmId, user_id: memberId, right: memberRight ?? 'read', added_at: 0 })
        .execute();
    }
    return farmId;
  });
}

/** A crop with only the required fields. */
export async function aCropOn(
  { db }: Store,
  {
    farmId,
    cropId,
    itemCode,
    status = 'growing',
  }: { farmId: number; cropId: string; itemCode: string; status?: string },
): Promise<void> {
  await db
    .insertInto('crop')
    .values({
      farm_id: farmId,
      crop_id: cropId,
      item_code: itemCode,
      variety: '',
      house: '',
      area_m2: null,
      tree_count: null,
      planted_on: null,
      bud_break_on: null,
      cultivation: '',
      status,
      created_at: 0,
      deleted_at: null,
    })
    .execute();
}

/** A device with one channel for each type, whose code is the type in lower case ('temperature'). */
export async function aDevice(
  store: Store,
  farmId: number,
  types: readonly ChannelTypeName[] = ['TEMPERATURE', 'HUMIDITY'],
  { code = 'n01', intervalMs = MINUTE_MS }: { code?: string; intervalMs?: number } = {},
): Promise<CreatedDevice & { known: CachedDevice }> {
  const channels = types.map((type) => ({ code: type.toLowerCase(), type, name: type, areaName: '1동', intervalMs }));
  const created = await createDevice(store, { farmId, code, name: '시험 장치', channels }, 0);
  const known = await createDeviceCache(store).byKey(created.key);
  if (!known) throw new Error('the device just created is not found by its key');
  return { ...created, known };
}

/** The good readings of all channels, rows and sealed days, by channel and time. */
export async function allReadings(store: Store): Promise<{ channelId: number; at: number; value: number }[]> {
  const channels = await store.db
    .selectFrom('channel')
    .select(['farm_id', 'channel_id'])
    .orderBy('channel_id')
    .execute();
  const found: { channelId: number; at: number; value: number }[] = [];
  for (const { farm_id: farmId, channel_id: index } of channels) {
    const channel = { farmId, index, isCalibrated: 0 } as const;
    const readings = await goodReadings(store, { channel, begin: 0, end: Number.MAX_SAFE_INTEGER });
    found.push(...readings.map(({ at, value }) => ({ channelId: index, at, value })));
  }
  return found;
}

/** The row of a photo on a farm, without files. */
export async function aPhotoOn(
  { db }: Store,
  farmId: number,
  { kind, id }: { kind: PhotoOwnerKind; id: string } = { kind: 'inspection', id: 'x' },
): Promise<void> {
  const owner = { owner_kind: kind, owner_id: id, role: null, taken_at: null, user_id: 1, created_at: 0 };
  const picture = { width: 1, height: 1, bytes: 1, hash: `${farmId}` };
  await db
    .insertInto('photo')
    .values({ farm_id: farmId, photo_id: id, ...owner, ...picture })
    .execute();
}

/** The buckets of all channels as rows, from rows and sealed days, by channel, width and start. */
export async function allBuckets({ db }: Store) {
  const rows = await db.selectFrom('rollup').selectAll().execute();
  const sealed = await db.selectFrom('sealed_reading').selectAll().execute();
  const unpacked = sealed.flatMap(({ farm_id: farmId, channel_id: channelId, day, ...bodies }) =>
    decodeDay({ farmId, channelId }, day, bodies).buckets.map(({ width, start, count, min, max, ...bucket }) => ({
      farm_id: farmId,
      channel_id: channelId,
      width,
      start,
      count,
      sum_micro: bucket.sumMicro,
      min,
      min_at: bucket.minAt,
      max,
      max_at: bucket.maxAt,
    })),
  );
  return [...rows, ...unpacked].sort((a, b) => a.channel_id - b.channel_id || a.width - b.width || a.start - b.start);
}
