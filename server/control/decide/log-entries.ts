import type { Reason } from '#contract/control/decision.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { groupedBy } from '../../kernel/grouped-by.ts';
import { aboutRule, type Context, figure, idsOf } from './context.ts';
import type { Explanation, Flap, Memory } from './world.ts';

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

/** The subject of an explanation: a rule, an actuator, a rule that yields an actuator, or an interlock that is off. */
function subjectOf({ rule, actuator, outcome, reason }: Explanation): string {
  if (actuator === null) return `rule:${rule}`;
  if (reason === 'INTERLOCK_OFF') return `actuator:${actuator}:off`;
  return outcome === 'yielded' ? `rule:${rule}:${actuator}` : `actuator:${actuator}`;
}

/** Starts and stops of actuators are always logged. */
function isAct({ actuator, outcome }: Explanation): boolean {
  return actuator !== null && (outcome === 'started' || outcome === 'stopped');
}

/** More changes of one source within an hour than this are told by one line; it ends below the second. */
const MOST_CHANGES = 60;
const CALM_CHANGES = 30;

const still: Flap = { changes: [], since: null, withheld: 0 };

/** Who changes: a rule, or what no rule asks of an actuator, such as its heating. */
function sourceOf({ rule, actuator }: Explanation): string {
  return rule ?? `actuator:${actuator}`;
}

/** Whether a rule or an actuator has not been deleted. */
function isThere(source: string, { world, actuator }: Context): boolean {
  const [, channel] = source.split(':');
  return channel === undefined ? idsOf(world.rules).has(source) : actuator(Number(channel)) !== undefined;
}

/** A log entry about a source as a whole. */
function aboutSource(context: Context, source: string, reason: Reason, count: number): Explanation {
  const [, actuator] = source.split(':');
  const said = aboutRule(context, source, 'kept', reason, [figure('count', count)]);
  return actuator === undefined ? said : { ...said, rule: null, actuator: Number(actuator) };
}

/**
 * Holds back the lines of a source that changes its mind too often: one line says so, and one how many were not written
 * when it is over, with what holds then. Starts and stops are always written; minimum times and starts an hour bound
 * them.
 */
export function withoutFlapping(
  rows: readonly Explanation[],
  said: readonly Explanation[],
  context: Context,
): { rows: Explanation[]; flaps: Memory['flaps'] } {
  const { world, clock } = context;
  const bySource = groupedBy(rows, sourceOf);
  const sources = [...new Set([...Object.keys(world.memory.flaps), ...bySource.keys()])]
    .filter((source) => isThere(source, context))
    .sort();
  const flaps = new Map<string, Flap>();
  const withheld = new Set<Explanation>();
  const added: Explanation[] = [];
  for (const source of sources) {
    const was = world.memory.flaps[source] ?? still;
    const own = bySource.get(source) ?? [];
    if (was.since === null && own.length === 0 && clock.steady - (was.changes[0] ?? 0) < HOUR_MS) {
      flaps.set(source, was);
      continue;
    }
    const recent = was.changes.filter((at) => clock.steady - at < HOUR_MS);
    const changes = [...recent, ...own.map(() => clock.steady)].slice(-MOST_CHANGES - 1);
    if (was.since !== null && changes.length < CALM_CHANGES) {
      added.push(aboutSource(context, source, 'CALM', was.withheld));
      added.push(...said.filter((one) => sourceOf(one) === source && !rows.includes(one)));
      if (changes.length > 0) flaps.set(source, { ...still, changes });
      continue;
    }
    const begins = was.since === null && changes.length > MOST_CHANGES;
    if (begins) added.push(aboutSource(context, source, 'FLAPPING', MOST_CHANGES));
    const isFlapping = begins || was.since !== null;
    const left = isFlapping ? own.filter((row) => !isAct(row)) : [];
    for (const row of left) withheld.add(row);
    const since = begins ? clock.at : was.since;
    if (changes.length > 0 || isFlapping) flaps.set(source, { changes, since, withheld: was.withheld + left.length });
  }
  return { rows: [...rows.filter((row) => !withheld.has(row)), ...added], flaps: Object.fromEntries(flaps) };
}
