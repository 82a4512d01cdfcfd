import type { QualityState } from '#contract/quality/quality.ts';
import type { Queries } from '../db/open.ts';
import { findQuality } from './queries.ts';

/** What is read there tells nothing of the house. A sensor that jumped once may be read; of a silent one the age tells. */
const DOUBTED: readonly QualityState[] = ['stuck', 'wrong', 'excluded'];

/** The sensors of a farm whose values nothing may follow now, by number. */
export async function doubtedChannels(store: Queries, farmId: number, now: number): Promise<ReadonlySet<number>> {
  const { channels } = await findQuality(store, farmId, { now, keptSince: now });
  return new Set(channels.filter(({ state }) => DOUBTED.includes(state)).map(({ index }) => index));
}
