import { type Rule, type RuleFamily, ruleFamilies } from '#contract/control/rule.ts';
import type { Explanation } from './world.ts';

/** A level that a rule wants of an actuator; `until` (steady) of one that ends by itself, null of one that is renewed. */
export type LevelWish = {
  channel: number;
  levelPct: number;
  until: number | null;
  /** Of a valve: ends after so much. */
  litres: number | null;
};

/** What a rule that moves levels asks for now, and what it says for itself. */
export type LevelAsked = { wishes: LevelWish[]; explanation: Explanation };

/** The wish that wins an actuator, and the rules that yield to it. */
export type Winner = { wish: LevelWish; rule: Rule; explanation: Explanation; losers: Rule[] };

/**
 * One wish an actuator: by priority, then by family (a rule of several conditions before one of a target), then the older
 * rule. Rules are few, and their order here does not depend on how they came.
 */
export function winners(asked: readonly (LevelAsked & { rule: Rule })[]): Map<number, Winner> {
  const inOrder = [...asked].sort((one, other) => precedence(one.rule, other.rule));
  const won = new Map<number, Winner>();
  for (const { rule, wishes, explanation } of inOrder) {
    for (const wish of wishes) {
      const before = won.get(wish.channel);
      if (!before) won.set(wish.channel, { wish, rule, explanation, losers: [] });
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
