import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { type Point, points } from '#contract/series/points.ts';
import { type ChannelTypeName, channelTypes } from '#contract/series/sensor-types.ts';
import { bucketLevels, type Resolution, seoulDayNumber } from '#contract/time/time.ts';
import { bucketsOf, isSealable, sealedBucketsIn } from './bucket/buckets.ts';
import { calibrate, calibratedIn, calibrationsOf } from './calibration.ts';
import { bytesOf, figuresAsJson, instantsAsJson, roundedTo, within } from './fragments.ts';
import type { Queries } from './open.ts';
import { type ParameterOf, preparedQuery } from './prepared-query.ts';
import type { Database } from './schema.ts';
import type { Bucket } from './sealed/bucket-codec.ts';
import { bucketColumns, type SealedLevel } from './sealed/sealed-day.ts';
import { goodSealed, inOrder, type Shown, writtenPoints } from './sealed/sealed-points.ts';

/**
 * The points of a channel over [begin, end), epoch ms; a bucket that overlaps the range belongs to it. Records and
 * tiles both read here, so that they show the same values.
 */
type PointsAsked = {
  /** With `isCalibrated` 0 the query does not look for corrections. */
  channel: { farmId: number; index: number; type: ChannelTypeName; isCalibrated: 0 | 1 };
  resolution: Resolution;
  begin: number;
  end: number;
};

type ReadingsAsked = {
  channel: Pick<PointsAsked['channel'], 'farmId' | 'index' | 'isCalibrated'>;
  begin: number;
  end: number;
};

/** Points that are JSON already, as UTF-8 bytes. */
type WrittenPoints = { count: number; json: Uint8Array };

/** The good readings of a channel in the range, sorted by time. */
type Range = { farmId: number; channelId: number; begin: number; end: number };
/** The same with the first and last Seoul day of the range, to find sealed days. */
type Readings = Range & { firstDay: number; lastDay: number };

function readingsIn(db: Kysely<Database>, param: ParameterOf<Range>, isCalibrated: boolean) {
  const value = sql.ref<number>('reading.value');
  return db
    .selectFrom('reading')
    .select('reading.at')
    .select((isCalibrated ? calibratedIn(value, { of: 'reading', at: 'reading.at' }) : value).as('value'))
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('channelId'))
    .where('at', '>=', param('begin'))
    .where('at', '<', param('end'))
    .where('flag', '=', 0)
    .orderBy('at');
}

/** The sealed days with readings that overlap the range, sorted by time. */
function sealedIn(db: Kysely<Database>, param: ParameterOf<Readings>) {
  return db
    .selectFrom('sealed_reading')
    .where('count', '>', 0)
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('channelId'))
    .where('day', '>=', param('firstDay'))
    .where('day', '<=', param('lastDay'))
    .orderBy('day');
}

/** The mean of a bucket is rounded to 1 / `unit`, which is `micros` millionths. */
type Rounding = { unit: number; micros: number };
/** The buckets of one width that begin after `after`. */
type Buckets = Readings & Rounding & { after: number; width: number };

function bucketsIn(db: Kysely<Database>, param: ParameterOf<Buckets>, isCalibrated: boolean) {
  const shown = (value: RawBuilder<number>) =>
    isCalibrated ? calibratedIn(value, { of: 'rollup', at: 'rollup.start' }) : value;
  const digits = sql<number>`cast(sum_micro as double precision) / ${param('micros')} / count`;
  const rounded = sql<number>`${roundedTo(0, digits)} / ${param('unit')}`;
  // Rounding must not move the mean out of [min, max].
  const mean = within(rounded, [sql.ref('rollup.min'), sql.ref('rollup.max')]);
  return db
    .selectFrom('rollup')
    .select('rollup.start as at')
    .select([shown(sql.ref('rollup.min')).as('min'), shown(mean).as('mean'), shown(sql.ref('rollup.max')).as('max')])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('channelId'))
    .where('width', '=', param('width'))
    .where('start', '>', param('after'))
    .where('start', '<', param('end'))
    .orderBy('start');
}

/*
 * The database itself writes the points as JSON bytes. Making thousands of rows into objects and serialising them again
 * takes three times as long, and a text would have to be encoded once more.
 */
const written = (lists: Expression<string>) => [sql<number>`count(*)`.as('count'), bytesOf(lists).as('json')] as const;

const [notSealed, isSealed] = [sql<0 | 1>`0`.as('isSealed'), sql<0 | 1>`1`.as('isSealed')];

const readingLists = sql<string>`'{"at":' || ${instantsAsJson('at')} || ',"mean":' || ${figuresAsJson('value')} || '}'`;

const bucketLists = sql<string>`'{"at":' || ${instantsAsJson('at')} || ',"mean":' || ${figuresAsJson('mean')}
  || ',"min":' || ${figuresAsJson('min')} || ',"max":' || ${figuresAsJson('max')} || '}'`;

/**
 * The number of good readings of a channel in the range, and the sum of their times, which together reveal a change. A
 * sealed day must be unpacked for that.
 */
