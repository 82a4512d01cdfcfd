import type { PushAddress } from '#contract/weather/push-address.ts';
import type { Queries } from '../../db/open.ts';
import type { Trx } from '../../db/transaction.ts';
import type { Encrypter } from '../../kernel/encrypt-at-rest.ts';

/** Below it each console has a path of its own. */
export const PUSH_PATH = '/data/report';

type PushLink = {
  /** The one station that is heard; null: whichever has the address. */
  mac: string | null;
  /** When the address was made, epoch ms: another one is made of another time. */
  issuedAt: number;
};

/** The word that stands for the farm in the address of its console. */
export function pushToken(sealer: Encrypter, farmId: number, { issuedAt }: PushLink): string {
  return sealer.keyedHash(`weather push ${farmId} ${issuedAt}`);
}

/** What is known of a farm's console; undefined for a farm that is simulated, deleted or has no address. */
export async function findPushLink({ db }: Queries, farmId: number): Promise<PushLink | undefined> {
  const row = await db
    .selectFrom('weather_link')
    .innerJoin('farm', 'farm.farm_id', 'weather_link.farm_id')
    .select(['weather_link.ambient_mac as mac', 'weather_link.push_issued_at as issuedAt'])
    .where('farm.farm_id', '=', farmId)
    .where('farm.deleted_at', 'is', null)
    .where('farm.is_simulated', '=', 0)
    .executeTakeFirst();
  return row && row.issuedAt !== null ? { mac: row.mac, issuedAt: row.issuedAt } : undefined;
}

/** Under which name the answers of a farm's console are kept as they came. */
export const consoleSource = (farmId: number) => `console ${farmId}`;

/** The address of a farm's console, as its owner is told it. */
export async function findPushAddress(store: Queries, sealer: Encrypter, farmId: number): Promise<PushAddress> {
  const link = await findPushLink(store, farmId);
  if (!link) return { path: null, heardAt: null };
  const heard = await store.db
    .selectFrom('weather_raw')
    .select(({ fn }) => fn.max('fetched_at').as('at'))
    .where('source', '=', consoleSource(farmId))
    .where('fetched_at', '>=', link.issuedAt)
    .executeTakeFirst();
  const at = heard?.at ?? null;
  return {
    path: `${PUSH_PATH}/${farmId}-${pushToken(sealer, farmId, link)}/`,
    heardAt: at === null ? null : new Date(at).toISOString(),
  };
}

/** Gives the console of a farm an address of this time, or with null none. */
export async function setPushAddress(
  trx: Trx,
  farmId: number,
  { issuedAt, now }: { issuedAt: number | null; now: number },
): Promise<void> {
  await trx
    .insertInto('weather_link')
    .values({
      farm_id: farmId,
      public_station_id: null,
      ambient_mac: null,
      ambient_keys: null,
      push_issued_at: issuedAt,
      updated_at: now,
    })
    .onConflict((c) => c.column('farm_id').doUpdateSet({ push_issued_at: issuedAt }))
    .execute();
}
