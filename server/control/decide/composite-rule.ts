import { spanAt } from '#contract/control/rule/day-time.ts';
import type { Action, ReservationComposite } from '#contract/control/rule/reservation-composite.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import { appliesOn } from '#contract/control/rule/rule-fields.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { usedOn, withToday } from './clock.ts';
import { conditionFigures, forgetLatches, isMet, type Latches, missingInput, type Truth } from './conditions.ts';
import { aboutRule, type Context, figure, untilFigure } from './context.ts';
import type { LevelRequest, LevelRequests } from './level-request.ts';
import { namedId } from './named-id.ts';
import { oncePer } from './once-per.ts';
import { runSlot } from './water-queue.ts';
import type { CompositeMemory } from './world.ts';

export const restingComposite: CompositeMemory = { actingSince: null, endedAt: null, wasUnmet: false, starts: {} };

type Step = LevelRequests & {
  memory: CompositeMemory;
  /** Its water ends now, for the reason of its log entry. */
  endsWater: boolean;
};

/**
 * A rule of conditions and actions. `while` acts as long as the conditions hold; `when` acts once when they begin to
 * hold, and only if they were seen false before. So it does not act after a restart or a sensor failure on conditions
 * that were already true, nor where they became true while nobody looked. An edit ends what the rule does, and what is
 * watched is not remembered: once the rule may act, nothing of it has happened.
 */
export function stepComposite(
  rule: Rule<ReservationComposite>,
  memory: CompositeMemory,
  context: Context,
  latches: Latches,
): Step {
  const { fields, id } = rule;
  const made = madeOf(fields);
  const isChanged = memory.made !== undefined && memory.made !== made;
  if (isChanged) forgetLatches(latches, nameOf(id));
  const truth = truthOf(rule, context, latches);
  // The line of a change is written now, and only that one is read with its figures.
  const shown = () => (truth === true || !memory.wasUnmet ? conditionFigures(fields.when, context) : []);
  const mayRemember = !isChanged && !context.clock.wasAway;
  const wasUnmet = truth === false || (truth === true && memory.wasUnmet && mayRemember);
  const seen: CompositeMemory = { ...memory, wasUnmet, made };
  if (isChanged && isAtWork(id, memory, context)) {
    const explanation = aboutRule(context, id, 'stopped', 'RULE_CHANGED');
    return { memory: rested(seen, context), requests: [], explanation, endsWater: true };
  }
  if (fields.mode === 'watch') {
    // Earlier versions remembered what was only watched.
    return { ...begin(rule, { ...seen, actingSince: null }, truth, shown(), context, latches), endsWater: true };
  }
  if (seen.actingSince !== null && goOn(rule, seen.actingSince, truth, context)) {
    const explanation = aboutRule(context, id, 'started', 'CONDITION_MET');
    const requests = requestsOf(fields.actions, seen.actingSince, context);
    return { memory: withoutEdge(seen, truth), requests, explanation, endsWater: false };
  }
  const begun = begin(rule, rested(seen, context), truth, shown(), context, latches);
  // While the condition holds, water that waited for its turn is given whole, also after the time of its action.
  return { ...begun, endsWater: fields.trigger === 'while' && truth !== true };
}

/** A hash of what a rule does and when; edits of other fields let it go on. */
const madeOf = oncePer((fields: ReservationComposite): string => {
  const { name, areaName, note, notify, priority, cooldownMin, maxPerDay, ...rest } = fields;
  return namedId(JSON.stringify(rest));
});

/** Whether a rule acts, or water that it asked for is still to come. */
function isAtWork(id: string, { actingSince }: CompositeMemory, { world }: Context): boolean {
  return actingSince !== null || world.memory.queue.some(({ rule }) => rule === id);
}

function rested(memory: CompositeMemory, { clock }: Context): CompositeMemory {
  return memory.actingSince === null ? memory : { ...memory, actingSince: null, endedAt: clock.steady };
}

/** The name under which the conditions of a rule are latched. */
const nameOf = (rule: string) => `rule:${rule}`;

