import * as z from 'zod/mini';
import { defaultSettings } from '#contract/control/actuator.ts';
import { controlProblems } from '#contract/control/control-text.ts';
import { type DecisionRow, needsPerson } from '#contract/control/decision.ts';
import type { WordsOf } from '#contract/control/rule/condition-text.ts';
import { channelsMovedBy, type RuleFamily, type RuleFields } from '#contract/control/rule/rule.ts';
import type { RuleChoices, RuleDetail, RuleRow } from '#contract/control/rule/rule-calls.ts';
import { wordsOfChannels } from '#contract/control/rule/rule-equipment.ts';
import { nextActAt } from '#contract/control/rule/rule-next.ts';
import { ruleSentence } from '#contract/control/rule/rule-sentence-text.ts';
import { type CropFields, cultivations } from '#contract/crop/crop.ts';
import { isActuator } from '#contract/series/sensor-types.ts';
import type { SortOf } from '#contract/wire/list.ts';
import type { ruleSorts } from '#contract/wire/sorts.ts';
import { type ListAsked, onePage } from '../db/list.ts';
import type { Queries } from '../db/open.ts';
import { type FarmCrop, listFarmCrops } from '../growth-calendar/queries.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { isReadable, rightOf } from '../kernel/access/farm-right.ts';
import { failField } from '../kernel/fail.ts';
import { listChannels } from '../monitor/queries.ts';
import { hasOwnStation } from '../weather/places.ts';
import { actuatorSettings } from './actuators.ts';
import { STATE_KNOWN_MS } from './decide/actuator-memory.ts';
import { decisionsOf, latestByActuator, latestByRule } from './decisions.ts';
import { findHeld } from './engine/held.ts';
import { findMemory } from './engine/memory-store.ts';
import { seasonsOf } from './next-water.ts';
import { ruleLimits } from './rule-commands.ts';
import { formOf } from './rules.ts';

/** Rules that are not deleted, on farms that are not deleted. */
function rules({ db }: Queries) {
  return db
    .selectFrom('rule')
    .innerJoin('farm', 'farm.farm_id', 'rule.farm_id')
    .where('rule.deleted_at', 'is', null)
    .where('farm.deleted_at', 'is', null);
}

/** What rules of a farm can refer to, and its rules. */
export async function findRuleChoices(store: Queries, farmId: number): Promise<RuleChoices> {
  const settings = await actuatorSettings(store, farmId);
  const channels = (await listChannels(store, farmId)).map(({ index, name, areaName, type, intervalMs }) => ({
    index,
    name,
    areaName,
    type,
    intervalMs,
    settings: isActuator(type) ? (settings.get(index) ?? defaultSettings(type)) : null,
  }));
  const cultivated = await cultivationsOf(store, farmId);
  const crops = (await listFarmCrops(store, farmId)).map(({ cropId, itemsName, house, calendar }) => ({
    id: cropId,
    name: [house, itemsName].filter(Boolean).join(' '),
    seasons: [...new Set(calendar?.periods.map(({ season }) => season) ?? [])],
    cultivation: cultivated.get(cropId) ?? 'unheated',
  }));
  const rows = await rules(store)
    .select(['rule.rule_id as id', 'rule.created_at as createdAt', 'rule.body'])
    .where('rule.farm_id', '=', farmId)
    .orderBy('rule.created_at')
    .execute();
  return {
    channels,
    crops,
    rules: rows.flatMap(({ id, createdAt, body }) => {
      const fields = formOf(body);
      return fields ? [{ id, createdAt: isoOf(createdAt), fields }] : [];
    }),
    hasOwnStation: await hasOwnStation(store, farmId),
  };
}

/** How each crop of a farm is grown. */
async function cultivationsOf(
  { db }: Queries,
  farmId: number,
): Promise<ReadonlyMap<string, CropFields['cultivation']>> {
  const rows = await db
    .selectFrom('crop')
    .select(['crop_id as id', 'cultivation'])
    .where('farm_id', '=', farmId)
    .execute();
  return new Map(rows.map(({ id, cultivation }) => [id, z.parse(z.enum(cultivations), cultivation)]));
}

const rowColumns = ['rule.rule_id as id', 'rule.farm_id as farmIndex', 'farm.name as farmName', 'rule.body'] as const;

