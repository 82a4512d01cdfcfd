import { DAY_MS, seoulDayNumber } from '#contract/time/time.ts';
import { groupedBy } from '../../kernel/grouped-by.ts';
import { mergeGains } from '../bucket/gains.ts';
import type { Horizons } from '../horizons.ts';
import type { ArrivedReading, BucketGain, GatedReading, ReadingWriter } from '../reading-writer.ts';
import type { Queries } from '../store.ts';
import type { Trx } from '../transaction.ts';
import type { Channel } from './sealed-day.ts';
import { isSealed, readDay, sealAs } from './sealed-days.ts';

/**
 * Wraps a writer of rows: what belongs to a sealed day is added to it instead. A day of which nothing is sealed, as
 * after weeks without a line, gets rows; the next run of the job seals it.
 */
export function withSealedDays(rows: ReadingWriter, horizons: Horizons): ReadingWriter {
  return {
    ...rows,
    insert(trx, batches) {
      const rowsFrom = horizons.at('rows');
      const late = batches.flatMap((batch) => batch.filter(({ at }) => at < rowsFrom));
      return late.length === 0 ? rows.insert(trx, batches) : insertLate(rows, trx, batches, late);
    },
    gain(trx, gains) {
      const rowsFrom = horizons.at('rows');
      const isLate = ({ width, start }: BucketGain) => width < DAY_MS && start < rowsFrom;
      return gains.some(isLate) ? gainLate(rows, trx, gains, isLate) : rows.gain(trx, gains);
    },
  };
}

async function insertLate(
  rows: ReadingWriter,
  trx: Trx,
  batches: readonly (readonly ArrivedReading[])[],
  late: readonly GatedReading[],
): Promise<GatedReading[][]> {
  const within = { db: trx };
  const [ofSealed, added] = [new Set<GatedReading>(), new Set<GatedReading>()];
  for (const readings of groupedBy(late, (reading) => dayKey(reading, reading.at)).values()) {
    const [first] = readings;
    const day = seoulDayNumber(first.at);
    if (!(await isSealed(within, first, day))) continue;
    for (const reading of readings) ofSealed.add(reading);
    for (const reading of await addToSealed(within, first, day, readings)) added.add(reading);
  }
  const ofRows = batches.map((batch) => batch.filter((reading) => !ofSealed.has(reading)));
  const inserted = await rows.insert(trx, ofRows);
  return batches.map((batch, index) => [...batch.filter((reading) => added.has(reading)), ...(inserted[index] ?? [])]);
}

/** Returns the new ones: a reading of an instant that already has one is a duplicate. */
async function addToSealed(
  within: Queries,
  channel: Channel,
  day: number,
  late: readonly GatedReading[],
): Promise<GatedReading[]> {
  const known = await readDay(within, channel, day);
  const there = new Set(known.readings.map(({ at }) => at));
  const added = late.filter(({ at }) => !there.has(at) && there.add(at));
  // Adding 0 removes negative zero, which rows do not store either.
  const plain = added.map(({ at, value, flag }) => ({ at, value: value + 0, flag }));
  if (added.length > 0) await sealAs(within, channel, day, { ...known, readings: [...known.readings, ...plain] });
  return added;
}

/** Adds gains to the buckets of sealed days, and all others to rows. */
async function gainLate(
  rows: ReadingWriter,
  trx: Trx,
  gains: readonly BucketGain[],
  isLate: (gain: BucketGain) => boolean,
): Promise<void> {
  const within = { db: trx };
  const ofRows = gains.filter((gain) => !isLate(gain));
  const late = groupedBy(gains.filter(isLate), (gain) => dayKey(gain, gain.start));
  for (const ofDay of late.values()) {
    const [first] = ofDay;
    const channel = { farmId: first.farmId, channelId: first.channelId };
    const day = seoulDayNumber(first.start);
    if (await isSealed(within, channel, day)) {
      const { readings, buckets } = await readDay(within, channel, day);
      const plain = ofDay.map((gain) => ({
        ...gain,
        sumMicro: gain.sumMicro + 0,
        min: gain.min + 0,
        max: gain.max + 0,
      }));
      await sealAs(within, channel, day, { readings, buckets: mergeGains([...buckets, ...plain]) });
    } else ofRows.push(...ofDay);
  }
  await rows.gain(trx, ofRows);
}

const dayKey = ({ farmId, channelId }: { farmId: number; channelId: number }, at: number) =>
  `${farmId} ${channelId} ${seoulDayNumber(at)}`;
