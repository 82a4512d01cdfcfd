import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import * as z from 'zod/mini';
import type { controlLog } from '#contract/control/control-calls.ts';
import { type DecisionRow, decisionRow, type Outcome } from '#contract/control/decision.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import type { Queries } from '../db/open.ts';
import type { Database } from '../db/schema.ts';
import { yieldToOthers } from '../kernel/process/yield-to-others.ts';
import { ruleNames } from './rules.ts';

const columns = [
  'decision_id as index',
  'at',
  'rule_id as rule',
  'channel_id as actuator',
  'layer',
  'outcome',
  'reason',
  'figures',
  'by',
  'command_id as command',
] as const;

type Stored = {
  index: number;
  at: number;
  rule: string | null;
  actuator: number | null;
  layer: string;
  outcome: string;
  reason: string;
  figures: string;
  by: string | null;
  command: string | null;
};

const iso = (at: number) => new Date(at).toISOString();

/** Schema of stored figures, with times as on the wire. */
const storedFigures = z.array(
  z.pipe(
    z.looseObject({ at: z.nullable(z.number()) }),
    z.transform(({ at, ...figure }) => ({ ...figure, at: at === null ? null : iso(at) })),
  ),
);

/** Log entries as stored, without those whose codes this version does not know. */
async function linesOf(
  store: Queries,
  farmId: number,
  rows: readonly Stored[],
): Promise<(DecisionRow & Pick<Stored, 'index' | 'command'>)[]> {
  return (await withNames(store, farmId, rows)).flatMap((stored) => {
    const { index, command, at, figures, ...row } = stored;
    const wire = { ...row, at: iso(at), figures: z.parse(storedFigures, JSON.parse(figures)) };
    const parsed = z.safeParse(decisionRow, wire);
    return parsed.success ? [{ ...parsed.data, index, command }] : [];
  });
}

type Blaming = { reason: string; by: string | null };

/** Log entries with the present name of the channel they blame, which they give by its index. */
export async function withNames<Row extends Blaming>(
  store: Queries,
  farmId: number,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const isBlaming = ({ reason, by }: Blaming) =>
    by !== null && (reason === 'SENSOR_SILENT' || reason === 'SENSOR_DOUBTED' || reason === 'CONDITION_UNKNOWN');
  if (!rows.some(isBlaming)) return rows;
  const names = await channelNames(store, farmId);
  return rows.map((row) => {
    if (!isBlaming(row)) return row;
    // Without a channel of that index it is an input that has a name of its own, such as the forecast.
    const known = names.get(row.by ?? '');
    return { ...row, by: known ?? (row.reason === 'CONDITION_UNKNOWN' ? row.by : null) };
  });
}

/** Names of a farm's channels by index, deleted ones included. */
async function channelNames({ db }: Queries, farmId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('channel')
    .select(['channel_id as index', 'area_name as areaName', 'name'])
    .where('farm_id', '=', farmId)
    .execute();
  return new Map(rows.map(({ index, areaName, name }) => [String(index), `${areaName} ${name}`.trim()]));
}

/** The newest entry about each rule of a farm, whether or not it names an actuator. */
export async function latestByRule(store: Queries, farmId: number): Promise<ReadonlyMap<string, DecisionRow>> {
  const rows = await newestOf(store, farmId, 'rule_id');
  return new Map(rows.flatMap((row) => (row.rule === null ? [] : [[row.rule, row] as const])));
}

const acts: readonly Outcome[] = ['started', 'stopped'];

/** The newest start or stop of each actuator of a farm. */
export async function latestActs(store: Queries, farmId: number): Promise<ReadonlyMap<number, DecisionRow>> {
  return byActuator(await newestOf(store, farmId, 'channel_id', (eb) => eb('outcome', 'in', acts)));
}

/** The newest entry on what each actuator of a farm does; not that a rule yields it, or that an interlock is off. */
export async function latestByActuator(store: Queries, farmId: number): Promise<ReadonlyMap<number, DecisionRow>> {
  const isOwn: Narrowed = (eb) => eb.and([eb('outcome', '!=', 'yielded'), eb('reason', '!=', 'INTERLOCK_OFF')]);
  return byActuator(await newestOf(store, farmId, 'channel_id', isOwn));
}

