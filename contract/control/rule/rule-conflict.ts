import { channelsMovedBy, type RuleFields, ruleFamilies } from './rule.ts';
import type { RuleChoices } from './rule-calls.ts';

/** Another rule that wants the same actuator, and which of the two has priority. */
export type ConflictingRule = {
  id: string;
  name: string;
  channels: readonly number[];
  /** turns: watering rules queue, neither yields. */
  first: 'this' | 'other' | 'turns';
};

const isWater = ({ family }: RuleFields) => family === 'water-time' || family === 'water-sensor';

/**
 * Active rules that move an actuator this one moves, with the priority the engine gives them: lower priority number,
 * then family, then age. `self` is the id of the rule; undefined while it is new and so younger than all others.
 */
export function conflictingRules(
  rule: RuleFields,
  self: string | undefined,
  rules: RuleChoices['rules'],
): ConflictingRule[] {
  const moved = channelsMovedBy(rule);
  const createdAt = rules.find(({ id }) => id === self)?.createdAt;
  return rules.flatMap((other): ConflictingRule[] => {
    if (other.id === self || !other.fields.enabled) return [];
    const channels = channelsMovedBy(other.fields).filter((channel) => moved.includes(channel));
    if (channels.length === 0) return [];
    const line = { id: other.id, name: other.fields.name, channels };
    if (isWater(rule) && isWater(other.fields)) return [{ ...line, first: 'turns' }];
    const order =
      rule.priority - other.fields.priority ||
      ruleFamilies.indexOf(rule.family) - ruleFamilies.indexOf(other.fields.family) ||
      (createdAt !== undefined && createdAt < other.createdAt ? -1 : 1);
    return [{ ...line, first: order < 0 ? 'this' : 'other' }];
  });
}
