import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Peers } from '../db/open.ts';

/** A difference of clocks that is worth a warning. */
const NOTABLE_MS = 2 * SECOND_MS;
/** A difference with which readings would be dated wrongly, or refused as of the future. */
const WRONG_MS = MINUTE_MS;

/** The clock of the database, by which processes on several machines agree. */
export type DatabaseClock = {
  /** How far it is ahead of the clock of this machine, ms, as last compared. A single process compares nothing: 0. */
  aheadMs(): number;
  /** Whether the clock of this machine must not judge readings. */
  isWrong(): boolean;
  /** Compares the clocks; call it every minute. */
  compare(): Promise<void>;
};

/** `clock`: that of this machine, epoch ms. */
export function createDatabaseClock(
  peers: Pick<Peers, 'clock'> | undefined,
  log: Pick<Logger, 'warn'>,
  clock: () => number = Date.now,
): DatabaseClock {
  let aheadMs = 0;
  return {
    aheadMs: () => aheadMs,
    isWrong: () => Math.abs(aheadMs) > WRONG_MS,
    async compare() {
      if (!peers) return;
      const asked = clock();
      const there = await peers.clock();
      const answered = clock();
      const difference = there - (asked + answered) / 2;
      // The database may have looked at its clock at any time in between. Instants are whole milliseconds everywhere.
      aheadMs = Math.abs(difference) > (answered - asked) / 2 ? Math.round(difference) : 0;
      if (Math.abs(aheadMs) > NOTABLE_MS)
        log.warn({ aheadMs }, 'the clocks of the database and of this machine differ');
    },
  };
}
