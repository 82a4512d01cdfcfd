import type { Context } from './context.ts';
import type { Explanation } from './world.ts';

/**
 * Selects the explanations to log: a rule or an actuator gets a new entry when outcome, reason or cause changes, not
 * every minute. A subject without an explanation is forgotten, so that the same explanation is logged again later.
 * Exception: of two rules that compete in pulses, the entry of the yielding one is kept until it acts.
 */
export function newLogEntries(
  said: readonly Explanation[],
  { world }: Context,
): { rows: Explanation[]; logged: Map<string, string> } {
  const before = world.memory.logged;
  const logged = new Map<string, string>();
  const rows: Explanation[] = [];
  for (const one of said) {
    const subject = subjectOf(one);
    const word = `${one.outcome} ${one.layer} ${one.reason} ${one.by ?? ''}`;
    logged.set(subject, word);
    if (isAct(one) || before[subject] !== word) rows.push(one);
  }
  const silent = Object.keys(before).filter((subject) => !logged.has(subject));
  if (silent.length === 0) return { rows, logged };
  const [acting, yielding] = [new Set<string | null>(), new Set<string | null>()];
  for (const { rule, outcome } of said) {
    if (outcome === 'started') acting.add(rule);
    else if (outcome === 'yielded') yielding.add(rule);
  }
  const living = new Set(world.rules.flatMap(({ id, fields }) => (fields.enabled ? [id] : [])));
  for (const subject of silent) {
    const [, rule = '', actuator] = subject.split(':');
    const yields = actuator !== undefined || yielding.has(rule);
    if (yields && living.has(rule) && !acting.has(rule)) logged.set(subject, before[subject] ?? '');
  }
  return { rows, logged };
}

/** The subject of an explanation: a rule, an actuator, or a rule that yields an actuator to another. */
function subjectOf({ rule, actuator, outcome }: Explanation): string {
  if (actuator === null) return `rule:${rule}`;
  return outcome === 'yielded' ? `rule:${rule}:${actuator}` : `actuator:${actuator}`;
}

/** Starts and stops of actuators are always logged. */
function isAct({ actuator, outcome }: Explanation): boolean {
  return actuator !== null && (outcome === 'started' || outcome === 'stopped');
}
