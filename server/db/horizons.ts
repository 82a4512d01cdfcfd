import type { Kysely } from 'kysely';
import { type KeptSince, type Resolution, startOfNextSeoulDay } from '#contract/time/time.ts';
import type { Database } from './schema.ts';
import { dropSetting, readSetting, writeSetting } from './setting.ts';

/**
 * From when on everything of a level is still there: later than the retention tells once that has been raised, as what
 * was deleted stays so; and from when on single readings are rows (`rows`): days before that may be sealed. In memory,
 * too, as the gate asks for every batch.
 */
export type Horizons = {
  /** Epoch ms; 0 while nothing of the level has been deleted, or sealed. */
  at(level: Horizon): number;
  /** To be awaited before anything from before that instant is deleted or sealed; it is on the disk then. Never falls. */
  raise(level: Horizon, to: number): Promise<void>;
  /** All readings are rows again: to be called once nothing is sealed any more. */
  forgetSealed(): Promise<void>;
  /** The Seoul day from which on each level is whole. */
  keptSince(): KeptSince;
};

const horizons = ['raw', '10m', '1h', '1d', 'rows'] as const;
type Horizon = (typeof horizons)[number];

const nameOf = (level: Horizon) => `${level}-horizon`;

export async function openHorizons(store: { db: Kysely<Database> }): Promise<Horizons> {
  const known: Record<Horizon, number> = { raw: 0, '10m': 0, '1h': 0, '1d': 0, rows: 0 };
  for (const level of horizons) known[level] = Number((await readSetting(store, nameOf(level))) ?? 0);
  // Where it is the beginning of a day, that day is whole.
  const wholeFrom = (level: Resolution) => (known[level] === 0 ? 0 : startOfNextSeoulDay(known[level] - 1));
  return {
    at: (level) => known[level],
    async raise(level, to) {
      if (to <= known[level]) return;
      await writeSetting(store, nameOf(level), String(to));
      known[level] = to;
    },
    async forgetSealed() {
      await dropSetting(store, nameOf('rows'));
      known.rows = 0;
    },
    keptSince: () => ({
      raw: wholeFrom('raw'),
      '10m': wholeFrom('10m'),
      '1h': wholeFrom('1h'),
      '1d': wholeFrom('1d'),
    }),
  };
}
