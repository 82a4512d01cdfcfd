import type { Pace } from './pace.ts';

/** Where an output stands, %, and since when it has been on or off, epoch ms. */
export type Standing = { levelPct: number; since: number };

/** Houses that are there only in a model, set going at some instant of the past. */
export type SimulatedHouses = {
  /** A minute goes by: `codes` stand where they are told, all else moves as it does by itself. Tells what channels say. */
  step(
    output: (code: string) => Standing,
    codes: ReadonlySet<string>,
  ): { at: number; values: ReadonlyMap<string, number> };
};

/** The houses of a simulated farm as they were at `begin`; undefined for a farm that has real ones, or none. */
export type FindHouses = (farmId: number, begin: number, pace: Pace) => Promise<SimulatedHouses | undefined>;
