import type { Queries } from '../../db/open.ts';
import type { Override, World } from '../decide/world.ts';

/** Overrides, locks, trips and stops of a farm, and who set them. */
export type HeldNow = {
  overrides: readonly (Override & { by: string })[];
  /** `endsAt` is null for a lock that a person has to lift. */
  lockOuts: readonly {
    channel: number;
    reason: string;
    userId: number;
    by: string;
    at: number;
    endsAt: number | null;
  }[];
  trips: readonly { channel: number; by: string; at: number }[];
  stopAll: (NonNullable<World['stopAll']> & { by: string }) | null;
};

/** In place of a channel: this lock holds every supply of carbon dioxide of the farm, because people are inside. */
export const ALL_SUPPLIES = 0;

/** Locks in force at an instant. */
export function locksAt({ lockOuts }: Pick<HeldNow, 'lockOuts'>, at: number): HeldNow['lockOuts'] {
  return lockOuts.filter(({ endsAt }) => endsAt === null || endsAt > at);
}

/** Reads them from the database; expired ones are included. */
export async function findHeld(store: Queries, farmId: number): Promise<HeldNow> {
  const { db } = store;
  const lockOuts = await db
    .selectFrom('lock_out')
    .leftJoin('user', 'user.id', 'lock_out.set_by')
    .select(['channel_id as channel', 'reason', 'set_by as userId', 'user.name as by', 'set_at as at'])
    .select('ends_at as endsAt')
    .where('farm_id', '=', farmId)
    .orderBy('channel_id')
    .execute();
  const trips = await db
    .selectFrom('trip')
    .select(['channel_id as channel', 'by', 'at'])
    .where('farm_id', '=', farmId)
    .orderBy('channel_id')
    .execute();
  const stop = await db
    .selectFrom('stop_all')
    .leftJoin('user', 'user.id', 'stop_all.set_by')
    .select(['stop_id as id', 'set_at as setAt', 'for_min as forMin', 'user.name as by'])
    .where('farm_id', '=', farmId)
    .executeTakeFirst();
  return {
    overrides: await overridesOf(store, farmId),
    lockOuts: await onSupplies(
      store,
      farmId,
      lockOuts.map((one) => ({ ...one, by: one.by ?? '' })),
    ),
    trips,
    stopAll: stop ? { ...stop, by: stop.by ?? '' } : null,
  };
}

/** Puts the lock of people inside on each supply that is not locked for a repair. */
async function onSupplies({ db }: Queries, farmId: number, set: HeldNow['lockOuts']): Promise<HeldNow['lockOuts']> {
  const inside = set.find(({ channel }) => channel === ALL_SUPPLIES);
  if (!inside) return set;
  const own = set.filter(({ channel }) => channel !== ALL_SUPPLIES);
  const supplies = await db
    .selectFrom('channel')
    .select('channel_id as channel')
    .where('farm_id', '=', farmId)
    .where('type', '=', 'CO2_SUPPLY')
    .orderBy('channel_id')
    .execute();
  const free = supplies.filter(({ channel }) => !own.some((one) => one.channel === channel && one.endsAt === null));
  return [...own, ...free.map(({ channel }) => ({ ...inside, channel }))];
}

async function overridesOf({ db }: Queries, farmId: number): Promise<HeldNow['overrides']> {
  const rows = await db
    .selectFrom('actuator_override')
    .leftJoin('user', 'user.id', 'actuator_override.set_by')
    .select(['override_id as id', 'channel_id as channel', 'level_pct as levelPct', 'set_at as setAt'])
    .select(['ends_at as endsAt', 'held_until as heldUntil', 'litres', 'user.name as by'])
    .where('farm_id', '=', farmId)
    .orderBy('channel_id')
    .execute();
  return rows.map((one) => ({ ...one, by: one.by ?? '' }));
}
