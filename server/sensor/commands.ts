import { deviceProblems } from '#contract/device/device-text.ts';
import type { CalibrationFields, SensorFields } from '#contract/device/sensor.ts';
import { startOfSeoulDate } from '#contract/time/time.ts';
import { takeNumbers } from '../db/sequence.ts';
import { ALL_DAYS, type TileChanges } from '../db/tile-change.ts';
import type { Trx } from '../db/transaction.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import { failField } from '../kernel/fail.ts';

export type ChannelId = { farmId: number; channelId: number };

function rowOf(fields: SensorFields) {
  const { deviceIndex, code, type, name, areaName, intervalMs, plausibleMin, plausibleMax } = fields;
  return {
    device_id: deviceIndex,
    code,
    type,
    name,
    area_name: areaName,
    interval_ms: intervalMs,
    plausible_min: plausibleMin,
    plausible_max: plausibleMax,
  };
}

/** Adds a channel and records its place; returns its index. */
export async function addChannel(trx: Trx, farmId: number, fields: SensorFields, by: Authorship): Promise<number> {
  await requireFreeCode(trx, farmId, fields);
  const channelId = await takeNumbers(trx, 'channel');
  await trx
    .insertInto('channel')
    .values({ farm_id: farmId, channel_id: channelId, ...rowOf(fields), created_at: by.at })
    .execute();
  await notePlace(trx, { farmId, channelId }, fields.areaName, by);
  return channelId;
}

export async function changeChannel(trx: Trx, id: ChannelId, fields: SensorFields): Promise<void> {
  await requireFreeCode(trx, id.farmId, fields, id.channelId);
  await trx
    .updateTable('channel')
    .set(rowOf(fields))
    .where('farm_id', '=', id.farmId)
    .where('channel_id', '=', id.channelId)
    .execute();
}

/** Records the new place of a channel; earlier places stay. */
export async function notePlace(
  trx: Trx,
  { farmId, channelId }: ChannelId,
  areaName: string,
  { userId, at }: Authorship,
): Promise<void> {
  await trx
    .insertInto('channel_place')
    .values({ farm_id: farmId, channel_id: channelId, since: at, area_name: areaName, user_id: userId })
    .onConflict((c) => c.columns(['farm_id', 'channel_id', 'since']).doUpdateSet({ area_name: areaName }))
    .execute();
}

/** Marks a channel as deleted. Its readings stay, and another channel may take the code. */
export async function markChannelDeleted(trx: Trx, { farmId, channelId }: ChannelId, at: number): Promise<void> {
  await trx
    .updateTable('channel')
    // The unique code gets a suffix with "~", which no code may contain, so it cannot collide with one in use.
    .set((eb) => ({ deleted_at: at, code: eb('code', '||', `~${channelId}`) }))
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .execute();
}

/** What a change of calibration needs: it changes every shown value of the channel, so all its tiles change. */
type Calibrating = { trx: Trx; tileChanges: TileChanges };

/** Sets the correction of a channel from the beginning of a Seoul day on; replaces one that begins on the same day. */
export async function addCalibration(
  { trx, tileChanges }: Calibrating,
  { farmId, channelId }: ChannelId,
  { sinceOn, correction }: CalibrationFields,
  { userId, at }: Authorship,
): Promise<void> {
  const noted = { correction, user_id: userId, noted_at: at };
  await trx
    .insertInto('calibration')
    .values({ farm_id: farmId, channel_id: channelId, since: startOfSeoulDate(sinceOn), ...noted })
    .onConflict((c) => c.columns(['farm_id', 'channel_id', 'since']).doUpdateSet(noted))
    .execute();
  await tileChanges.noteDays(trx, { farmId, channelId }, [ALL_DAYS]);
}

/** Removes a calibration; returns false when none begins on that day. */
export async function removeCalibration(
  { trx, tileChanges }: Calibrating,
  { farmId, channelId }: ChannelId,
  sinceOn: string,
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('calibration')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channelId)
    .where('since', '=', startOfSeoulDate(sinceOn))
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return false;
  await tileChanges.noteDays(trx, { farmId, channelId }, [ALL_DAYS]);
  return true;
}

async function requireFreeCode(
  trx: Trx,
  farmId: number,
  { deviceIndex, code }: SensorFields,
  ownId?: number,
): Promise<void> {
  const other = await trx
    .selectFrom('channel')
    .select('channel_id')
    .where('farm_id', '=', farmId)
    .where('device_id', '=', deviceIndex)
    .where('code', '=', code)
    .executeTakeFirst();
  if (other && other.channel_id !== ownId) failField('code', deviceProblems.channelCodeTaken);
}
