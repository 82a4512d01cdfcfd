import type { Kysely } from 'kysely';
import { type KeptSince, type Resolution, resolutions, startOfNextSeoulDay } from '#contract/time/time.ts';
import type { Database } from './schema.ts';
import { readSetting, writeSetting } from './setting.ts';

/**
 * From when on everything of a level is still there: later than the retention tells once that has been raised, as what
 * was deleted stays so. In memory, too, as the gate asks for every batch.
 */
export type Horizons = {
  /** Epoch ms; 0 while nothing of the level has been deleted. */
  at(level: Resolution): number;
  /** To be awaited before anything from before that instant is deleted; it is on the disk then. Never falls. */
  raise(level: Resolution, to: number): Promise<void>;
  /** The Seoul day from which on each level is whole. */
  keptSince(): KeptSince;
};

const nameOf = (level: Resolution) => `${level}-horizon`;

export async function openHorizons(store: { db: Kysely<Database> }): Promise<Horizons> {
  const horizons: Record<Resolution, number> = { raw: 0, '10m': 0, '1h': 0, '1d': 0 };
  for (const level of resolutions) horizons[level] = Number((await readSetting(store, nameOf(level))) ?? 0);
  const wholeFrom = (level: Resolution) => (horizons[level] === 0 ? 0 : startOfNextSeoulDay(horizons[level]));
  return {
    at: (level) => horizons[level],
    async raise(level, to) {
      if (to <= horizons[level]) return;
      await writeSetting(store, nameOf(level), String(to));
      horizons[level] = to;
    },
    keptSince: () => ({
      raw: wholeFrom('raw'),
      '10m': wholeFrom('10m'),
      '1h': wholeFrom('1h'),
      '1d': wholeFrom('1d'),
    }),
  };
}
