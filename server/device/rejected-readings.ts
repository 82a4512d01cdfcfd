import type { RefusedReading } from '#contract/device/device.ts';
import type { ReadingProblem } from '#contract/device/ingest.ts';
import type { CachedDevice } from './device-cache.ts';

/** As many as fit on the page that looks at them. */
const KEPT = 10;

/** What devices sent of late and was refused, so that whoever sets one up sees why nothing arrives. */
export type RejectedReadings = {
  note(device: CachedDevice, sent: readonly unknown[], problems: readonly ReadingProblem[], at: number): void;
  /** Newest first. */
  of(deviceId: number): readonly RefusedReading[];
};

/** Held in memory alone: it helps while a device is set up and is no record. */
export function createRejectedReadings(): RejectedReadings {
  const kept = new Map<number, RefusedReading[]>();
  return {
    note({ deviceId }, sent, problems, at) {
      const receivedAt = new Date(at).toISOString();
      const fresh = problems
        .flatMap(({ index, reason }) =>
          reason === 'IMPLAUSIBLE' ? [] : [{ receivedAt, sensor: nameIn(sent[index]), reason }],
        )
        .slice(-KEPT)
        .reverse();
      if (fresh.length > 0) kept.set(deviceId, [...fresh, ...(kept.get(deviceId) ?? [])].slice(0, KEPT));
    },
    of: (deviceId) => kept.get(deviceId) ?? [],
  };
}

/** What a reading was sent under. It comes from outside: only names and numbers are shown, and no long ones. */
function nameIn(reading: unknown): string {
  const { sensor }: { sensor?: unknown } = Object(reading);
  return typeof sensor === 'string' || typeof sensor === 'number' ? String(sensor).slice(0, 40) : '';
}
