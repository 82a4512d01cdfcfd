import { controlProblems } from '#contract/control/control-text.ts';
import type { RuleFields } from '#contract/control/rule/rule.ts';
import type { Trx } from '../db/transaction.ts';
import { fail, failField } from '../kernel/fail.ts';

/** Largest number of rules: more could not be kept in view, and every decision evaluates all of them. */
export const ruleLimits = { family: 20, farm: 50 } as const;

type RuleId = { farmId: number; id: string };

/** Adds a rule; refused when the farm has too many. */
export async function addRule(trx: Trx, { farmId, id }: RuleId, fields: RuleFields, at: number): Promise<void> {
  const living = await trx
    .selectFrom('rule')
    .select('family')
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .execute();
  const ofFamily = living.filter(({ family }) => family === fields.family);
  if (living.length >= ruleLimits.farm || ofFamily.length >= ruleLimits.family) fail('RULE_LIMIT');
  await requireFreeName(trx, { farmId, id }, fields);
  await trx
    .insertInto('rule')
    .values({
      farm_id: farmId,
      rule_id: id,
      family: fields.family,
      ...columnsOf(fields),
      created_at: at,
      changed_at: at,
      deleted_at: null,
    })
    .execute();
}

export async function changeRule(trx: Trx, rule: RuleId, fields: RuleFields, at: number): Promise<void> {
  await requireFreeName(trx, rule, fields);
  await trx
    .updateTable('rule')
    .set({ ...columnsOf(fields), changed_at: at })
    .where('farm_id', '=', rule.farmId)
    .where('family', '=', fields.family)
    .where('rule_id', '=', rule.id)
    .execute();
}

/** The rule is no longer evaluated; its row stays, because the log names it. */
export async function markRuleDeleted(trx: Trx, { farmId, id }: RuleId, at: number): Promise<void> {
  await trx
    .updateTable('rule')
    .set({ deleted_at: at })
    .where('farm_id', '=', farmId)
    .where('rule_id', '=', id)
    .execute();
}

function columnsOf(fields: RuleFields) {
  return {
    name: fields.name,
    area_name: fields.areaName,
    priority: fields.priority,
    enabled: Number(fields.enabled),
    body: JSON.stringify(fields),
  };
}

async function requireFreeName(trx: Trx, { farmId, id }: RuleId, { family, name }: RuleFields): Promise<void> {
  const other = await trx
    .selectFrom('rule')
    .select('rule_id')
    .where('farm_id', '=', farmId)
    .where('family', '=', family)
    .where('name', '=', name)
    .where('rule_id', '!=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (other) failField('name', controlProblems.nameTaken);
}