function byActuator(rows: readonly DecisionRow[]): ReadonlyMap<number, DecisionRow> {
  return new Map(rows.flatMap((row) => (row.actuator === null ? [] : [[row.actuator, row] as const])));
}

type Narrowed = (eb: ExpressionBuilder<Database, 'decision'>) => Expression<SqlBool>;

async function newestOf(
  store: Queries,
  farmId: number,
  by: 'rule_id' | 'channel_id',
  isSuch: Narrowed = (eb) => eb(by, 'is not', null),
): Promise<DecisionRow[]> {
  const rows = await store.db
    .selectFrom('decision')
    .select(columns)
    .where('farm_id', '=', farmId)
    .where('decision_id', 'in', (eb) =>
      eb
        .selectFrom('decision')
        .select(({ fn }) => fn.max('decision_id').as('newest'))
        .where('farm_id', '=', farmId)
        .where(by, 'is not', null)
        .where(isSuch)
        .groupBy(by),
    )
    .execute();
  return linesOf(store, farmId, rows);
}

/** The last entries about a rule, newest first. */
export async function decisionsOf(store: Queries, farmId: number, rule: string, most: number): Promise<DecisionRow[]> {
  const rows = await store.db
    .selectFrom('decision')
    .select(columns)
    .where('farm_id', '=', farmId)
    .where('rule_id', '=', rule)
    .orderBy('decision_id', 'desc')
    .limit(most)
    .execute();
  return linesOf(store, farmId, rows);
}

type Asked = {
  actuator?: number | undefined;
  area?: string | undefined;
  rule?: string | undefined;
  outcome?: string | undefined;
  kind?: 'act' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page: number;
  size: number;
};

/** A page of the log of a farm, newest first. */
export async function pageOfDecisions(
  store: Queries,
  farmId: number,
  { actuator, area, rule, outcome, kind, from, to, page, size }: Asked,
): Promise<AnswerOf<typeof controlLog>> {
  let query = store.db.selectFrom('decision').where('farm_id', '=', farmId);
  if (actuator !== undefined) query = query.where('channel_id', '=', actuator);
  if (area !== undefined) {
    query = query.where('channel_id', 'in', (eb) =>
      eb.selectFrom('channel').select('channel_id').where('farm_id', '=', farmId).where('area_name', '=', area),
    );
  }
  if (rule !== undefined) query = query.where('rule_id', '=', rule);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (kind === 'act') query = query.where('outcome', 'in', acts);
  if (from !== undefined) query = query.where('at', '>=', startOfSeoulDate(from));
  if (to !== undefined) query = query.where('at', '<', startOfSeoulDate(to) + DAY_MS);
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(columns)
    .orderBy('decision_id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const names = await ruleNames(store, farmId);
  return {
    rows: (await linesOf(store, farmId, rows)).map((line) => {
      return { ...line, ruleName: names.get(line.rule ?? '') ?? null };
    }),
    total: Number(total),
  };
}

/** How long log entries are kept, and how many of a farm: about a hundred days of 20 rules that all act. */
const KEPT_MS = 400 * DAY_MS;
const MOST_ROWS = 20_000;

/** Deletes expired log entries, and commands with their histories. */
export async function dropOldDecisions(store: Queries, now: number): Promise<void> {
  const { db } = store;
  await db
    .deleteFrom('decision')
    .where('at', '<', now - KEPT_MS)
    .execute();
  await db
    .deleteFrom('command')
    .where('asked_at', '<', now - KEPT_MS)
    .where('is_over', '=', 1)
    .execute();
  for (const { farm_id: farmId } of await db.selectFrom('control_memory').select('farm_id').execute()) {
    await dropMostOf(store, farmId);
    await yieldToOthers();
  }
}

/** Deletes the oldest entries of a farm with too many. */
async function dropMostOf({ db }: Queries, farmId: number): Promise<void> {
  const newest = await db
    .selectFrom('decision')
    .select('decision_id as id')
    .where('farm_id', '=', farmId)
    .orderBy('decision_id', 'desc')
    .limit(1)
    .offset(MOST_ROWS)
    .executeTakeFirst();
  if (!newest) return;
  await db.deleteFrom('decision').where('farm_id', '=', farmId).where('decision_id', '<=', newest.id).execute();
}
