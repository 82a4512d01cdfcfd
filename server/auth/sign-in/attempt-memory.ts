import { createHmac } from 'node:crypto';
import type { MaybePromise } from '../../db/maybe-promise.ts';
import type { Queries, Store } from '../../db/open.ts';
import {
  type AttemptRule,
  type Attempts,
  type AttemptTally,
  attemptsInMemory,
  createAttemptTally,
  type Failed,
  FORGET_AFTER_MS,
  MAX_ATTEMPTS,
} from './attempt-tally.ts';

/** Where attempts are counted. */
export type AttemptMemory = {
  /** Gives `act` the attempts under these keys; nobody else counts there meanwhile. `act` may run twice. */
  among<Result>(keys: readonly string[], act: (attempts: Attempts) => Result): MaybePromise<Result>;
};

/** A single process counts in memory; several count in their database, so that N of them allow no more than one. */
export function createAttemptMemory(store: Store, secret: string): AttemptMemory {
  if (!store.peers) {
    const attempts = attemptsInMemory();
    return { among: (_keys, act) => act(attempts) };
  }
  const seal = (key: string) => createHmac('sha256', secret).update(`attempt\n${key}`).digest('base64url');
  return {
    async among(keys, act) {
      const sealed = new Map(keys.map((key) => [key, seal(key)]));
      // An attempt that must wait counts nothing, so a flood of them writes nothing.
      const seen = await readAttempts(store, sealed);
      const result = act(seen.attempts);
      if (seen.changed.size === 0) return result;
      return store.db.transaction().execute(async (trx) => {
        const { attempts, changed } = await readAttempts({ db: trx }, sealed);
        const decided = act(attempts);
        await writeAttempts({ db: trx }, [...changed.values()]);
        return decided;
      });
    },
  };
}

/** Counts attempts of one kind by a rule. */
type OneTally = {
  /** Counts this many attempts; how long the next one must wait, ms, where they are too many. 0: they may proceed. */
  admit(name: string, count?: number): MaybePromise<number>;
  /** Subtracts attempts that were none. */
  takeBack(name: string, count?: number): MaybePromise<void>;
  forget(name: string): MaybePromise<void>;
};

export function createOneTally(memory: AttemptMemory, kind: string, rule: AttemptRule, now: () => number): OneTally {
  const counted = <Result>(name: string, act: (tally: AttemptTally, key: string) => Result) => {
    const key = `${kind}\n${name}`;
    return memory.among([key], (attempts) => act(createAttemptTally(rule, now, attempts), key));
  };
  return {
    admit: (name, count = 1) =>
      counted(name, (tally, key) => {
        for (let n = 0; n < count; n += 1) {
          const waitMs = tally.waitMs(key);
          if (waitMs > 0) return waitMs;
          tally.add(key);
        }
        return 0;
      }),
    takeBack: (name, count = 1) =>
      counted(name, (tally, key) => {
        for (let n = 0; n < count; n += 1) tally.takeBack(key);
      }),
    forget: (name) => counted(name, (tally, key) => tally.forget(key)),
  };
}

type Change = { sealed: string; failed: Failed | undefined };

/** The attempts under these keys, and what is changed in them. */
async function readAttempts({ db }: Queries, sealed: ReadonlyMap<string, string>) {
  const rows = await db
    .selectFrom('attempt')
    .select(['sealed_key', 'failures', 'last_at as lastAt'])
    .where('sealed_key', 'in', [...sealed.values()])
    .execute();
  const found = new Map(rows.map(({ sealed_key, ...failed }) => [sealed_key, failed]));
  const known = new Map([...sealed].map(([key, one]) => [key, found.get(one)]));
  const changed = new Map<string, Change>();
  const change = (key: string, failed: Failed | undefined) => {
    const one = sealed.get(key);
    if (one === undefined) throw new Error('attempts are counted under a key that was not asked for');
    known.set(key, failed);
    changed.set(key, { sealed: one, failed });
  };
  const attempts: Attempts = {
    get: (key) => known.get(key),
    set: change,
    delete: (key) => known.get(key) && change(key, undefined),
  };
  return { attempts, changed };
}

async function writeAttempts({ db }: Queries, changes: readonly Change[]): Promise<void> {
  for (const { sealed, failed } of changes) {
    if (!failed) {
      await db.deleteFrom('attempt').where('sealed_key', '=', sealed).execute();
      continue;
    }
    const values = { failures: failed.failures, last_at: failed.lastAt };
    await db
      .insertInto('attempt')
      .values({ sealed_key: sealed, ...values })
      .onConflict((c) => c.column('sealed_key').doUpdateSet(values))
      .execute();
  }
}

/** Forgets attempts of yesterday, and beyond a bound those that failed least. `now`: epoch ms. */
export async function dropOldAttempts({ db }: Queries, now: number, most = MAX_ATTEMPTS): Promise<void> {
  const { count, oldest } = await db
    .selectFrom('attempt')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('last_at').as('oldest')])
    .executeTakeFirstOrThrow();
  if (oldest !== null && oldest <= now - FORGET_AFTER_MS) {
    await db
      .deleteFrom('attempt')
      .where('last_at', '<=', now - FORGET_AFTER_MS)
      .execute();
  }
  if (count <= most) return;
  const least = db
    .selectFrom('attempt')
    .select('sealed_key')
    .orderBy('failures')
    .orderBy('last_at')
    .limit(count - most);
  await db.deleteFrom('attempt').where('sealed_key', 'in', least).execute();
}
