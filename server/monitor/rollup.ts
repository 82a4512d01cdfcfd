import { collectGains } from '../db/bucket/gains.ts';
import type { Store } from '../db/open.ts';
import type { GatedReading } from '../db/reading-writer.ts';
import type { Trx } from '../db/transaction.ts';

/**
 * Updates buckets, tiles and newest values for readings that were just inserted in this transaction. Returns the
 * readings that became the newest of their channel.
 */
export async function followReadings(
  trx: Trx,
  { readings, tileChanges }: Pick<Store, 'readings' | 'tileChanges'>,
  fresh: readonly GatedReading[],
): Promise<GatedReading[]> {
  await readings.gain(trx, collectGains(fresh));
  await tileChanges.noteReadings(trx, fresh);
  return readings.newest(trx, newestPerChannel(fresh));
}

function newestPerChannel(readings: readonly GatedReading[]): GatedReading[] {
  const newest = new Map<number, GatedReading>();
  for (const reading of readings) {
    const known = newest.get(reading.channelId);
    if (!known || reading.at > known.at) newest.set(reading.channelId, reading);
  }
  return [...newest.values()];
}
