import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { MaybePromise } from '../db/maybe-promise.ts';
import type { Store } from '../db/open.ts';
import { sharedRun } from '../db/shared-run.ts';
import type { Trx } from '../db/transaction.ts';

/** Streams per user: enough for a family's tablets and tabs, too few for a program to exhaust the server. */
const MAX_STREAMS = 50;
/** Streams of a process that has not said for this long that it lives do not count. */
const COUNTED_MS = MINUTE_MS;

export type StreamLimit = {
  /** Opens a stream of the user; the returned function ends it. undefined: the user has too many. */
  open(userId: number): MaybePromise<(() => void) | undefined>;
  /** Says that the streams of this process are still open; call it more often than every minute. */
  renew(): Promise<void>;
  /** Ends all streams of this process. */
  stop(): Promise<void>;
};

/** Limits the streams of a user over all processes: a single one counts in memory, several in their database. */
export function createStreamLimit(store: Store, now: () => number): StreamLimit {
  return store.peers ? limitAmong(store, now) : limitInMemory();
}

function limitInMemory(): StreamLimit {
  const streams = countedByUser();
  return {
    open(userId) {
      if (streams.of(userId) >= MAX_STREAMS) return undefined;
      streams.add(userId, 1);
      return () => streams.add(userId, -1);
    },
    renew: async () => {},
    stop: async () => {},
  };
}

function countedByUser() {
  const counts = new Map<number, number>();
  const of = (userId: number) => counts.get(userId) ?? 0;
  return {
    of,
    add(userId: number, change: number) {
      if (of(userId) + change > 0) counts.set(userId, of(userId) + change);
      else counts.delete(userId);
    },
    users: () => [...counts.keys()],
  };
}

type Asked = { userId: number; isOpen: boolean };

/**
 * Streams that open or end while one transaction runs share the next, because after an outage of the network all come
 * back at once.
 */
function limitAmong({ db }: Store, now: () => number): StreamLimit {
  const process = randomUUID();
  const own = countedByUser();
  const changed = new Set<number>();
  let asking: Asked[] = [];

  const write = sharedRun(async () => {
    const asked = asking;
    asking = [];
    const users = [...new Set([...changed, ...asked.map(({ userId }) => userId)])];
    if (users.length === 0) return;
    changed.clear();
    const opened = countedByUser();
    try {
      await db.transaction().execute(async (trx) => {
        const others = await countElsewhere(trx, { process, users, now: now() });
        const ofUser = (userId: number) => own.of(userId) + opened.of(userId);
        for (const { userId } of asked) {
          if (ofUser(userId) + (others.get(userId) ?? 0) < MAX_STREAMS) opened.add(userId, 1);
        }
        await writeCounts(trx, { process, until: now() + COUNTED_MS, counts: users.map((id) => [id, ofUser(id)]) });
      });
    } catch (error) {
      for (const userId of users) changed.add(userId);
      throw error;
    }
    for (const one of asked) {
      if (opened.of(one.userId) === 0) continue;
      opened.add(one.userId, -1);
      own.add(one.userId, 1);
      one.isOpen = true;
    }
  });
  const end = (userId: number) => () => {
    own.add(userId, -1);
    changed.add(userId);
    // What could not be written now is with the next stream or renewal.
    write().catch(() => {});
  };

  return {
    async open(userId) {
      const asked = { userId, isOpen: false };
      asking.push(asked);
      await write();
      return asked.isOpen ? end(userId) : undefined;
    },
    async renew() {
      for (const userId of own.users()) changed.add(userId);
      await write();
      const past = await db.selectFrom('live_stream').select('process').where('until', '<=', now()).executeTakeFirst();
      if (past) await db.deleteFrom('live_stream').where('until', '<=', now()).execute();
    },
    async stop() {
      await db.deleteFrom('live_stream').where('process', '=', process).execute();
    },
  };
}

/** How many streams these users have at other processes. */
async function countElsewhere(
  trx: Trx,
  { process, users, now }: { process: string; users: readonly number[]; now: number },
): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('live_stream')
    .select(({ fn }) => ['user_id', fn.sum<number>('count').as('count')])
    .where('user_id', 'in', users)
    .where('process', '!=', process)
    .where('until', '>', now)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]));
}

/** Rows at once; each takes four parameters. */
const ROWS_AT_ONCE = 1_000;

async function writeCounts(
  trx: Trx,
  { process, until, counts }: { process: string; until: number; counts: readonly (readonly [number, number])[] },
): Promise<void> {
  const gone = counts.filter(([, count]) => count === 0).map(([userId]) => userId);
  if (gone.length > 0) {
    await trx.deleteFrom('live_stream').where('process', '=', process).where('user_id', 'in', gone).execute();
  }
  const rows = counts.filter(([, count]) => count > 0);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    await trx
      .insertInto('live_stream')
      .values(part.map(([userId, count]) => ({ process, user_id: userId, count, until })))
      .onConflict((c) =>
        c.columns(['process', 'user_id']).doUpdateSet((eb) => ({ count: eb.ref('excluded.count'), until })),
      )
      .execute();
  }
}
