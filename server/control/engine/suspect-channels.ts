import { MINUTE_MS } from '#contract/time/time.ts';
import type { Queries } from '../../db/open.ts';
import { findSuspectChannels } from '../../quality/suspect-channels.ts';

type SuspectDeps = { store: Queries; monotonic(): number };

/**
 * A sensor counts as stuck only after hours, and the check reads two days of buckets, so it does not run every minute.
 */
const JUDGED_EVERY_MS = 10 * MINUTE_MS;

/** The sensors of a farm that must not be trusted, checked every ten minutes. */
export function createSuspectChannels({ store, monotonic }: SuspectDeps, farmId: number) {
  let judged: { at: number; channels: ReadonlySet<number> } | undefined;
  return {
    async channels(now: number): Promise<ReadonlySet<number>> {
      const at = monotonic();
      if (!judged || at - judged.at >= JUDGED_EVERY_MS) {
        judged = { at, channels: await findSuspectChannels(store, farmId, now) };
      }
      return judged.channels;
    },
  };
}
