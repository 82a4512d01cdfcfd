import { coveredTypes, monthPartSpans } from '#contract/monitor/statistics.ts';
import { bucketLevels, DAY_MS, MINUTE_MS, SEOUL_OFFSET_MS, seoulMonth } from '#contract/time/time.ts';
import type { Queries, Store } from '../db/open.ts';
import { type ParameterOf, preparedQuery } from '../db/prepared-query.ts';
import { ALL_DAYS, changedAfter } from '../db/tile-change.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { type Span, shownEnd } from './extremes.ts';
import { flowOf } from './irrigation.ts';

/** How often periods are updated from new readings. */
export const PERIODS_EVERY_MS = 10 * MINUTE_MS;

/** Rows per transaction, which takes a few milliseconds. */
const ROWS_AT_ONCE = 300;

type Channel = { farmId: number; index: number; type: string };
/** A farm whose readings have changed: its cursor, and the one its periods were made at; null: never. */
type FarmBehind = { farmId: number; seq: number; made: number | null };
type PeriodRow = Awaited<ReturnType<typeof periodOf>>;

/**
 * Computes the thirds of months again in which readings, exclusions or calibrations have changed. The stored cursor is
 * the one from before the buckets were read, so a change in between, or an interrupted run, is repeated next time.
 */
export async function makePeriods(store: Store, stopping?: AbortSignal): Promise<void> {
  let rows: PeriodRow[] = [];
  let done: FarmBehind[] = [];
  const keep = async () => {
    await store.db.transaction().execute(async (trx) => {
      await keepRows({ db: trx }, rows);
      await keepCursors({ db: trx }, done);
    });
    rows = [];
    done = [];
  };
  for (const farm of await farmsBehind(store)) {
    for (const { channel, spans } of await changedIn(store, farm)) {
      for (const span of spans) {
        if (stopping?.aborted) return;
        rows.push(await periodOf(store, channel, span));
        if (rows.length >= ROWS_AT_ONCE) await keep();
        // SQLite runs on this thread, so other requests run only between two queries.
        await yieldToOthers();
      }
    }
    done.push(farm);
    if (done.length >= ROWS_AT_ONCE) await keep();
  }
  await keep();
}

async function farmsBehind({ db }: Queries): Promise<FarmBehind[]> {
  return db
    .selectFrom('farm')
    .innerJoin('tile_cursor', 'tile_cursor.farm_id', 'farm.farm_id')
    .leftJoin('period_cursor', 'period_cursor.farm_id', 'farm.farm_id')
    .select(['farm.farm_id as farmId', 'tile_cursor.seq', 'period_cursor.seq as made'])
    .where('farm.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('period_cursor.seq', 'is', null), eb('period_cursor.seq', '<', eb.ref('tile_cursor.seq'))]),
    )
    .orderBy('farm.farm_id')
    .execute();
}

/** The sensors of a farm with statistics, and the thirds of months to compute for each. */
async function changedIn(
  store: Queries,
  { farmId, made }: FarmBehind,
): Promise<{ channel: Channel; spans: Iterable<Span> }[]> {
  const channels = await store.db
    .selectFrom('channel')
    .select(['farm_id as farmId', 'channel_id as index', 'type'])
    .where('farm_id', '=', farmId)
    .where('type', 'in', [...coveredTypes])
    .where('deleted_at', 'is', null)
    .execute();
  const noted = made === null ? [] : await daysNoted(store, farmId, made);
  const changed: { channel: Channel; spans: Iterable<Span> }[] = [];
  for (const channel of channels) {
    const days = noted.filter(({ index }) => index === channel.index).map(({ day }) => day);
    const starts = days.filter((day) => day !== ALL_DAYS).map((day) => day * DAY_MS - SEOUL_OFFSET_MS);
    if (made === null || days.includes(ALL_DAYS)) starts.push(...(await daysHeard(store, channel)));
    const spans = new Map(starts.map(periodAround).map((span) => [span.begin, span]));
    if (spans.size > 0) changed.push({ channel, spans: spans.values() });
  }
  return changed;
}

const daysNoted = ({ db }: Queries, farmId: number, since: number) =>
  db
    .selectFrom('tile_change')
    .select(['channel_id as index', 'day'])
    .where('farm_id', '=', farmId)
    .where(changedAfter(since))
    .execute();

/** The beginnings of the days on which a sensor has good readings. */
async function daysHeard({ db }: Queries, { farmId, index }: Channel): Promise<number[]> {
  const rows = await db
    .selectFrom('rollup')
    .select('start')
    .where('farm_id', '=', farmId)
    .where('channel_id', '=', index)
    .where('width', '=', bucketLevels['1d'])
    .execute();
  return rows.map(({ start }) => start);
}

function periodAround(at: number): Span {
  const spans = monthPartSpans(seoulMonth(at));
  return spans.find(({ end }) => at < end) ?? { begin: at, end: at };
}

type Stretch = { farmId: number; index: number; begin: number; end: number };

const findExtremes = preparedQuery((db, param: ParameterOf<Stretch>) =>
  db
    .selectFrom('rollup')
    .select((eb) => [
      eb.fn<number | null>('min', [shownEnd('min')]).as('min'),
      eb.fn<number | null>('max', [shownEnd('max')]).as('max'),
    ])
    .where('farm_id', '=', param('farmId'))
    .where('channel_id', '=', param('index'))
    .where('width', '=', bucketLevels['1d'])
    .where('start', '>=', param('begin'))
    .where('start', '<', param('end')),
);

const NO_FLOW = { buckets: 0, flow: null };

async function periodOf(store: Queries, { farmId, index, type }: Channel, { begin, end }: Span) {
  const asked = { farmId, index, begin, end };
  const isMeter = type === 'FLOW_RATE';
  const { buckets, flow } = isMeter ? await flowOf(store, asked, asked) : NO_FLOW;
  const [extremes] = isMeter ? [] : await findExtremes(store, asked);
  return {
    farm_id: farmId,
    channel_id: index,
    start: begin,
    min: extremes?.min ?? null,
    max: extremes?.max ?? null,
    flow: buckets > 0 ? flow : null,
    buckets,
  };
}

async function keepRows({ db }: Queries, rows: readonly PeriodRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('period')
    .values([...rows])
    .onConflict((c) =>
      c.columns(['farm_id', 'channel_id', 'start']).doUpdateSet((eb) => ({
        min: eb.ref('excluded.min'),
        max: eb.ref('excluded.max'),
        flow: eb.ref('excluded.flow'),
        buckets: eb.ref('excluded.buckets'),
      })),
    )
    .execute();
}

async function keepCursors({ db }: Queries, farms: readonly FarmBehind[]): Promise<void> {
  if (farms.length === 0) return;
  await db
    .insertInto('period_cursor')
    .values(farms.map(({ farmId, seq }) => ({ farm_id: farmId, seq })))
    .onConflict((c) => c.column('farm_id').doUpdateSet((eb) => ({ seq: eb.ref('excluded.seq') })))
    .execute();
}
