import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { type RuleFamily, type RuleFields, ruleFamilies, ruleFields } from '#contract/control/rule/rule.ts';
import { getRuleChoices, type RuleDetail, ruleCalls } from '#contract/control/rule/rule-calls.ts';
import { equipmentOf } from '#contract/control/rule/rule-equipment.ts';
import { problemsOnFarm } from '#contract/control/rule/rule-fit.ts';
import { type Given, mergeEdit } from '#contract/wire/write.ts';
import { doneMessages } from '#contract/wire/write-text.ts';
import type { Queries, Store } from '../db/open.ts';
import { requireName } from '../http/require-name.ts';
import { check, type Guards, route } from '../http/route.ts';
import { write } from '../http/write.ts';
import type { Caller, Env } from '../kernel/access/caller.ts';
import { applyEdit } from '../kernel/apply-edit.ts';
import { fail } from '../kernel/fail.ts';
import type { Engine } from './engine/engine.ts';
import { addRule, changeRule, markRuleDeleted } from './rule-commands.ts';
import { findRule, findRuleChoices, pageOfRules } from './rule-rows.ts';

/** A rule that was changed or deleted is decided on at once, so that nothing it runs goes on for a minute. */
type RuleDeps = { store: Store; engine: Pick<Engine, 'decideNow'>; now(): number };

/** Endpoints for the rules of all five families. */
export function mountRules(app: Hono<Env>, guards: Guards, deps: RuleDeps): void {
  route(app, guards, getRuleChoices, ({ params }) => findRuleChoices(deps.store, params.id));
  for (const family of ruleFamilies) mountFamily(app, guards, deps, family);
}

function mountFamily(app: Hono<Env>, guards: Guards, deps: RuleDeps, family: RuleFamily): void {
  const calls = ruleCalls[family];
  const find = async (store: Queries, caller: Caller, id: string, at: number) =>
    (await findRule(store, caller, family, id, at)) ?? fail('NOT_FOUND');

  route(app, guards, calls.manage, ({ caller, query }) => pageOfRules(deps.store, caller, family, query, deps.now()));
  route(app, guards, calls.get, ({ caller, params }) => find(deps.store, caller, params.id, deps.now()));

  write(app, deps, calls.create, async ({ trx, store, caller, body: { farmIndex, ...given }, at, audit }) => {
    const fields = await requireFit(store, farmIndex, given);
    const id = randomUUID();
    await addRule(trx, { farmId: farmIndex, id }, fields, at);
    const line = { farmId: farmIndex, subjectId: id, subjectName: fields.name };
    await audit({ action: `${family}.create`, ...line, after: fields });
    return { message: doneMessages.created, data: await find(store, caller, id, at) };
  });

  write(app, deps, calls.update, async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
    const found = await find(store, caller, params.id, at);
    const before = found.fields;
    const fields = await requireFit(store, found.farmIndex, mergeRule(body, before));
    await changeRule(trx, { farmId: found.farmIndex, id: params.id }, fields, at);
    await audit({ action: `${family}.update`, ...lineOf(found, fields), before, after: fields });
    afterCommit(() => deps.engine.decideNow(found.farmIndex));
    return { message: doneMessages.updated, data: await find(store, caller, params.id, at) };
  });

  write(app, deps, calls.switch, async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
    const { base, ...mine } = body;
    const found = await find(store, caller, params.id, at);
    const { enabled, mode } = found.fields;
    const wanted = { enabled: mine.enabled ?? enabled, mode: mine.mode ?? mode };
    // A user who enables a rule that was only watching must not find that it acts meanwhile.
    if (wanted.enabled && base && !isSwitched(base, { enabled, mode }) && !isSwitched(wanted, { enabled, mode })) {
      fail('CHANGED_MEANWHILE', { details: { current: { enabled, mode }, conflicts: ['enabled', 'mode'] } });
    }
    const merged = { ...found.fields, ...wanted };
    // Switching off is never refused, even if the rule does not fit the farm.
    const fields = merged.enabled ? await requireFit(store, found.farmIndex, merged) : merged;
    await changeRule(trx, { farmId: found.farmIndex, id: params.id }, fields, at);
    await audit({ action: `${family}.switch`, ...lineOf(found, fields), before: { enabled, mode }, after: wanted });
    afterCommit(() => deps.engine.decideNow(found.farmIndex));
    return { message: doneMessages.updated, data: await find(store, caller, params.id, at) };
  });

  write(app, deps, calls.delete, async ({ trx, store, caller, params, body, at, audit, afterCommit }) => {
    const found = await find(store, caller, params.id, at);
    requireName(body, found.fields.name);
    await markRuleDeleted(trx, { farmId: found.farmIndex, id: params.id }, at);
    await audit({ action: `${family}.delete`, ...lineOf(found, found.fields), before: found.fields });
    afterCommit(() => deps.engine.decideNow(found.farmIndex));
    return { message: doneMessages.deleted, data: { id: params.id } };
  });
}

type Switched = Pick<RuleFields, 'enabled' | 'mode'>;

/** Whether both have the same switches. */
function isSwitched(mine: Switched, current: Switched): boolean {
  return mine.enabled === current.enabled && mine.mode === current.mode;
}

function lineOf({ farmIndex, id }: RuleDetail, { name }: RuleFields) {
  return { farmId: farmIndex, subjectId: id, subjectName: name };
}

/** Validates a form by itself and for the farm; refuses with VALIDATION and the fields. */
async function requireFit(store: Queries, farmId: number, given: unknown): Promise<RuleFields> {
  const fields = check<RuleFields>(ruleFields, given);
  const problems = problemsOnFarm(fields, equipmentOf(await findRuleChoices(store, farmId), fields.cropId));
  const details = problems.map(([path, message]) => ({ field: path.join('.'), problem: 'custom', message }));
  if (details.length > 0) fail('VALIDATION', { field: details[0]?.field, details });
  return fields;
}

/** Fields that two people may change concurrently, because no movement depends on them. */
const harmless: ReadonlySet<string> = new Set(['name', 'areaName', 'note', 'notify']);

/**
 * Merges an edit into a rule. What a rule does counts as one field: when the edit and somebody else have both changed a
 * part of it, the edit is refused with CHANGED_MEANWHILE, even if the parts differ.
 */
function mergeRule(edit: Given<RuleFields> & { base?: RuleFields | undefined }, current: RuleFields): RuleFields {
  const { base } = edit;
  const merged = applyEdit<RuleFields>(edit, current);
  if (!base) return merged;
  const theirs = differing(base, current);
  const mine = differing(current, mergeEdit<RuleFields>(base, edit, base).merged).filter(
    (name) => !theirs.includes(name),
  );
  if (theirs.length > 0 && mine.length > 0) fail('CHANGED_MEANWHILE', { details: { current, conflicts: theirs } });
  return merged;
}

/** Fields, of those that define what a rule does, in which two forms differ. */
function differing(one: RuleFields, other: RuleFields): string[] {
  const others = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).flatMap(([name, value]) =>
    harmless.has(name) || JSON.stringify(value) === JSON.stringify(others.get(name)) ? [] : [name],
  );
}