const sortColumns = {
  name: 'rule.name',
  areaName: 'rule.area_name',
  priority: 'rule.priority',
  enabled: 'rule.enabled',
  changedAt: 'rule.changed_at',
  farmName: 'farm.name',
} as const;

type Asked = ListAsked<SortOf<(typeof ruleSorts)[number]>> & { farmIndex?: number | undefined };

/**
 * A page of the rules of a family on farms that the caller may see, by default in order of priority; within one farm,
 * rules that need a person, or move what is in trouble, come first. Calculated columns can be sorted only within one farm, whose rules are few.
 */
export async function pageOfRules(
  store: Queries,
  caller: Caller,
  family: RuleFamily,
  { farmIndex, ...asked }: Asked,
  now: number,
): Promise<{ rows: RuleRow[]; total: number }> {
  let query = rules(store)
    .select([...rowColumns, rightOf(caller).as('right')])
    .where(isReadable(caller))
    .where('rule.family', '=', family);
  if (farmIndex !== undefined) query = query.where('rule.farm_id', '=', farmIndex);
  const isByTrouble = asked.sort === undefined && farmIndex !== undefined;
  const troubled = isByTrouble ? await troubledChannels(store, farmIndex, now) : new Set<number>();
  const order = orderOf(asked.sort, (row) => isTroubled(row, troubled, now));
  if (order && farmIndex === undefined && asked.sort) failField('sort', controlProblems.oneFarm);
  const isWhole = order !== undefined && farmIndex !== undefined;
  const { rows, total } = await onePage(
    query,
    { ...asked, ...(order && { sort: 'priority' }), ...(isWhole && { page: 1, size: ruleLimits.family }) },
    { searched: ['rule.name', 'rule.area_name', 'farm.name'], sorted: sortColumns, otherwise: 'rule.rule_id' },
  );
  const shownRow = await wordsOfFarms(store, [...new Set(rows.map((row) => row.farmIndex))], now);
  const shown = rows.flatMap((row) => shownRow(row) ?? []);
  if (!isWhole) return { rows: shown, total };
  const begin = (asked.page - 1) * asked.size;
  return { rows: shown.sort(order).slice(begin, begin + asked.size), total };
}

/** The order by calculated columns; undefined where the database sorts. */
function orderOf(
  sort: Asked['sort'],
  needsLook: (row: RuleRow) => boolean,
): ((one: RuleRow, other: RuleRow) => number) | undefined {
  const nextOf = ({ nextAt }: RuleRow) => (nextAt === null ? Number.POSITIVE_INFINITY : Date.parse(nextAt));
  const byNext = (one: RuleRow, other: RuleRow) => {
    const [mine, theirs] = [nextOf(one), nextOf(other)];
    return mine === theirs ? 0 : mine - theirs;
  };
  if (sort === 'nextAt') return byNext;
  if (sort === '-nextAt') return (one, other) => byNext(other, one);
  return sort === undefined ? (one, other) => Number(needsLook(other)) - Number(needsLook(one)) : undefined;
}

/** Whether a rule needs a person: for its own sake, or because what it moves is in trouble. */
function isTroubled({ fields, now: last }: RuleRow, troubled: ReadonlySet<number>, now: number): boolean {
  if (!fields.enabled) return false;
  if (last !== null && (needsPerson(last.row) || isLongUnknown(last.row, now))) return true;
  return fields.mode === 'act' && channelsMovedBy(fields).some((channel) => troubled.has(channel));
}

/** Whether the state of what is to be moved has been unknown for minutes: for less, a controller has only begun anew. */
function isLongUnknown({ reason, at }: DecisionRow, now: number): boolean {
  return reason === 'STATE_UNKNOWN' && now - at >= STATE_KNOWN_MS;
}

/**
 * Actuators that are tripped, were not seen to work when they were last moved, or wait for a silent controller; and valves
 * that need such a one.
 */
async function troubledChannels(store: Queries, farmId: number, now: number): Promise<ReadonlySet<number>> {
  const { trips } = await findHeld(store, farmId);
  const { actuators, logged } = await findMemory(store, farmId);
  const latest = await latestByActuator(store, farmId);
  const settings = await actuatorSettings(store, farmId);
  const own = new Set(trips.map(({ channel }) => channel));
  for (const channel of settings.keys()) {
    const row = latest.get(channel);
    const isWaiting = logged[`actuator:${channel}`]?.includes(' STATE_UNKNOWN ') === true;
    const isSilent = isWaiting && row !== undefined && isLongUnknown(row, now);
    if (isSilent || (actuators[channel]?.unproved ?? 0) > 0) own.add(channel);
  }
  const fed = [...settings].filter(([, { upstream }]) => upstream.some((channel) => own.has(channel)));
  return new Set([...own, ...fed.map(([channel]) => channel)]);
}

