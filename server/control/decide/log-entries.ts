import type { Reason } from '#contract/control/decision.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { groupedBy } from '../../kernel/grouped-by.ts';
import { emptyRecord, recordOf } from '../../kernel/record-of.ts';
import { aboutRule, type Context, figure, idsOf } from './context.ts';
import { oncePer } from './once-per.ts';
import type { Explanation, Flap, Memory, World } from './world.ts';

/**
 * Selects the explanations to log: a rule or an actuator gets a new entry when outcome, reason or cause changes, not
 * every minute. A subject without an explanation is forgotten, so that the same explanation is logged again later.
 * Exception: of two rules that compete in pulses, the entry of the yielding one is kept until it acts.
 */
export function newLogEntries(
  said: readonly Explanation[],
  { world }: Context,
): { rows: Explanation[]; logged: Memory['logged'] } {
  const before = world.memory.logged;
  const known = Object.keys(before);
  const subjects = subjectsOf(world.rules);
  const logged = emptyRecord<string>();
  const rows: Explanation[] = [];
  for (const one of said) {
    const subject = subjectOf(one, subjects);
    const word = `${one.outcome} ${one.layer} ${goesOn[one.reason] ?? one.reason} ${one.by ?? ''}`;
    logged[subject] = word;
    if (isAct(one) || before[subject] !== word) rows.push(one);
  }
  const silent = known.filter((subject) => logged[subject] === undefined);
  if (silent.length === 0) return { rows, logged };
  const [acting, yielding] = [new Set<string | null>(), new Set<string | null>()];
  for (const { rule, outcome } of said) {
    if (outcome === 'started') acting.add(rule);
    else if (outcome === 'yielded') yielding.add(rule);
  }
  const isLiving = (rule: string) => world.rules.some(({ id, fields }) => id === rule && fields.enabled);
  for (const subject of silent) {
    const [, rule = '', actuator] = subject.split(':');
    const yields = actuator !== undefined || yielding.has(rule);
    if (yields && !acting.has(rule) && isLiving(rule)) logged[subject] = before[subject] ?? '';
  }
  return { rows, logged };
}

/** What goes on as it began is no change, whatever has become of the figures. */
const goesOn: Partial<Record<Reason, Reason>> = {
  DOSING: 'CO2_LOW',
  HEATING: 'HEAT_BELOW',
  HEAT_ENOUGH: 'HEAT_REACHED',
};

/** The subject of each rule: put together anew, it would have to be looked up by its letters. */
const subjectsOf = oncePer(
  (rules: World['rules']): ReadonlyMap<string | null, string> => new Map(rules.map(({ id }) => [id, `rule:${id}`])),
);

/** The subject of an explanation: a rule, an actuator, a rule that yields an actuator, or an interlock that is off. */
function subjectOf({ rule, actuator, outcome, reason }: Explanation, subjects: ReturnType<typeof subjectsOf>): string {
  if (actuator === null) return subjects.get(rule) ?? `rule:${rule}`;
  if (reason === 'INTERLOCK_OFF') return `actuator:${actuator}:off`;
  return outcome === 'yielded' ? `rule:${rule}:${actuator}` : `actuator:${actuator}`;
}

/** Starts and stops of actuators are always logged. */
export function isAct({ actuator, outcome }: Explanation): boolean {
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
  if (idsOf(world.rules).has(source)) return true;
  const [, channel] = source.split(':');
  return channel !== undefined && actuator(Number(channel)) !== undefined;
}

/** A log entry about a source as a whole. */
function aboutSource(context: Context, source: string, reason: Reason, count: number): Explanation {
  const [, actuator] = source.split(':');
  const said = aboutRule(context, source, 'kept', reason, [figure('count', count)]);
  return actuator === undefined ? said : { ...said, rule: null, actuator: Number(actuator) };
}

/** Whether nothing is held back, and no change is older than an hour. */
function isCalm({ since, changes }: Flap, { clock }: Context): boolean {
  return since === null && clock.steady - (changes[0] ?? 0) < HOUR_MS;
}

/** Whether this is so of all sources, and each of them is still there. */
function areCalm(flaps: Memory['flaps'], context: Context): boolean {
  for (const source of Object.keys(flaps)) {
    if (!isThere(source, context) || !isCalm(flaps[source] ?? still, context)) return false;
  }
  return true;
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
  if (rows.length === 0 && areCalm(world.memory.flaps, context)) return { rows: [], flaps: world.memory.flaps };
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
    if (own.length === 0 && isCalm(was, context)) {
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
  return { rows: [...rows.filter((row) => !withheld.has(row)), ...added], flaps: recordOf(flaps) };
}