/** Whether the conditions hold, and the rule applies at this day and time. */
function truthOf({ fields, id }: Rule<ReservationComposite>, context: Context, latches: Latches): Truth {
  const met = isMet(fields.when, nameOf(id), context, latches);
  const span = spanAt(fields.windows, context.clock.at, context.today, context.sunOf);
  const applies = span !== null && appliesOn(fields, span.day, context.seasonOn(fields.cropId, span.day));
  return applies ? met : false;
}

/** That the conditions begin to hold while nothing may come of it is over, though they still hold when something may. */
function withoutEdge(memory: CompositeMemory, truth: Truth): CompositeMemory {
  return truth === true ? { ...memory, wasUnmet: false } : memory;
}

function goOn({ id, fields }: Rule<ReservationComposite>, since: number, truth: Truth, context: Context): boolean {
  const { trigger, actions } = fields;
  if (trigger === 'while' && truth !== true) return false;
  return actions.some(({ channel, afterSec, forSec, litres }) => {
    if (forSec !== null) return context.clock.steady < since + (afterSec + forSec) * SECOND_MS;
    return litres === null || !isGiven(waterRunId(id, channel, since, context), context);
  });
}

/** The run of water that a rule asks for since it began to act. */
export function waterRunId(rule: string, channel: number, since: number, { world }: Context): string {
  return namedId(world.farm, rule, channel, since);
}

/** Whether a run of water was asked for and is over, whatever it gave. */
function isGiven(run: string, { world: { memory } }: Context): boolean {
  return Object.hasOwn(memory.slots, runSlot(run)) && !memory.queue.some(({ id }) => id === run);
}

function begin(
  rule: Rule<ReservationComposite>,
  memory: CompositeMemory,
  truth: Truth,
  shown: LevelRequests['explanation']['figures'],
  context: Context,
  latches: Latches,
): Omit<Step, 'endsWater'> {
  const { fields, id } = rule;
  const { clock, date } = context;
  const say = (
    outcome: LevelRequests['explanation']['outcome'],
    reason: LevelRequests['explanation']['reason'],
    figures: LevelRequests['explanation']['figures'] = [],
  ) => {
    return { memory, requests: [], explanation: aboutRule(context, id, outcome, reason, figures) };
  };
  const withEdgeOver = (step: ReturnType<typeof say>) => ({ ...step, memory: withoutEdge(step.memory, truth) });
  if (truth === null) {
    const missing = missingInput(fields.when, nameOf(id), context, latches);
    const explanation = aboutRule(context, id, 'suspended', 'CONDITION_UNKNOWN', [], missing);
    return { memory, requests: [], explanation };
  }
  if (!truth) return say('kept', 'CONDITION_UNMET', shown);
  if (fields.trigger === 'when' && !memory.wasUnmet) return say('kept', 'CONDITION_MET', shown);
  const restedAt = memory.endedAt === null ? 0 : memory.endedAt + fields.cooldownMin * MINUTE_MS;
  if (clock.steady < restedAt) return withEdgeOver(say('waiting', 'COOLDOWN', [untilFigure(context, restedAt)]));
  const today = usedOn(memory.starts, date);
  if (today >= fields.maxPerDay) {
    return withEdgeOver(say('blocked', 'USED_UP_TODAY', [figure('count', today, fields.maxPerDay)]));
  }
  if (!clock.mayStart) return say('waiting', 'CLOCK');
  if (fields.mode === 'watch') return say('skipped', 'WATCHED', shown);
  const begun: CompositeMemory = {
    ...memory,
    actingSince: clock.steady,
    wasUnmet: false,
    starts: withToday(memory.starts, clock.at, (memory.starts[date] ?? 0) + 1),
  };
  const explanation = aboutRule(context, id, 'started', 'CONDITION_MET', shown);
  return { memory: begun, requests: requestsOf(fields.actions, clock.steady, context), explanation };
}

/** The actions that have begun and not yet ended. */
function requestsOf(actions: readonly Action[], since: number, { clock }: Context): LevelRequest[] {
  return actions.flatMap(({ channel, levelPct, forSec, litres, afterSec }): LevelRequest[] => {
    const from = since + afterSec * SECOND_MS;
    const until = forSec === null ? null : from + forSec * SECOND_MS;
    const isDue = clock.steady >= from && (until === null || clock.steady < until);
    return isDue ? [{ channel, levelPct, until, litres }] : [];
  });
}
