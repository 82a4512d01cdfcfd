import type { Trx } from '../db/transaction.ts';
import type { Authorship } from '../kernel/access/authorship.ts';
import type { Override } from './decide/world.ts';

type OfChannel = { farmId: number; channel: number };
/** Adds a manual override of an actuator, replacing the previous one. */
export async function saveOverride(
  trx: Trx,
  { farmId, channel }: OfChannel,
  hand: Pick<Override, 'id' | 'levelPct' | 'endsAt' | 'litres' | 'heldUntil'>,
  { userId, at }: Authorship,
): Promise<void> {
  const held = {
    override_id: hand.id,
    level_pct: hand.levelPct,
    litres: hand.litres,
    set_by: userId,
    set_at: at,
    ends_at: hand.endsAt,
    held_until: hand.heldUntil ?? null,
  };
  await trx
    .insertInto('actuator_override')
    .values({ farm_id: farmId, channel_id: channel, ...held })
    .onConflict((c) => c.columns(['farm_id', 'channel_id']).doUpdateSet(held))
    .execute();
}

/** Renews a held key; false when it is another user's, has another direction, or was released. */
export async function renewHeldKey(
  trx: Trx,
  { farmId, channel }: OfChannel,
  { levelPct, endsAt, heldUntil }: { levelPct: number; endsAt: number; heldUntil: number },
  { userId, at }: Authorship,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('actuator_override')
    .set({ ends_at: endsAt, held_until: heldUntil })
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channel)
    .where('level_pct', '=', levelPct)
    .where('set_by', '=', userId)
    .where('held_until', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases a held key; the override then keeps the position. False when no key is held. */
export async function releaseHeldKey(trx: Trx, { farmId, channel }: OfChannel, at: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('actuator_override')
    .set({ held_until: at })
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', channel)
    .where('held_until', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOverride(trx: Trx, { farmId, channel }: OfChannel): Promise<void> {
  await trx.deleteFrom('actuator_override').where('farm_id', '=', farmId).where('channel_id', '=', channel).execute();
}

/** Stops all equipment of a farm for a time, and ends its manual overrides. */
export async function stopFarm(
  trx: Trx,
  farmId: number,
  { id, minutes }: { id: string; minutes: number },
  { userId, at }: Authorship,
): Promise<void> {
  const stop = { stop_id: id, set_by: userId, set_at: at, for_min: minutes };
  await trx
    .insertInto('stop_all')
    .values({ farm_id: farmId, ...stop })
    .onConflict((c) => c.column('farm_id').doUpdateSet(stop))
    .execute();
  await trx.deleteFrom('actuator_override').where('farm_id', '=', farmId).execute();
}

export async function resumeFarm(trx: Trx, farmId: number): Promise<void> {
  await trx.deleteFrom('stop_all').where('farm_id', '=', farmId).execute();
}

/** Locks an actuator, or all supplies of carbon dioxide (`ALL_SUPPLIES`). */
export async function saveLockOut(
  trx: Trx,
  { farmId, channel }: OfChannel,
  { reason, endsAt }: { reason: string; endsAt: number | null },
  { userId, at }: Authorship,
): Promise<void> {
  const locked = { reason, set_by: userId, set_at: at, ends_at: endsAt };
  await trx
    .insertInto('lock_out')
    .values({ farm_id: farmId, channel_id: channel, ...locked })
    .onConflict((c) => c.columns(['farm_id', 'channel_id']).doUpdateSet(locked))
    .execute();
  await deleteOverride(trx, { farmId, channel });
}

/** Removes all locks of a farm that end by themselves. */
export async function deleteTimedLockOuts(trx: Trx, farmId: number): Promise<void> {
  await trx.deleteFrom('lock_out').where('farm_id', '=', farmId).where('ends_at', 'is not', null).execute();
}

export async function deleteLockOut(trx: Trx, { farmId, channel }: OfChannel): Promise<void> {
  await trx.deleteFrom('lock_out').where('farm_id', '=', farmId).where('channel_id', '=', channel).execute();
}

export async function deleteTrip(trx: Trx, { farmId, channel }: OfChannel): Promise<void> {
  await trx.deleteFrom('trip').where('farm_id', '=', farmId).where('channel_id', '=', channel).execute();
}

/** Records that a person has checked the reason of a suspension, for the next decision. */
export async function noteCleared(trx: Trx, farmId: number, rule: string): Promise<void> {
  await trx
    .insertInto('cleared_rule')
    .values({ farm_id: farmId, rule_id: rule })
    .onConflict((c) => c.doNothing())
    .execute();
}
