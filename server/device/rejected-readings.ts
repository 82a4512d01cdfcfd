import type { RefusalCount, RefusedReading } from '#contract/device/device.ts';
import type { ReadingProblem, Refusal } from '#contract/device/ingest.ts';
import type { CachedDevice } from './device-cache.ts';

/** As many single readings as fit on the page that looks at them. */
const RECENT = 10;

/** What devices sent and was refused, so that whoever looks after one sees why its readings are missing. */
export type RejectedReadings = {
  note(device: CachedDevice, sent: readonly unknown[], problems: readonly ReadingProblem[], at: number): void;
  /** What was refused of a device since counting began; the newest first. */
  of(deviceId: number): { countedFrom: string; counts: RefusalCount[]; recent: RefusedReading[] };
  /** When something of a device was refused last, epoch ms; undefined for never. */
  lastOf(deviceId: number): number | undefined;
  /** Counts by device of what was refused of a farm, where the last came at or after `since` (epoch ms). */
  ofFarm(farmId: number, since: number): (RefusalCount & { deviceId: number })[];
};

type Known = { farmId: number; counts: Map<Refusal, RefusalCount>; recent: RefusedReading[] };

/** Held in memory alone, from `startedAt` (epoch ms) on: the log holds what was refused before. */
export function createRejectedReadings(startedAt: number): RejectedReadings {
  const devices = new Map<number, Known>();
  return {
    note({ farmId, deviceId }, sent, problems, at) {
      const receivedAt = new Date(at).toISOString();
      const fresh = problems.flatMap(({ index, status, reason }) =>
        status !== 'refused' || reason === 'IMPLAUSIBLE' ? [] : [{ receivedAt, sensor: nameIn(sent[index]), reason }],
      );
      if (fresh.length === 0) return;
      const known = devices.get(deviceId) ?? { farmId, counts: new Map(), recent: [] };
      for (const { reason } of fresh) {
        const count = (known.counts.get(reason)?.count ?? 0) + 1;
        known.counts.set(reason, { reason, count, lastAt: receivedAt });
      }
      known.recent = [...fresh.slice(-RECENT).reverse(), ...known.recent].slice(0, RECENT);
      devices.set(deviceId, known);
    },
    of(deviceId) {
      const known = devices.get(deviceId);
      const counts = known ? newestFirst(known.counts) : [];
      return { countedFrom: new Date(startedAt).toISOString(), counts, recent: known?.recent ?? [] };
    },
    lastOf(deviceId) {
      const newest = devices.get(deviceId)?.recent[0];
      return newest && Date.parse(newest.receivedAt);
    },
    ofFarm: (farmId, since) =>
      [...devices]
        .filter(([, known]) => known.farmId === farmId)
        .flatMap(([deviceId, { counts }]) => newestFirst(counts).map((count) => ({ deviceId, ...count })))
        .filter(({ lastAt }) => Date.parse(lastAt) >= since),
  };
}

function newestFirst(counts: ReadonlyMap<Refusal, RefusalCount>): RefusalCount[] {
  return [...counts.values()].sort((a, b) => b.lastAt.localeCompare(a.lastAt));
}

/** What a reading was sent under. It comes from outside: only names and numbers are shown, and no long ones. */
function nameIn(reading: unknown): string {
  const { sensor }: { sensor?: unknown } = Object(reading);
  return typeof sensor === 'string' || typeof sensor === 'number' ? String(sensor).slice(0, 40) : '';
}
