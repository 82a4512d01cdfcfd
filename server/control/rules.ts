import { type Rule, type RuleFields, ruleFields } from '#contract/control/rule/rule.ts';
import type { Queries } from '../db/open.ts';

/** Parses a stored form; null when this version cannot read it. Such a rule must not move anything. */
export function formOf(body: string): RuleFields | null {
  const parsed = ruleFields.safeParse(JSON.parse(body));
  return parsed.success ? parsed.data : null;
}

/** The rules of a farm for decisions. Disabled ones are included, because their daily amounts are kept. */
export async function rulesOf(
  { db }: Queries,
  farmId: number,
  read: (id: string, body: string) => RuleFields | null = (_, body) => formOf(body),
): Promise<Rule[]> {
  const rows = await db
    .selectFrom('rule')
    .select(['rule_id as id', 'created_at as createdAt', 'body'])
    .where('farm_id', '=', farmId)
    .where('deleted_at', 'is', null)
    .orderBy('rule_id')
    .execute();
  return rows.flatMap(({ id, createdAt, body }) => {
    const fields = read(id, body);
    return fields ? [{ id, createdAt, fields }] : [];
  });
}

/** Names of a farm's rules by id, deleted ones included. */
export async function ruleNames({ db }: Queries, farmId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('rule').select(['rule_id', 'name']).where('farm_id', '=', farmId).execute();
  return new Map(rows.map(({ rule_id, name }) => [rule_id, name]));
}
