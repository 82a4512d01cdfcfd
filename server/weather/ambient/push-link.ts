import type { PushAddress } from '#contract/weather/push-address.ts';
import type { Queries } from '../../db/open.ts';
import type { Trx } from '../../db/transaction.ts';
import type { Encrypter } from '../../kernel/encrypt-at-rest.ts';

/** The common prefix of the paths of all consoles. */
export const PUSH_PATH = '/data/report';

type PushLink = {
  /** The only station that is accepted; null: any station that knows the address. */
  mac: string | null;
  /** When the address was made, epoch ms. The token depends on it, so a new address invalidates the old one. */
  issuedAt: number;
};

/** The secret token in the address of a farm's console. */
export function pushToken(encrypter: Encrypter, farmId: number, { issuedAt }: PushLink): string {
  return encrypter.keyedHash(`weather push ${farmId} ${issuedAt}`);
}

/** The console of a farm; undefined when the farm is simulated, deleted or has no address. */
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

/** The name under which the raw messages of a farm's console are stored. */
export const consoleSource = (farmId: number) => `console ${farmId}`;

/** The address of a farm's console, for its owner. */
export async function findPushAddress(store: Queries, encrypter: Encrypter, farmId: number): Promise<PushAddress> {
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
    path: `${PUSH_PATH}/${farmId}-${pushToken(encrypter, farmId, link)}/`,
    heardAt: at === null ? null : new Date(at).toISOString(),
  };
}

/** Gives the console of a farm an address made at `issuedAt`, or none with null. */
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
