import { randomUUID } from 'node:crypto';
import { ConfigError } from '../config.ts';
import type { Store } from '../db/open.ts';
import { writeSetting } from '../db/setting.ts';
import { findMove, forgetMove } from './state.ts';

/**
 * Call it before a database is served. Throws ConfigError for the target of an unfinished move, and for a database that
 * was moved away, unless the new one is lost (`isOtherLost`). In that case this database gets a new mark, so that every
 * device notices the older state (../db/instance.ts).
 */
export async function refuseMoved(
  store: Store,
  { place, isOtherLost }: { place: string; isOtherLost: boolean },
): Promise<void> {
  const move = await findMove(store);
  if (!move) return;
  if (move.state === 'arriving') {
    throw new ConfigError(
      `A move into ${place} was cut short: run the same npm run move again, and it goes on where it stopped.`,
    );
  }
  if (!isOtherLost) {
    const on = new Date(move.at).toISOString();
    throw new ConfigError(
      `${place} was moved to ${move.other} at ${on}: start with that one. If it is lost, AFTER_MOVE=1 goes on here without what was written since.`,
    );
  }
  await writeSetting(store, 'mark', randomUUID());
  await forgetMove(store);
}
