import type { FarmFields, Person } from '#contract/farm/farm-manage.ts';
import { farmProblems } from '#contract/farm/farm-text.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { phoneDigits } from '#contract/user/user.ts';
import { normalLogin } from '../auth/account/users.ts';
import { type AttemptMemory, createOneTally } from '../auth/sign-in/attempt-memory.ts';
import { digitsOf, lowerOf } from '../db/fragments.ts';
import type { Store } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { fail, failField } from '../kernel/fail.ts';
import { listKnownCoUsers } from './queries.ts';

type CoUsers = FarmFields['coUsers'];
type Found = Person & { id: number };

/** What replacing co-users needs of its write. */
type Sharing = {
  trx: Trx;
  store: { db: Trx };
  caller: Caller;
  at: number;
  /** The list as it was sent, so that an error can name the refused entry. */
  sent: CoUsers;
};

/** Unknown names that one caller may try; after that each try waits longer, up to an hour. */
const guessing = { free: 20, firstDelayMs: MINUTE_MS, maxDelayMs: HOUR_MS };

export type CoUserDeps = { store: Store; attempts: AttemptMemory; now(): number };

/** Sets the co-users of farms. */
export function createCoUsers({ store: whole, attempts, now }: CoUserDeps) {
  const guesses = createOneTally(attempts, 'co-user', guessing, now);
  return {
    /**
     * Counts the people of a list whom the caller does not share a farm with; each is a guess until the write has
     * succeeded: this stops someone who guesses names, but not someone who shares a farm. Called before the
     * transaction, whose refusal would undo the count. Returns how to take it back; throws TOO_MANY_REQUESTS.
     */
    async admit(caller: Caller, coUsers: CoUsers = []): Promise<() => Promise<void>> {
      if (coUsers.length === 0 || caller.authority === 'ROLE_ADMINISTER') return async () => {};
      const known = await listKnownCoUsers(whole, caller);
      const strangers = coUsers.filter(({ userId }) => !known.some((person) => isNamed(person, userId))).length;
      const key = String(caller.userId);
      const waitMs = strangers > 0 ? await guesses.admit(key, strangers) : 0;
      if (waitMs > 0) fail('TOO_MANY_REQUESTS', { retryAfterS: Math.ceil(waitMs / 1000) });
      return async () => {
        if (strangers > 0) await guesses.takeBack(key, strangers);
      };
    },
    /**
     * Shares a farm with exactly these people; those who stay keep the date they were added. Returns the new ones.
     * Throws VALIDATION that names an unknown person.
     */
    async replace(
      sharing: Sharing,
      { farmId, ownerId }: { farmId: number; ownerId: number },
      coUsers: CoUsers,
    ): Promise<Person[]> {
      const before = await listMembers(sharing.trx, farmId);
      const known = [...before, ...(await listKnownCoUsers(sharing.store, sharing.caller))];
      const members = new Map<number, { person: Found; right: CoUsers[number]['right'] }>();
      for (const { userId, right } of coUsers) {
        const at = sharing.sent.findIndex((sent) => sent.userId === userId);
        const refuse = (problem: string) => failField(at < 0 ? 'coUsers' : `coUsers.${at}.userId`, problem);
        const isKnown = (person: Person) => isNamed(person, userId);
        const person =
          known.find(isKnown) ?? (await findStranger(sharing.trx, userId)) ?? refuse(farmProblems.coUserUnknown);
        if (person.id === ownerId) refuse(farmProblems.coUserIsOwner);
        if (members.has(person.id)) refuse(farmProblems.coUserTwice);
        members.set(person.id, { person, right });
      }
      await store(sharing, farmId, members);
      return [...members.values()].map(({ person }) => person).filter(({ id }) => !before.some((one) => one.id === id));
    },
  };
}

const isNamed = (person: Person, userId: string) => person.userId.toLowerCase() === userId.toLowerCase();

/** A user whom the caller does not share a farm with, by the exact login or phone number. */
async function findStranger(trx: Trx, typed: string): Promise<Found | undefined> {
  return (await findByLogin(trx, typed)) ?? findByPhone(trx, typed);
}

async function store(
  { trx, at }: Pick<Sharing, 'trx' | 'at'>,
  farmId: number,
  members: ReadonlyMap<number, { right: CoUsers[number]['right'] }>,
): Promise<void> {
  const kept = members.size === 0 ? [-1] : [...members.keys()];
  await trx.deleteFrom('farm_member').where('farm_id', '=', farmId).where('user_id', 'not in', kept).execute();
  for (const [userId, { right }] of members) {
    await trx
      .insertInto('farm_member')
      .values({ farm_id: farmId, user_id: userId, right, added_at: at })
      .onConflict((c) => c.columns(['farm_id', 'user_id']).doUpdateSet({ right }))
      .execute();
  }
}

/** Current co-users, including those with a closed account. */
async function listMembers(trx: Trx, farmId: number): Promise<Found[]> {
  return trx
    .selectFrom('farm_member')
    .innerJoin('user', 'user.id', 'farm_member.user_id')
    .select(['user.id', 'user.login as userId', 'user.name'])
    .where('farm_member.farm_id', '=', farmId)
    .execute();
}

const people = (trx: Trx) =>
  trx.selectFrom('user').select(['id', 'login as userId', 'name']).where('disabled_at', 'is', null);

async function findByLogin(trx: Trx, typed: string): Promise<Found | undefined> {
  const login = normalLogin(typed);
  if (login === undefined) return undefined;
  return people(trx)
    .where(lowerOf('login'), '=', ({ fn, val }) => fn<string>('lower', [val(login)]))
    .executeTakeFirst();
}

/** The one account with this phone number; undefined when several have it: it is unclear which was meant. */
async function findByPhone(trx: Trx, typed: string): Promise<Found | undefined> {
  const digits = phoneDigits(typed);
  if (digits === undefined) return undefined;
  const [found, ...others] = await people(trx).where(digitsOf('phone'), '=', digits).limit(2).execute();
  return others.length === 0 ? found : undefined;
}
