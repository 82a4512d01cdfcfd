import type { Pace } from './pace.ts';

/** Level of an output, %, and since when it is on or off, epoch ms. */
export type OutputState = { levelPct: number; since: number };

/** A model of houses, started at an instant of the past. */
export type SimulatedHouses = {
  /**
   * Advances by a minute: outputs in `codes` have the given levels, all others follow the model. Returns the values of
   * channels.
   */
  step(
    output: (code: string) => OutputState,
    codes: ReadonlySet<string>,
  ): { at: number; values: ReadonlyMap<string, number> };
};

/** The model of a simulated farm at `begin`; undefined for a farm with real houses, or none. */
export type FindHouses = (farmId: number, begin: number, pace: Pace) => Promise<SimulatedHouses | undefined>;
