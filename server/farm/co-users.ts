import type { FarmFields, Person } from '#contract/farm/farm-manage.ts';
import { farmProblems } from '#contract/farm/farm-text.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time/time.ts';
import { phoneDigits } from '#contract/user/user.ts';
import { normalLogin } from '../auth/account/users.ts';
import { createAttemptTally } from '../auth/sign-in/attempt-tally.ts';
import { digitsOf, lowerOf } from '../db/fragments.ts';
import type { Trx } from '../db/transaction.ts';
import type { Caller } from '../kernel/caller.ts';
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
  /** Runs the effect after the commit. */
  afterCommit(effect: () => void): void;
  /** The list as it was sent, so that an error can name the refused entry. */
  sent: CoUsers;
};

/** Unknown names that one caller may try; after that each try waits longer, up to an hour. */
const guessing = { free: 20, firstDelayMs: MINUTE_MS, maxDelayMs: HOUR_MS };

/** Sets the co-users of farms. Keeps in memory how often each caller has asked for unknown people. */
export function createCoUsers(now: () => number) {
  const guesses = createAttemptTally(guessing, now);

  /**
   * Finds a user whom the caller does not share a farm with, by the exact login or phone number. Each lookup counts as
   * a guess until the write has succeeded: this stops someone who guesses names, but not someone who shares a farm.
   */
  async function findStranger({ trx, caller, afterCommit }: Sharing, typed: string): Promise<Found | undefined> {
    if (caller.authority !== 'ROLE_ADMINISTER') {
      const key = String(caller.userId);
      const waitMs = guesses.waitMs(key);
      if (waitMs > 0) fail('TOO_MANY_REQUESTS', { retryAfterS: Math.ceil(waitMs / 1000) });
      guesses.add(key);
      afterCommit(() => guesses.takeBack(key));
    }
    return (await findByLogin(trx, typed)) ?? findByPhone(trx, typed);
  }

  return {
    /**
     * Shares a farm with exactly these people; those who stay keep the date they were added. Returns the new ones.
     * Throws VALIDATION that names an unknown person, TOO_MANY_REQUESTS after too many such tries.
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
        const isTyped = (person: Person) => person.userId.toLowerCase() === userId.toLowerCase();
        const person =
          known.find(isTyped) ?? (await findStranger(sharing, userId)) ?? refuse(farmProblems.coUserUnknown);
        if (person.id === ownerId) refuse(farmProblems.coUserIsOwner);
        if (members.has(person.id)) refuse(farmProblems.coUserTwice);
        members.set(person.id, { person, right });
      }
      await store(sharing, farmId, members);
      return [...members.values()].map(({ person }) => person).filter(({ id }) => !before.some((one) => one.id === id));
    },
  };
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