/** One rule of a family that the caller may see; undefined when there is none. */
export async function findRule(
  store: Queries,
  caller: Caller,
  family: RuleFamily,
  id: string,
  now: number,
): Promise<RuleDetail | undefined> {
  const row = await rules(store)
    .select([...rowColumns, rightOf(caller).as('right')])
    .where('rule.rule_id', '=', id)
    .where('rule.family', '=', family)
    .executeTakeFirst();
  const shownRow = row && (await wordsOfFarms(store, [row.farmIndex], now))(row);
  if (!shownRow) return undefined;
  const { channels } = await findRuleChoices(store, shownRow.farmIndex);
  const words = wordsOfChannels(channels);
  const lines = (await decisionsOf(store, shownRow.farmIndex, id, 20)).map((line) =>
    aboutThing(line, shownRow.fields, words),
  );
  return { ...shownRow, history: await historyOf(store, shownRow.farmIndex, id), decisions: lines };
}

type StoredRow = Pick<RuleRow, 'id' | 'farmIndex' | 'farmName'> & { right: RuleRow['right'] | null; body: string };

type KnownFarm = {
  words: WordsOf;
  crops: readonly FarmCrop[];
  latest: ReadonlyMap<string, DecisionRow>;
};

/** A log entry with the name of its equipment, or of the rule. */
function aboutThing(row: DecisionRow, { name }: RuleFields, words: WordsOf): { thing: string; row: DecisionRow } {
  return { thing: row.actuator === null ? name : words(row.actuator).name, row };
}

/** Builds rows from stored rules; names and next actions are read once per farm. */
async function wordsOfFarms(
  store: Queries,
  farms: readonly number[],
  now: number,
): Promise<(row: StoredRow) => RuleRow | undefined> {
  const known = new Map<number, KnownFarm>();
  for (const farm of farms) {
    const { channels } = await findRuleChoices(store, farm);
    known.set(farm, {
      words: wordsOfChannels(channels),
      crops: await listFarmCrops(store, farm),
      latest: await latestByRule(store, farm),
    });
  }
  return ({ body, right, ...row }) => {
    const fields = formOf(body);
    const farm = known.get(row.farmIndex);
    if (!fields || !farm || !right) return undefined;
    const line = farm.latest.get(row.id);
    const seasonOn = seasonsOf(farm.crops, fields.cropId);
    const restsUntil = line && fields.enabled ? restEnd(line, now) : null;
    const at = nextActAt(fields, restsUntil ?? now, seasonOn) ?? restsUntil;
    return {
      ...row,
      right,
      fields,
      sentence: ruleSentence(fields, farm.words),
      nextAt: at === null ? null : isoOf(at),
      now: line ? aboutThing(line, fields, farm.words) : null,
    };
  };
}

/** When the rest ends that a rule keeps after it has acted, epoch ms; null when it keeps none. */
function restEnd({ reason, figures }: DecisionRow, now: number): number | null {
  if (reason !== 'RESTING' && reason !== 'COOLDOWN') return null;
  const until = figures.find(({ name }) => name === 'until')?.value;
  return until !== undefined && until > now ? until : null;
}

const verbs = ['create', 'update', 'switch', 'delete'] as const;

async function historyOf({ db }: Queries, farmId: number, id: string): Promise<RuleDetail['history']> {
  const lines = await db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .select(['audit.at', 'audit.login', 'user.name', 'audit.action'])
    .where('audit.farm_id', '=', farmId)
    .where('audit.subject_id', '=', id)
    .orderBy('audit.audit_id', 'desc')
    .limit(20)
    .execute();
  return lines.flatMap(({ at, login, name, action }) => {
    const did = verbs.find((verb) => action.endsWith(`.${verb}`));
    return did ? [{ by: name ?? login, at: isoOf(at), did }] : [];
  });
}

const isoOf = (at: number) => new Date(at).toISOString();
