import type { ChannelQuality, ExcludedSpan, Exclusion, Quality } from '#contract/quality/quality.ts';
import { type Finding, findingsOf, suspectedJumps } from '#contract/quality/quality-rules.ts';
import { sensorStateAt } from '#contract/quality/sensor-state.ts';
import type { Point } from '#contract/series/points.ts';
import { type ChannelTypeName, channelTypes, isActuator } from '#contract/series/sensor-types.ts';
import { staleness } from '#contract/series/staleness.ts';
import { bucketStart, DAY_MS } from '#contract/time/time.ts';
import type { Queries } from '../db/open.ts';
import { IMPLAUSIBLE } from '../db/reading-writer.ts';
import { farmOf } from '../kernel/access/farm-of.ts';
import { inScreenOrder } from '../monitor/queries.ts';
import { findFlowFindings } from './flow.ts';
import { type Bucket, bucketsOf, readingsOf, type Span, WIDTH_MS } from './points.ts';
import { coverageOf, excludedSince, kindsOf } from './state.ts';

/** How far back the rules look: they must see the whole span of a sensor that has been wet for more than a day. */
const LOOK_BACK_MS = 2 * DAY_MS;
/** The most exclusions that are listed. */
const MAX_EXCLUSIONS = 200;

/** The quality of a farm's sensors. Reads buckets of two days, and readings only where a jump is possible. */
export async function findQuality(
  store: Queries,
  farmId: number,
  { now, keptSince }: { now: number; keptSince: number },
): Promise<Quality> {
  const all = inScreenOrder(await findNewest(store, farmId));
  const span = { from: bucketStart(now, WIDTH_MS) - LOOK_BACK_MS, to: now };
  const watered = await wateredSpans(
    store,
    farmId,
    all.filter(({ type }) => channelTypes[type].isWater).map(({ index }) => index),
    span,
  );
  const exclusions = await listExclusions(store, farmId, keptSince);
  const channels: ChannelQuality[] = [];
  for (const channel of all.filter(({ type }) => !isActuator(type))) {
    const { index, type, name, areaName, intervalMs } = channel;
    const buckets = await bucketsOf(store, farmId, index, span);
    const found = await judge(store, { farmId, index, type, intervalMs, watered, buckets });
    if (type === 'FLOW_RATE')
      found.push(...(await findFlowFindings(store, farmId, { meter: channel, buckets, all, span })));
    const heardUntil = (buckets.at(-1)?.point[0] ?? 0) + WIDTH_MS;
    // For a silent sensor it is unknown whether a finding continues.
    const isHeard = staleness(heardUntil, intervalMs, now).reporting === 'reporting';
    const findings = found.map(({ rule, from, to }) => ({
      rule,
      from,
      to: isHeard && to >= heardUntil ? null : Math.min(to, now),
    }));
    const evidence = {
      readAt: channel.at,
      intervalMs,
      findings,
      isImplausible: ((channel.flag ?? 0) & IMPLAUSIBLE) !== 0,
      excludedSince: excludedSince(exclusions, index, now),
    };
    channels.push({
      index,
      type,
      name,
      areaName,
      intervalMs,
      findings,
      readAt: channel.at,
      ...sensorStateAt(evidence, now),
      coverage: coverageOf(buckets, { intervalMs, createdAt: channel.createdAt, end: bucketStart(now, WIDTH_MS) }),
    });
  }
  return {
    at: now,
    keptSince,
    kinds: kindsOf(channels),
    channels,
    exclusions,
    refusals: [],
    unknown: [],
    inspections: [],
    control: [],
  };
}

async function findNewest(
  { db }: Queries,
  farmId: number,
): Promise<
  {
    at: number | null;
    flag: number | null;
    index: number;
    type: string;
    name: string;
    areaName: string;
    intervalMs: number;
    createdAt: number;
  }[]
> {
  return db
    .selectFrom('channel')
    .leftJoin('latest', (join) =>
      join.onRef('latest.farm_id', '=', 'channel.farm_id').onRef('latest.channel_id', '=', 'channel.channel_id'),
    )
    .select(['channel.channel_id as index', 'type', 'name', 'area_name as areaName', 'interval_ms as intervalMs'])
    .select(['channel.created_at as createdAt', 'latest.at', 'latest.flag'])
    .where('channel.farm_id', '=', farmId)
    .where('channel.deleted_at', 'is', null)
    .execute();
}

type Judged = {
  farmId: number;
  index: number;
  type: ChannelTypeName;
  intervalMs: number;
  watered: readonly Span[];
  buckets: readonly Bucket[];
};

/** Finds spans in buckets, and jumps in the raw readings of spans in which buckets make one possible. */
async function judge(
  store: Queries,
  { farmId, index, type, intervalMs, watered, buckets }: Judged,
): Promise<Finding[]> {
  const points = buckets.map(({ point }) => point);
  const of = { channel: index, type, watered };
  const found: Finding[] = [];
  for (const finding of findingsOf({ ...of, points, stepMs: Math.max(WIDTH_MS, intervalMs) })) {
    if (finding.rule === 'flat') {
      const value = points.find(([at]) => at === finding.from)?.[1];
      found.push(await sharpened(store, farmId, { finding, value, intervalMs }));
    } else if (finding.rule !== 'jump') found.push(finding);
  }
  for (const span of suspectedJumps(type, points, WIDTH_MS)) {
    const readings = await readingsOf(store, farmId, index, span);
    found.push(...findingsOf({ ...of, points: readings, stepMs: intervalMs }).filter(({ rule }) => rule === 'jump'));
  }
  return found.sort((a, b) => a.from - b.from);
}

