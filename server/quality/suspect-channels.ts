import type { QualityState } from '#contract/quality/quality.ts';
import type { Queries } from '../db/open.ts';
import { findQuality } from './queries.ts';

/**
 * Values in these states say nothing about the house. After one jump a sensor is still useful; silence shows by age.
 */
const SUSPECT: readonly QualityState[] = ['stuck', 'wrong', 'excluded'];

/** The indexes of a farm's sensors whose values control must not use now. */
export async function findSuspectChannels(store: Queries, farmId: number, now: number): Promise<ReadonlySet<number>> {
  const { channels } = await findQuality(store, farmId, { now, keptSince: now });
  return new Set(channels.filter(({ state }) => SUSPECT.includes(state)).map(({ index }) => index));
}
