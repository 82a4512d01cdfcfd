import { type Kysely, sql } from 'kysely';
import { bucketLevels, type Resolution, seoulDayNumber } from '#contract/time/time.ts';
import { numbersIn } from '../fragments.ts';
import type { Queries } from '../open.ts';
import { type ParameterOf, preparedQuery } from '../prepared-query.ts';
import type { Database } from '../schema.ts';
import type { Bucket, TimedBucket } from '../sealed/bucket-codec.ts';
import { columnOf, hoursIn, plainBuckets, type SealedLevel, sealedLevels } from '../sealed/sealed-day.ts';

type Channel = { farmId: number; index: number };
/** Buckets that begin in [from, to), epoch ms. */
type Span = { from: number; to: number };
type Asked = { farmId: number; channelId: number; width: number; from: number; to: number };
/** The same with the first and last Seoul day of the span, to find sealed days. */
type Sealable = Asked & { firstDay: number; lastDay: number };

/** The sealed days of a channel that have buckets of a level, sorted by time. */
export const sealedBucketsIn = (
  db: Kysely<Database>,
  param: ParameterOf<{ farmId: number; channelId: number; firstDay: number; lastDay: number }>,
  level: SealedLevel,
) =>
  db
    .selectFrom('sealed_reading')
    .select(['day', `${columnOf[level]} as buckets`])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('channelId'))
    .where('day', '>=', param('firstDay'))
    .where('day', '<=', param('lastDay'))
    .where(columnOf[level], 'is not', null)
    .$narrowType<{ buckets: Uint8Array }>()
    .orderBy('day');

const rowsIn = (db: Kysely<Database>, param: ParameterOf<Asked>) =>
  db
    .selectFrom('rollup')
    .select(['start', 'count', 'sum_micro as sumMicro', 'min', 'min_at as minAt', 'max', 'max_at as maxAt'])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('channelId'))
    .where('width', '=', param('width'))
    .where('start', '>=', param('from'))
    .where('start', '<', param('to'))
    .orderBy('start');

const listRows = preparedQuery(rowsIn);

/*
 * Rows and sealed days in one statement: with two, a day sealed in between would appear twice or not at all. A sealed
 * day is returned as its body, with the day in place of the start.
 */
const listBoth = (level: SealedLevel) =>
  preparedQuery((db, param: ParameterOf<Sealable>) =>
    db
      .selectFrom(rowsIn(db, param).as('bucket'))
      .selectAll()
      .select(sql<Uint8Array | null>`null`.as('buckets'))
      .unionAll(
        db.selectFrom(sealedBucketsIn(db, param, level).as('sealed')).select((eb) => {
          const none = eb.lit(0);
          return [
            'day as start',
            none.as('count'),
            none.as('sumMicro'),
            none.as('min'),
            none.as('minAt'),
            none.as('max'),
            none.as('maxAt'),
            'buckets',
          ] as const;
        }),
      ),
  );
const listSealable = { '10m': listBoth('10m'), '1h': listBoth('1h') };

/** The buckets of a channel, not calibrated, sorted by time. */
export async function bucketsOf(
  store: Queries,
  { farmId, index, level }: Channel & { level: Exclude<Resolution, 'raw'> },
  span: Span,
): Promise<Bucket[]> {
  const asked = { farmId, channelId: index, width: bucketLevels[level], ...span };
  if (!isSealable(level)) return (await listRows(store, asked)).map(withoutTimes);
  const found = await listSealable[level](store, { ...asked, ...daysOf(span) });
  return unpacked(found, span, (day, body) => plainBuckets(day, level, body), withoutTimes);
}

/** The hours of a channel with the times of their extremes, not calibrated, sorted by time. */
export async function hoursOf(store: Queries, { farmId, index }: Channel, span: Span): Promise<TimedBucket[]> {
  const asked = { farmId, channelId: index, width: bucketLevels['1h'], ...span, ...daysOf(span) };
  return unpacked(await listSealable['1h'](store, asked), span, hoursIn, withTimes);
}

/** The exact mean of a bucket. */
export const meanOf = ({ count, sumMicro }: Pick<Bucket, 'count' | 'sumMicro'>): number => sumMicro / 1e6 / count;

/** Whether buckets of a level are sealed with their day. */
export const isSealable = (level: Exclude<Resolution, 'raw'>): level is SealedLevel =>
  sealedLevels.some((sealed) => sealed === level);

const daysOf = ({ from, to }: Span) => ({ firstDay: seoulDayNumber(from), lastDay: seoulDayNumber(to - 1) });

type Row = TimedBucket & { buckets: Uint8Array | null };

function unpacked<One extends Bucket>(
  found: readonly Row[],
  { from, to }: Span,
  unpack: (day: number, body: Uint8Array) => One[],
  asOne: (row: Row) => One,
): One[] {
  const sealed = found.flatMap(({ start: day, buckets }) => (buckets ? unpack(day, buckets) : []));
  const rows = found.flatMap((row) => (row.buckets ? [] : [asOne(row)]));
  const within = sealed.filter(({ start }) => start >= from && start < to);
  // Sorted already, unless a day was sealed before an earlier one.
  return [...within, ...rows].sort((a, b) => a.start - b.start);
}

const withoutTimes = ({ start, count, sumMicro, min, max }: Bucket): Bucket => ({ start, count, sumMicro, min, max });
const withTimes = ({ minAt, maxAt, ...row }: TimedBucket): TimedBucket => ({ ...withoutTimes(row), minAt, maxAt });

type Counted = { farmId: number; channels: string; width: number; from: number; to: number };

const countRows = preparedQuery((db, param: ParameterOf<Counted & { firstDay: number; lastDay: number }>) =>
  db
    .selectFrom('rollup')
    .select((eb) => ['channel_id as index', eb.fn.countAll<number>().as('count')])
    .select(sql<Uint8Array | null>`null`.as('hours'))
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', 'in', numbersIn(param('channels')))
    .where('width', '=', param('width'))
    .where('start', '>=', param('from'))
    .where('start', '<', param('to'))
    .groupBy('channel_id')
    .unionAll(
      db
        .selectFrom('sealed_reading')
        .select(['channel_id as index', 'day as count', 'hours'])
        .where('farm_id', '=', param('farmId'))
        .where('channel_id', 'in', numbersIn(param('channels')))
        .where('day', '>=', param('firstDay'))
        .where('day', '<=', param('lastDay'))
        .where('hours', 'is not', null),
    ),
);

/** In how many hours of a span each channel of a farm was heard; channels that were not are left out. */
export async function countHours(
  store: Queries,
  farmId: number,
  channels: readonly number[],
  span: Span,
): Promise<Map<number, number>> {
  const asked = { farmId, channels: JSON.stringify(channels), width: bucketLevels['1h'], ...span, ...daysOf(span) };
  const counts = new Map<number, number>();
  for (const { index, count, hours } of await countRows(store, asked)) {
    const isWithin = ({ start }: Bucket) => start >= span.from && start < span.to;
    const added = hours ? plainBuckets(count, '1h', hours).filter(isWithin).length : count;
    if (added > 0) counts.set(index, (counts.get(index) ?? 0) + added);
  }
  return counts;
}