/** The first and last bucket of a stuck span also hold other values, so its exact limits come from the readings. */
async function sharpened(
  store: Queries,
  farmId: number,
  { finding, value, intervalMs }: { finding: Finding; value: number | undefined; intervalMs: number },
): Promise<Finding> {
  const { channel, from, to } = finding;
  const isOther = ([, , one]: Point) => one !== value;
  const before = await readingsOf(store, farmId, channel, { from: from - WIDTH_MS, to: from });
  const after = await readingsOf(store, farmId, channel, { from: to, to: to + WIDTH_MS });
  const [first] = before.slice(before.findLastIndex(isOther) + 1);
  const moved = after.findIndex(isOther);
  const last = after[(moved < 0 ? after.length : moved) - 1];
  return { ...finding, from: first?.[0] ?? from, to: last ? last[0] + intervalMs : to };
}

/** The ten-minute spans in which any of the channels reported running water. */
async function wateredSpans(store: Queries, farmId: number, channels: readonly number[], span: Span): Promise<Span[]> {
  const spans: Span[] = [];
  for (const index of channels) {
    for (const { point } of await bucketsOf(store, farmId, index, span)) {
      const [start, , , max] = point;
      if (max > 0) spans.push({ from: start, to: start + WIDTH_MS });
    }
  }
  return spans;
}

function exclusionsWith({ db }: Queries) {
  return db
    .selectFrom('exclusion')
    .innerJoin('channel', (join) =>
      join.onRef('channel.farm_id', '=', 'exclusion.farm_id').onRef('channel.channel_id', '=', 'exclusion.channel_id'),
    )
    .leftJoin('user as noter', 'noter.id', 'exclusion.user_id')
    .leftJoin('user as lifter', 'lifter.id', 'exclusion.lifted_by')
    .select(['exclusion_id as id', 'exclusion.channel_id as channelIndex'])
    .select(['channel.name as channelName', 'channel.type', 'channel.area_name as areaName'])
    .select(['exclusion.since', 'exclusion.until', 'exclusion.reason', 'exclusion.noted_at as notedAt'])
    .select(['noter.name as by', 'lifter.name as liftedBy', 'exclusion.lifted_at as liftedAt'])
    .where('channel.deleted_at', 'is', null)
    .where('channel.type', 'in', Object.keys(channelTypes));
}

type FoundExclusion = Awaited<ReturnType<ReturnType<typeof exclusionsWith>['executeTakeFirstOrThrow']>>;

/** The active exclusions first, then the lifted ones; newest first in each group. */
async function listExclusions(store: Queries, farmId: number, keptSince: number): Promise<Exclusion[]> {
  const rows = await exclusionsWith(store)
    .where('exclusion.farm_id', '=', farmId)
    .orderBy((eb) => eb('exclusion.lifted_at', 'is not', null))
    .orderBy('exclusion_id', 'desc')
    .limit(MAX_EXCLUSIONS)
    .execute();
  return rows.map((row) => exclusionOf(row, keptSince));
}

/** The active exclusions of a farm, sorted by time. */
export async function listExcluded({ db }: Queries, farmId: number): Promise<ExcludedSpan[]> {
  return db
    .selectFrom('exclusion')
    .select(['channel_id as channelIndex', 'since as from', 'until as to', 'reason'])
    .where('farm_id', '=', farmId)
    .where('lifted_at', 'is', null)
    .orderBy('since')
    .orderBy('exclusion_id')
    .execute();
}

/** One exclusion with its farm; undefined for an unknown number or a deleted channel. */
export async function findExclusion(
  store: Queries,
  id: number,
  keptSince: number,
): Promise<{ farmId: number; exclusion: Exclusion } | undefined> {
  const farmId = await farmOf(store, 'exclusion', id);
  if (farmId === undefined) return undefined;
  const row = await exclusionsWith(store)
    .where('exclusion.farm_id', '=', farmId)
    .where('exclusion_id', '=', id)
    .executeTakeFirst();
  return row && { farmId, exclusion: exclusionOf(row, keptSince) };
}

function exclusionOf(row: FoundExclusion, keptSince: number): Exclusion {
  const { id, channelIndex, channelName, areaName, since, until, reason, by, notedAt, liftedBy, liftedAt } = row;
  return {
    id,
    channelIndex,
    channelName,
    // `exclusionsWith` selects known types only.
    type: row.type as ChannelTypeName,
    areaName,
    from: since,
    to: until,
    reason,
    by,
    notedAt,
    lifted: liftedAt === null ? null : { by: liftedBy, at: liftedAt },
    isLiftable: liftedAt === null && (until === null || until > keptSince),
  };
}