const countReadings = preparedQuery((db, param: ParameterOf<Readings>) =>
  db
    .selectFrom('reading')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(at), 0)`.as('sum')])
    .select(sql<Uint8Array | null>`null`.as('body'))
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('channelId'))
    .where('at', '>=', param('begin'))
    .where('at', '<', param('end'))
    .where('flag', '=', 0)
    .unionAll(
      db
        .selectFrom(sealedIn(db, param).select(['day', 'count', 'body']).as('sealed'))
        .select(['count', 'day as sum', 'body']),
    ),
);

/** Whether the good readings in [begin, end) are unchanged since an earlier read, which had these `times`. */
export async function isSameStretch(store: Queries, asked: ReadingsAsked, times: ArrayLike<number>): Promise<boolean> {
  const parts = await countReadings(store, rangeOf(asked));
  const sealed = goodSealed(
    parts.flatMap(({ body }) => (body ? [body] : [])),
    asked,
    (value) => value,
  );
  const rows = parts.find(({ body }) => !body);
  const sumOfSealed = sealed.at.reduce((sum, at) => sum + at, 0);
  let sum = 0;
  for (let place = 0; place < times.length; place += 1) sum += times[place] ?? 0;
  return Number(rows?.count) + sealed.at.length === times.length && Number(rows?.sum) + sumOfSealed === sum;
}

/** One query for channels without calibration and one for calibrated channels, each built once. */
const forBoth = <Query>(build: (isCalibrated: boolean) => Query) => [build(false), build(true)] as const;

/*
 * Rows and sealed days in one statement: with two, a day sealed in between would appear twice or not at all. A sealed
 * day is returned as its body and unpacked here.
 */
const listReadings = forBoth((isCalibrated) =>
  preparedQuery((db, param: ParameterOf<Readings>) =>
    db
      .selectFrom(readingsIn(db, param, isCalibrated).as('point'))
      .select(['at', 'value', sql<Uint8Array | null>`null`.as('body')])
      .unionAll(
        db
          .selectFrom(sealedIn(db, param).select(['day', 'count', 'body']).as('sealed'))
          .select(['day as at', 'count as value', 'body']),
      ),
  ),
);
const writeReadings = forBoth((isCalibrated) =>
  preparedQuery((db, param: ParameterOf<Readings & { most: number }>) =>
    db
      .selectFrom(readingsIn(db, param, isCalibrated).limit(param('most')).as('point'))
      .select([...written(readingLists), notSealed])
      .unionAll(
        db
          .selectFrom(sealedIn(db, param).select(['count', 'body']).as('sealed'))
          .select(['count', 'body as json', isSealed]),
      ),
  ),
);
const writeBuckets = forBoth((isCalibrated) => ({
  '1d': preparedQuery((db, param: ParameterOf<Buckets>) =>
    db.selectFrom(bucketsIn(db, param, isCalibrated).as('point')).select([...written(bucketLists), notSealed]),
  ),
  '10m': writeSealable('10m', isCalibrated),
  '1h': writeSealable('1h', isCalibrated),
}));

/** The buckets as JSON, and those of sealed days as their bodies, with the day in place of their number. */
function writeSealable(level: SealedLevel, isCalibrated: boolean) {
  return preparedQuery((db, param: ParameterOf<Buckets>) =>
    db
      .selectFrom(bucketsIn(db, param, isCalibrated).as('point'))
      .select([...written(bucketLists), notSealed])
      .unionAll(
        db
          .selectFrom(sealedBucketsIn(db, param, level).as('sealed'))
          .select(['day as count', 'buckets as json', isSealed]),
      ),
  );
}

/** The points as tuples; a raw reading repeats its value three times. */
export async function listPoints(store: Queries, asked: PointsAsked): Promise<Point[]> {
  if (asked.resolution === 'raw') {
    const found = await goodReadings(store, asked);
    return found.map(({ at, value }) => [at, value, value, value]);
  }
  const { after, end, ...rounding } = askedBuckets(asked, asked.resolution);
  const found = await bucketsOf(store, { ...asked.channel, level: asked.resolution }, { from: after + 1, to: end });
  const shown = await shownOf(store, asked);
  return found.map((bucket) => pointOf(bucket, rounding, shown));
}

/** A bucket as a point, with the same figures as in SQL. */
function pointOf(bucket: Bucket, rounding: Rounding, shown: Calibrate): Point {
  const { start, min, max } = bucket;
  return [start, shown(min, start), shown(meanOf(bucket, rounding), start), shown(max, start)];
}

/** The mean, rounded and within the extremes. */
function meanOf({ count, sumMicro, min, max }: Omit<Bucket, 'start'>, { unit, micros }: Rounding): number {
  const units = sumMicro / micros / count;
  // Halves are rounded away from zero; adding 0 turns -0 into 0.
  const rounded = (Math.trunc(units + Math.sign(units) * 0.5) + 0) / unit;
  return Math.max(min, Math.min(max, rounded));
}

/** The good readings of a channel over [begin, end), epoch ms, calibrated and sorted by time. */
export async function goodReadings(store: Queries, asked: ReadingsAsked): Promise<Shown[]> {
  const rows = await listReadings[asked.channel.isCalibrated](store, rangeOf(asked));
  const bodies = rows.flatMap(({ body }) => (body ? [body] : []));
  if (bodies.length === 0) return rows;
  const { at, mean } = goodSealed(bodies, asked, await shownOf(store, asked));
  const sealed = at.map((instant, index) => ({ at: instant, value: mean[index] ?? 0 }));
  return inOrder([...sealed, ...rows.filter(({ body }) => !body)]);
}

type Calibrate = (value: number, at: number) => number;

/** The function that calibrates unpacked values, as calibratedIn() does in SQL. */
async function shownOf(store: Queries, { channel }: Pick<ReadingsAsked, 'channel'>): Promise<Calibrate> {
  if (!channel.isCalibrated) return (value) => value;
  const steps = (await calibrationsOf(store, channel.farmId, [channel.index])).get(channel.index) ?? [];
  const fromTheFirst = [{ since: 0, correction: 0 }, ...steps];
  return (value, at) => calibrate(value, at, fromTheFirst);
}

const NO_POINTS = Buffer.from(JSON.stringify(z.encode(points, [])));

/**
 * The same as JSON (contract/series/points.ts). Limits raw rows, but not sealed readings, to `most`; a caller who gets
 * that many should read buckets instead.
 */
export async function writePoints(store: Queries, asked: PointsAsked, most: number): Promise<WrittenPoints> {
  if (asked.resolution === 'raw') return writeRaw(store, asked, most);
  const { isCalibrated } = asked.channel;
  const buckets = askedBuckets(asked, asked.resolution);
  const parts = await writeBuckets[isCalibrated][asked.resolution](store, buckets);
  // Without rows the SQL gives null.
  const rows = parts.find(({ isSealed, count }) => isSealed === 0 && count > 0);
  const { resolution } = asked;
  const bodies = parts.filter(({ isSealed }) => isSealed === 1);
  if (bodies.length === 0 || !isSealable(resolution)) return rows ?? { count: 0, json: NO_POINTS };
  const shown = await shownOf(store, asked);
  const sealed = { at: [] as number[], mean: [] as number[], min: [] as number[], max: [] as number[] };
  for (const { count: day, json } of bodies) {
    const { start, count, sumMicro, min, max } = bucketColumns(day, resolution, json);
    for (let index = 0; index < start.length; index += 1) {
      const at = start[index] ?? 0;
      if (at <= buckets.after || at >= buckets.end) continue;
      const ends = { min: min[index] ?? 0, max: max[index] ?? 0 };
      const mean = meanOf({ count: count[index] ?? 1, sumMicro: sumMicro[index] ?? 0, ...ends }, buckets);
      sealed.at.push(at);
      sealed.mean.push(shown(mean, at));
      sealed.min.push(shown(ends.min, at));
      sealed.max.push(shown(ends.max, at));
    }
  }
  const count = sealed.at.length + (rows?.count ?? 0);
  return count === 0 ? { count, json: NO_POINTS } : { count, json: writtenPoints(sealed, rows?.json) };
}

async function writeRaw(store: Queries, asked: PointsAsked, most: number): Promise<WrittenPoints> {
  const parts = await writeReadings[asked.channel.isCalibrated](store, { ...rangeOf(asked), most });
  const rows = parts.find(({ isSealed, count }) => isSealed === 0 && count > 0);
  const bodies = parts.flatMap(({ isSealed, json }) => (isSealed === 1 ? [json] : []));
  if (bodies.length === 0) return rows ?? { count: 0, json: NO_POINTS };
  const sealed = goodSealed(bodies, asked, await shownOf(store, asked));
  const count = sealed.at.length + (rows?.count ?? 0);
  return count === 0 ? { count, json: NO_POINTS } : { count, json: writtenPoints(sealed, rows?.json) };
}

const rangeOf = ({ channel, begin, end }: ReadingsAsked): Readings => ({
  farmId: channel.farmId,
  channelId: channel.index,
  begin,
  end,
  firstDay: seoulDayNumber(begin),
  lastDay: seoulDayNumber(end - 1),
});

/** At least this many decimals, so that a zoomed chart shows no steps. */
const LEAST_DIGITS = 2;

/**
 * Means have one decimal more than the screen shows for the type, which is finer than the sensors. Each further decimal
 * would make a month of tiles a tenth larger.
 */
function askedBuckets(asked: PointsAsked, resolution: Exclude<Resolution, 'raw'>): Buckets {
  const digits = Math.max(LEAST_DIGITS, channelTypes[asked.channel.type].decimals + 1);
  return {
    ...rangeOf(asked),
    after: asked.begin - bucketLevels[resolution],
    width: bucketLevels[resolution],
    unit: 10 ** digits,
    micros: 10 ** (6 - digits),
  };
}
