import type { RefusalCount, RefusedReading } from '#contract/device/device.ts';
import type { ReadingProblem, Refusal } from '#contract/device/ingest.ts';
import type { CachedDevice } from './device-cache.ts';

/** Single readings kept per device: as many as the page shows. */
const RECENT = 10;

/** Counts and keeps the refused readings of devices, so that a user sees why readings are missing. */
export type RejectedReadings = {
  note(device: CachedDevice, sent: readonly unknown[], problems: readonly ReadingProblem[], at: number): void;
  /** The refused readings of a device since counting began, newest first. */
  of(deviceId: number): { countedFrom: string; counts: RefusalCount[]; recent: RefusedReading[] };
  /** When a reading of the device was last refused, epoch ms; undefined for never. */
  lastOf(deviceId: number): number | undefined;
  /** Counts per device of a farm, with the last refusal at or after `since` (epoch ms). */
  ofFarm(farmId: number, since: number): (RefusalCount & { deviceId: number })[];
};

type Known = { farmId: number; counts: Map<Refusal, RefusalCount>; recent: RefusedReading[] };

/** Kept in memory only, from `startedAt` (epoch ms) on; earlier refusals stand in the log. */
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

/** The sensor code that was sent. It is untrusted: only strings and numbers are shown, cut to 40 characters. */
function nameIn(reading: unknown): string {
  const { sensor }: { sensor?: unknown } = Object(reading);
  return typeof sensor === 'string' || typeof sensor === 'number' ? String(sensor).slice(0, 40) : '';
}
