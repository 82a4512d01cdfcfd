import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { readSetting, writeSetting } from './setting.ts';

const NAME = 'raw-horizon';

/**
 * From when on all raw readings are still there: later than the retention tells once that has been raised, as what
 * was deleted stays so. In memory, too, as the gate asks for every batch.
 */
export type RawHorizon = {
  /** Epoch ms; 0 while nothing has been deleted. */
  at(): number;
  /** To be awaited before readings from before that instant are deleted; it is on the disk then. Never falls. */
  raise(to: number): Promise<void>;
};

export async function openRawHorizon(store: { db: Kysely<Database> }): Promise<RawHorizon> {
  let horizon = Number((await readSetting(store, NAME)) ?? 0);
  return {
    at: () => horizon,
    async raise(to) {
      if (to <= horizon) return;
      await writeSetting(store, NAME, String(to));
      horizon = to;
    },
  };
}
