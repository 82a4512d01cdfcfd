import type { Context } from './context.ts';
import type { Explanation } from './world.ts';

/**
 * What is worth a line of the log: a word is written when outcome, reason or whom it blames changes for a rule and an
 * actuator, not every minute. Who has nothing to say is forgotten, so that the same word is news again afterwards; but
 * two rules that want the same thing in pulses are told of once, until the one that yields has its way.
 */
export function news(
  said: readonly Explanation[],
  { world }: Context,
): { rows: Explanation[]; told: Map<string, string> } {
  const before = world.memory.told;
  const told = new Map<string, string>();
  const rows: Explanation[] = [];
  for (const one of said) {
    const subject = subjectOf(one);
    const word = [one.outcome, one.layer, one.reason, one.by ?? ''].join(' ');
    told.set(subject, word);
    if (isAct(one) || before[subject] !== word) rows.push(one);
  }
  const rulesThat = (what: Explanation['outcome']) =>
    new Set(said.flatMap(({ rule, outcome }) => (outcome === what && rule !== null ? [rule] : [])));
  const [acting, yielding] = [rulesThat('started'), rulesThat('yielded')];
  const living = new Set(world.rules.flatMap(({ id, fields }) => (fields.enabled ? [id] : [])));
  for (const [subject, word] of Object.entries(before)) {
    if (told.has(subject)) continue;
    const [, rule = '', actuator] = subject.split(':');
    const yields = actuator !== undefined || yielding.has(rule);
    if (yields && living.has(rule) && !acting.has(rule)) told.set(subject, word);
  }
  return { rows, told };
}

/** Whom a word is about: a rule, an actuator, or a rule that yields an actuator to another. */
function subjectOf({ rule, actuator, outcome }: Explanation): string {
  if (actuator === null) return `rule:${rule}`;
  return outcome === 'yielded' ? `rule:${rule}:${actuator}` : `actuator:${actuator}`;
}

/** An act on equipment is news each time. */
function isAct({ actuator, outcome }: Explanation): boolean {
  return actuator !== null && (outcome === 'started' || outcome === 'stopped');
}
