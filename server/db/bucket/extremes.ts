import { type Expression, type Kysely, sql } from 'kysely';
import { bucketLevels, seoulDayNumber } from '#contract/time/time.ts';
import { groupedBy } from '../../kernel/grouped-by.ts';
import { type CalibrationStep, calibrate, calibratedIn, calibrationsOf } from '../calibration.ts';
import { numbersIn, timeOfHighest, timeOfLowest } from '../fragments.ts';
import type { Queries } from '../open.ts';
import { type ParameterOf, preparedQuery } from '../prepared-query.ts';
import type { Database } from '../schema.ts';
import type { TimedBucket } from '../sealed/bucket-codec.ts';
import { plainBuckets, timedTens } from '../sealed/sealed-day.ts';

export type Extreme = { value: number; at: number };
export type Extremes = { min: Extreme; max: Extreme };

type End = keyof Extremes;
type Asked = { farmId: number; channels: string; from: number; to: number };
type Sealable = Asked & { firstDay: number; lastDay: number };

/** The 10-minute buckets that begin in [from, to], by channel; `channels` is a JSON list. */
const buckets = (db: Kysely<Database>, param: ParameterOf<Asked>) =>
  db
    .selectFrom('rollup')
    .select(['channel_id as channelId', nothing.as('ten_minutes'), nothing.as('body')])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', 'in', numbersIn(param('channels')))
    .where('width', '=', bucketLevels['10m'])
    .where('start', '>=', param('from'))
    .where('start', '<=', param('to'))
    .groupBy('channel_id');

const nothing = sql<Uint8Array | null>`null`;

/** The sealed days that may have such buckets, with the day in place of the time. */
const sealed = (db: Kysely<Database>, param: ParameterOf<Sealable>) =>
  db
    .selectFrom('sealed_reading')
    .select(['channel_id as channelId', 'ten_minutes', sql.ref<Uint8Array | null>('body').as('body')])
    .select([sql<End | null>`null`.as('end'), sql<number>`0`.as('value'), 'day as at'])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', 'in', numbersIn(param('channels')))
    .where('day', '>=', param('firstDay'))
    .where('day', '<=', param('lastDay'))
    .where('ten_minutes', 'is not', null);

/** One statement, as everywhere (`points.ts`): a day that is sealed meanwhile is told once, and unpacked once. */
const extremes = (min: Expression<number>, max: Expression<number>) =>
  preparedQuery((db, param: ParameterOf<Sealable>) =>
    sealed(db, param)
      .unionAll(
        buckets(db, param).select([
          sql<End | null>`'min'`.as('end'),
          sql<number>`min(${min})`.as('value'),
          timeOfLowest('min_at', min).as('at'),
        ]),
      )
      .unionAll(
        buckets(db, param).select([
          sql<End | null>`'max'`.as('end'),
          sql<number>`max(${max})`.as('value'),
          timeOfHighest('max_at', max).as('at'),
        ]),
      ),
  );

const stored = { min: sql.ref<number>('min'), max: sql.ref<number>('max') };
const findStored = extremes(stored.min, stored.max);

const shown = (column: End) => calibratedIn(sql.ref<number>(`rollup.${column}`), { of: 'rollup', at: 'rollup.start' });

// A correction from midnight on may make another bucket the lowest, so calibrated channels need another query.
const findShown = extremes(shown('min'), shown('max'));

/**
 * Lowest and highest reading of channels in the 10-minute buckets that begin in [from, to], epoch ms, with their times.
 * Channels without a bucket there are left out.
 */
export async function findExtremes(
  store: Queries,
  farmId: number,
  channels: readonly number[],
  { from, to, isAnyCalibrated }: { from: number; to: number; isAnyCalibrated: boolean },
): Promise<Map<number, Extremes>> {
  const days = { firstDay: seoulDayNumber(from), lastDay: seoulDayNumber(to) };
  const asked = { farmId, channels: JSON.stringify(channels), from, to, ...days };
  const found = await (isAnyCalibrated ? findShown : findStored)(store, asked);
  const isAnySealed = found.some(({ end }) => end === null);
  const corrections = isAnySealed && isAnyCalibrated ? await calibrationsOf(store, farmId, channels) : undefined;
  const byChannel = groupedBy(found, ({ channelId }) => channelId);
  return new Map(
    [...byChannel].flatMap(([channelId, parts]) => {
      const known = extremesOf(parts, { farmId, channelId, from, to, steps: corrections?.get(channelId) });
      return known ? [[channelId, known]] : [];
    }),
  );
}

type Sealed = { day: number; ten_minutes: Uint8Array; body: Uint8Array };
type Part = Omit<Nullable<Sealed>, 'day'> & { end: End | null; value: number; at: number };
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };
type Sought = { farmId: number; channelId: number; from: number; to: number; steps: CalibrationStep[] | undefined };

/** The extremes of a channel among its rows and its sealed days. Undefined without a bucket. */
function extremesOf(parts: readonly Part[], { from, to, steps, ...channel }: Sought): Extremes | undefined {
  const days = parts.flatMap(({ end, at: day, ten_minutes, body }): Sealed[] =>
    end === null && ten_minutes && body ? [{ day, ten_minutes, body }] : [],
  );
  const unpacked = days.flatMap((sealed) =>
    plainBuckets(sealed.day, '10m', sealed.ten_minutes).flatMap((bucket) =>
      bucket.start >= from && bucket.start <= to ? [{ bucket, sealed }] : [],
    ),
  );
  // The readings of a day are unpacked for a time alone, and once for both.
  const timed = new Map<Sealed, TimedBucket[]>();
  const timeIn = (sealed: Sealed, end: End, start: number) => {
    const tens = timed.get(sealed) ?? timedTens(channel, sealed.day, sealed);
    timed.set(sealed, tens);
    return tens.find((bucket) => bucket.start === start)?.[`${end}At`] ?? start;
  };
  const extremeOf = (end: End): Extreme | undefined => {
    const rows: Candidate[] = parts.flatMap((part) => (part.end === end ? { value: part.value, at: part.at } : []));
    const known = unpacked.map(({ bucket: { [end]: value, start }, sealed }): Candidate => {
      return { value: calibrate(value, start, steps), at: start, sealed };
    });
    const best = [...rows, ...known].reduce<Candidate | undefined>((one, other) => {
      return one && !isBeyond(end, other, one) ? one : other;
    }, undefined);
    return best && { value: best.value, at: best.sealed ? timeIn(best.sealed, end, best.at) : best.at };
  };
  const [min, max] = [extremeOf('min'), extremeOf('max')];
  return min && max && { min, max };
}

/** An extreme; the start of the bucket in place of its time where it stands in a sealed day. */
type Candidate = Extreme & { sealed?: Sealed };

/** Of equal extremes the earlier counts. A bucket is a row or sealed, so its start tells which of two is earlier. */
function isBeyond(end: End, one: Candidate, other: Candidate): boolean {
  if (one.value === other.value) return one.at < other.at;
  return end === 'min' ? one.value < other.value : one.value > other.value;
}
