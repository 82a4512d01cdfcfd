import { createHash, randomUUID } from 'node:crypto';
import type { Trx } from '../db/transaction.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';

/** The thing to create: its farm, its id if the caller gave one, and the content that identifies a repeat. */
type Asked = { farmId: number; id: string | undefined; content: unknown };

type Maker<Data> = {
  find(id: string): Promise<Data | undefined>;
  create(id: string): Promise<void>;
};

/**
 * Creates a thing with a UUID once. A repeat with the same id, user and content changes nothing and returns the thing
 * as it is now; NOT_FOUND when it was deleted since. An id that is already used for anything else is refused with
 * ALREADY_EXISTS.
 */
export async function createOnce<Data>(
  { trx, caller, at }: { trx: Trx; caller: Caller; at: number },
  { farmId, id: given, content }: Asked,
  { find, create }: Maker<Data>,
): Promise<Data> {
  const id = given ?? randomUUID();
  const fingerprint = fingerprintOf(content);
  const known = await trx.selectFrom('creation').selectAll().where('thing_id', '=', id).executeTakeFirst();
  if (known) {
    const isSame = known.farm_id === farmId && known.user_id === caller.userId && known.fingerprint === fingerprint;
    if (!isSame) fail('ALREADY_EXISTS', { field: 'id' });
    return (await find(id)) ?? fail('NOT_FOUND');
  }
  if (given !== undefined && (await find(given))) fail('ALREADY_EXISTS', { field: 'id' });
  await trx
    .insertInto('creation')
    .values({ farm_id: farmId, thing_id: id, fingerprint, user_id: caller.userId, created_at: at })
    .execute();
  await create(id);
  return (await find(id)) ?? fail('INTERNAL');
}

/** The farm or sensor to create: the provisional index if a device gave one, and the content that identifies a repeat. */
type NumberedAsked = { provisionalIndex: number | undefined; content: unknown };

type NumberedMaker<Data> = {
  find(index: number): Promise<Data | undefined>;
  /** Returns its index and its farm. */
  create(): Promise<{ farmId: number; index: number }>;
};

/** The same for a thing that gets an index: its provisional one stands for one creation, as a UUID does. */
export async function createNumberedOnce<Data>(
  { trx, caller, at }: { trx: Trx; caller: Caller; at: number },
  { provisionalIndex, content }: NumberedAsked,
  { find, create }: NumberedMaker<Data>,
): Promise<Data> {
  if (provisionalIndex === undefined) return (await find((await create()).index)) ?? fail('INTERNAL');
  const thingId = String(provisionalIndex);
  const fingerprint = fingerprintOf(content);
  const known = await trx.selectFrom('creation').selectAll().where('thing_id', '=', thingId).executeTakeFirst();
  if (known) {
    const isSame = known.user_id === caller.userId && known.fingerprint === fingerprint;
    if (!isSame || known.number === null) fail('ALREADY_EXISTS', { field: 'provisionalIndex' });
    return (await find(known.number)) ?? fail('NOT_FOUND');
  }
  const { farmId, index } = await create();
  await trx
    .insertInto('creation')
    .values({ farm_id: farmId, thing_id: thingId, fingerprint, user_id: caller.userId, created_at: at, number: index })
    .execute();
  return (await find(index)) ?? fail('INTERNAL');
}

const fingerprintOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');
