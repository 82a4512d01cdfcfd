import { MINUTE_MS } from '#contract/time/time.ts';
import type { Queries } from '../../db/open.ts';
import { doubtedChannels } from '../../quality/doubted.ts';

type DoubtDeps = { store: Queries; monotonic(): number };

/** A sensor is called stuck after hours, and two days of buckets are read for it: that need not be done every minute. */
const JUDGED_EVERY_MS = 10 * MINUTE_MS;

/** The sensors of a farm that are not to be believed, judged anew every ten minutes. */
export function createDoubts({ store, monotonic }: DoubtDeps, farmId: number) {
  let judged: { at: number; channels: ReadonlySet<number> } | undefined;
  return {
    async channels(now: number): Promise<ReadonlySet<number>> {
      const at = monotonic();
      if (!judged || at - judged.at >= JUDGED_EVERY_MS) {
        judged = { at, channels: await doubtedChannels(store, farmId, now) };
      }
      return judged.channels;
    },
  };
}
