import { type Rule, type RuleFamily, ruleFamilies } from '#contract/control/rule/rule.ts';
import type { Explanation } from './world.ts';

/** A level that a rule asks of an actuator; `until` is the steady time of its end, null when the rule renews it. */
export type LevelRequest = {
  channel: number;
  levelPct: number;
  until: number | null;
  /** For a valve: ends after this amount, L. */
  litres: number | null;
};

/** What a rule asks of its actuators now, and its log entry. */
export type LevelRequests = { requests: LevelRequest[]; explanation: Explanation };

/** The request that applies to an actuator, and the rules that yield to it. */
export type Winner = { request: LevelRequest; rule: Rule; explanation: Explanation; losers: Rule[] };

/**
 * Selects one request for each actuator, of those that count: by priority, then by family (a composite rule before a
 * target), then by age of the rule. The result does not depend on the order of the input.
 */
export function winners(
  asked: readonly (LevelRequests & { rule: Rule })[],
  counts: (request: LevelRequest) => boolean,
): Map<number, Winner> {
  const inOrder = [...asked].sort((one, other) => precedence(one.rule, other.rule));
  const won = new Map<number, Winner>();
  for (const { rule, requests, explanation } of inOrder) {
    for (const request of requests) {
      if (!counts(request)) continue;
      const before = won.get(request.channel);
      if (!before) won.set(request.channel, { request, rule, explanation, losers: [] });
      else if (before.rule.id !== rule.id) before.losers.push(rule);
    }
  }
  return won;
}

function precedence(one: Rule, other: Rule): number {
  return (
    one.fields.priority - other.fields.priority ||
    familyRank(one.fields.family) - familyRank(other.fields.family) ||
    one.createdAt - other.createdAt ||
    (one.id < other.id ? -1 : 1)
  );
}

function familyRank(family: RuleFamily): number {
  return ruleFamilies.indexOf(family);
}
