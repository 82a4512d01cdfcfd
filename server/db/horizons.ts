import type { Kysely } from 'kysely';
import { type KeptSince, type Resolution, startOfNextSeoulDay } from '#contract/time/time.ts';
import type { Database } from './schema.ts';
import { dropSetting, readSetting, writeSetting } from './setting.ts';

/**
 * The horizon of a level: from this instant on all its data exists. It is later than the retention says after the
 * retention was raised, because deleted data does not come back. The horizon `rows`: days before it may be sealed.
 * Cached in memory, because the gate asks for every batch.
 */
export type Horizons = {
  /** Epoch ms; 0 while nothing of the level has been deleted or sealed. */
  at(level: Horizon): number;
  /** Await it before deleting or sealing anything before that instant; it resolves when stored. Never goes back. */
  raise(level: Horizon, to: number): Promise<void>;
  /** Resets the horizon `rows`; call it when no sealed day is left. */
  forgetSealed(): Promise<void>;
  /** The first Seoul day for which each level is complete. */
  keptSince(): KeptSince;
  /** Takes over what another process has stored under the name of a setting. */
  follow(name: string, at: number): void;
  /** The same horizons, stored through another store. */
  by(store: { db: Kysely<Database> }): Horizons;
};

const horizons = ['raw', '10m', '1h', '1d', 'rows'] as const;
type Horizon = (typeof horizons)[number];

const nameOf = (level: Horizon) => `${level}-horizon`;

/** The names of the settings that store the horizons. */
export const horizonSettings: readonly string[] = horizons.map(nameOf);

export async function openHorizons(store: { db: Kysely<Database> }): Promise<Horizons> {
  const known: Known = { raw: 0, '10m': 0, '1h': 0, '1d': 0, rows: 0 };
  for (const level of horizons) known[level] = Number((await readSetting(store, nameOf(level))) ?? 0);
  return horizonsIn(known, store);
}

type Known = Record<Horizon, number>;

function horizonsIn(known: Known, store: { db: Kysely<Database> }): Horizons {
  // A horizon at the beginning of a day leaves that day complete.
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
    follow(name, at) {
      const level = horizons.find((one) => nameOf(one) === name);
      if (level) known[level] = at;
    },
    by: (other) => horizonsIn(known, other),
  };
}
