import type { Rule } from '#contract/control/rule/rule.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { emptyRecord, recordOf } from '../../kernel/record-of.ts';
import { clockIdOf, rememberedAt } from './clock.ts';
import { type Step, stepTo, untilRenewalMs } from './command-plan.ts';
import type { Latches } from './conditions.ts';
import { type Context, contextOf, figure, idsOf } from './context.ts';
import { type HeatDemand, heatDemand, heatedAreas } from './heat.ts';
import { interlockVerdicts, offBlock } from './interlocks.ts';
import {
  blockByHigherLayer,
  type HigherLayers,
  type ManualOverride,
  resolveInterlocks,
  runRequestOf,
  type TargetState,
  targetStateOf,
} from './layers.ts';
import { decideLevels, type Levels } from './levels.ts';
import { isAct, newLogEntries, withoutFlapping } from './log-entries.ts';
import { oncePer } from './once-per.ts';
import { decideWater, type Water } from './water.ts';
import type {
  Actuator,
  ActuatorMemory,
  CompositeMemory,
  Decision,
  Explanation,
  GhgMemory,
  Memory,
  Override,
  RuleMemory,
  World,
} from './world.ts';

/** After this many unproved commands in a row an actuator of water or carbon dioxide trips. */
const MOST_UNPROVED = 3;
const TRIPS_UNPROVED: readonly Actuator['type'][] = ['WATER', 'MWATER', 'PUMP', 'CO2_SUPPLY'];
/** How long slots are remembered: a clock that is set back by less does not run them again. */
const SLOTS_KEPT_MS = 7 * DAY_MS;
/** Delay of the next decision while water is being turned off. */
const SOON_MS = 2 * SECOND_MS;

/** The memory of a farm before its first decision. */
export const emptyMemory: Memory = {
  at: 0,
  monotonicMs: 0,
  bootId: '',
  process: '',
  apartMs: null,
  steadyMs: 0,
  backSince: null,
  actuators: {},
  rules: {},
  composites: {},
  ghg: {},
  slots: {},
  queue: [],
  seen: {},
  latched: {},
  logged: {},
  flaps: {},
};

/**
 * Decides what a farm's equipment should do, and why. A pure function: the same world gives the same result, whatever
 * the order of its parts. It may be called at any time and any number of times, since it starts from reported states
 * and its memory.
 */
export function decide(world: World): Decision {
  return decideAnd(logChanges, world);
}

/** Like `decide`, but with all explanations each time, not only changes; the memory of the log stays as it was. */
export function decideUnlogged(world: World): Decision {
  return decideAnd(logNothing, world);
}

/** What is written of all explanations, and what is remembered of it. */
type Log = { rows: Explanation[] } & Pick<Memory, 'logged' | 'flaps'>;

function logChanges(said: readonly Explanation[], context: Context): Log {
  const { rows, logged } = newLogEntries(said, context);
  return { ...withoutFlapping(rows, said, context), logged };
}

function logNothing(rows: Explanation[], { world: { memory } }: Context): Log {
  return { rows, logged: memory.logged, flaps: memory.flaps };
}

function decideAnd(log: (said: Explanation[], context: Context) => Log, world: World): Decision {
  const context = contextOf(world);
  const rules = enabledRules(world.rules);
  const latches = latchesOf(world, rules);
  const seen = seenSince(context);
  const { active: verdicts, off } = interlockVerdicts(context, latches);
  const above: HigherLayers = {
    verdicts,
    trips: tripsOf(context, verdicts),
    overrides: runningOverrides(context, seen),
    isStopped: isStopped(context, seen),
  };
  const blockOf = (channel: number) => blockByHigherLayer(channel, context, above);
  const levels = decideLevels(rules, context, latches, blockOf);
  const water = decideWater(rules, hands(above, context), levels, context, blockOf);
  const heat = heatedAreas(context).map((area) => heatDemand(area, context, latches));
  const targets = resolveInterlocks(targetsOf(context, above, heat, water, levels), context);
  const steps: Done[] = [];
  for (const target of targets) {
    const actuator = context.actuator(target.channel);
    if (actuator) steps.push({ target, step: stepTo(target, actuator, context) });
  }
  const actuators = aboutActuators(steps, heat, context);
  const said = [
    ...water.explanations.filter((one) => !isToldBelow(one, actuators)),
    ...levels.explanations.filter((one) => !isStillDry(one, levels, water)),
    ...despiteOff(targets, off, context),
    ...actuators,
  ];
  const written = log(said, context);
  return {
    commands: steps
      .map(({ step }) => step.command)
      .filter((command) => command !== null)
      .sort(stopsFirst),
    explanations: written.rows,
    trips: [...above.trips].flatMap(([channel, by]) =>
      world.trips.some((one) => one.channel === channel) ? [] : [{ channel, by }],
    ),
    memory: memoryOf(context, steps, water, levels, seen, latches, written),
    verdicts,
    wakeInMs: wakeInMs(context, steps, water),
  };
}

/** The rule to which a latch belongs; interlocks and heat have others. */
const RULE_LATCH = /^(?:rule|target):([^.:]+)/;

/** The conditions that held at the last decision. Those of rules that are off or gone begin anew. */
function latchesOf({ memory }: World, rules: readonly Rule[]): Latches {
  const isKept = (name: string) => {
    const rule = RULE_LATCH.exec(name)?.[1];
    return rule === undefined || rules.some(({ id }) => id === rule);
  };
  return new Map(Object.entries(memory.latched).filter(([name]) => isKept(name)));
}

/** A valve gets one line where it is started anew as it is seen shut, and where something keeps it and its water back. */
function isToldBelow(one: Explanation, actuators: readonly Explanation[]): boolean {
  if (one.actuator === null || (one.outcome !== 'waiting' && !isAct(one))) return false;
  return actuators.some((other) => other.actuator === one.actuator && (one.outcome === 'waiting' || isAct(other)));
}

/** A rule that does nothing but water is not on while its water waits, or after it was dropped: its valve says so. */
function isStillDry({ rule, outcome }: Explanation, { waterOnly }: Levels, { queue }: Water): boolean {
  if (rule === null || outcome !== 'started' || !waterOnly.has(rule)) return false;
  return !queue.some((run) => run.rule === rule && run.parts.some(({ state }) => state !== 'waiting'));
}

type Done = { target: TargetState; step: Step };

/** Enabled rules, the oldest first. */
const enabledRules = oncePer((rules: World['rules']): readonly Rule[] =>
  rules
    .filter(({ fields }) => fields.enabled)
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)),
);

/**
 * Steady times at which overrides and stops were first seen. Their duration counts from there, so that changes of the
 * wall clock do not matter. What was set before that, as before a restart, counts as the wall clock tells for what runs:
 * it ends in time or never begins, and so does what a clock that was set back has yet to reach. What holds something
 * back counts for a minute at most, lest a clock that leapt on end it early.
 */
function seenSince({ world, clock }: Context): Map<string, number> {
  const since = (id: string, passedMs: number): [string, number] => [
    id,
    world.memory.seen[id] ?? clock.steady - Math.max(0, passedMs),
  ];
  const { overrides, stopAll } = world;
  return new Map([
    ...overrides.map(({ id, setAt, endsAt, levelPct }) => {
      const passedMs = clock.at - setAt;
      if (levelPct === 0) return since(id, Math.min(passedMs, MINUTE_MS));
      return since(id, passedMs < -MINUTE_MS ? endsAt - setAt : passedMs);
    }),
    ...(stopAll ? [since(stopAll.id, Math.min(clock.at - stopAll.setAt, MINUTE_MS))] : []),
  ]);
}

/**
 * The overrides that are not over. While nobody looked and the wall clock had been set back, no clock has counted: what
 * is at rest after its end by the wall clock is not begun, but what runs then goes on for as long as is left, and so does
 * what is held at rest.
 */
function runningOverrides(
  { world, clock, state }: Context,
  seen: ReadonlyMap<string, number>,
): Map<number, ManualOverride> {
  const running = world.overrides
    .map((one): ManualOverride => {
      const { id, setAt, heldUntil } = one;
      return { ...one, keyUntil: heldUntil == null ? null : (seen.get(id) ?? 0) + (heldUntil - setAt) };
    })
    .filter(({ id, channel, levelPct, setAt, endsAt }) => {
      const isPast = levelPct > 0 && clock.at >= endsAt && state(channel)?.levelPct === 0;
      return !isPast && clock.steady < (seen.get(id) ?? 0) + (endsAt - setAt);
    });
  const oldestFirst = running.sort((one, other) => one.setAt - other.setAt || (one.id < other.id ? -1 : 1));
  return new Map(oldestFirst.map((one) => [one.channel, one]));
}

function isStopped({ world: { stopAll }, clock }: Context, seen: ReadonlyMap<string, number>): boolean {
  return stopAll !== null && clock.steady < (seen.get(stopAll.id) ?? 0) + stopAll.forMin * MINUTE_MS;
}

/** Actuators that were tripped before, are tripped by an interlock now, or have too many unproved commands. */
function tripsOf(context: Context, verdicts: HigherLayers['verdicts']): Map<number, string> {
  const trips = new Map(context.world.trips.map(({ channel, by }) => [channel, by]));
  for (const { channel, type } of context.actuators) {
    const verdict = verdicts.get(channel);
    if (trips.has(channel)) continue;
    if (verdict?.isTrip) trips.set(channel, verdict.by);
    else if (TRIPS_UNPROVED.includes(type) && context.memory(channel).unproved >= MOST_UNPROVED) {
      trips.set(channel, 'UNPROVED');
    }
  }
  return trips;
}

function hands({ overrides }: HigherLayers, { actuator }: Context): Override[] {
  return [...overrides.values()].filter(({ channel }) => actuator(channel)?.type === 'WATER');
}

function targetsOf(
  context: Context,
  above: HigherLayers,
  heat: readonly HeatDemand[],
  water: Water,
  { won }: Levels,
): TargetState[] {
  const targets = context.actuators.map((actuator) => {
    const wet = water.requests.get(actuator.channel);
    return wet ? runRequestOf(actuator, wet, context, above) : targetStateOf(actuator, context, above, heat, won);
  });
  return targets.filter((target) => target !== null);
}

/** Actuators above a level that an interlock would have held them at, had the owner not switched it off. */
function despiteOff(targets: readonly TargetState[], off: HigherLayers['verdicts'], context: Context): Explanation[] {
  return targets.flatMap(({ channel, levelPct }): Explanation[] => {
    const verdict = off.get(channel);
    const level = levelPct ?? context.state(channel)?.levelPct ?? 0;
    if (!verdict || level <= verdict.most || !context.actuator(channel)?.settings.isCommanded) return [];
    return [{ at: context.clock.at, rule: null, actuator: channel, ...offBlock(verdict) }];
  });
}

/** The log entries of actuators, and of heaters without a thermometer. */
function aboutActuators(steps: readonly Done[], heat: readonly HeatDemand[], context: Context): Explanation[] {
  const said = steps.map((one) => aboutActuator(one, context)).filter((one) => one !== null);
  const silent = heat.filter(({ outcome }) => outcome === 'suspended');
  if (silent.length === 0) return said;
  const logged = new Set(said.map(({ actuator }) => actuator));
  const suspended = silent.flatMap(({ areaName, outcome, reason, figures }) =>
    context.actuators
      .filter(({ type, channel, areaName: own }) => type === 'HEATER' && own === areaName && !logged.has(channel))
      .map(({ channel }): Explanation => {
        const { at } = context.clock;
        return { at, rule: null, actuator: channel, layer: 'rule', outcome, reason, figures, by: null };
      }),
  );
  return [...said, ...suspended];
}

/** One log entry per actuator: its command, or what prevents the wanted state. */
function aboutActuator({ target, step }: Done, context: Context): Explanation | null {
  const { channel, layer, rule, by } = target;
  // Actuators that are not commanded have nothing to report.
  if (!context.actuator(channel)?.settings.isCommanded) return null;
  const word = { at: context.clock.at, rule, actuator: channel, layer, by };
  if (step.command && !step.isRenewal) {
    const outcome = step.command.do === 'off' || step.command.do === 'stop' ? 'stopped' : 'started';
    const { id, levelPct } = step.command;
    const sent = step.command.do === 'position' ? [figure('position', levelPct)] : [];
    const { reason, figures } = step.held ?? target;
    return { ...word, outcome, reason, figures: [...figures, ...sent], command: id };
  }
  if (step.held) return { ...word, ...step.held };
  return target.outcome === 'blocked' || target.outcome === 'suspended'
    ? { ...word, outcome: target.outcome, reason: target.reason, figures: target.figures }
    : null;
}

/** Stops are sent before starts. */
function stopsFirst(one: Decision['commands'][number], other: Decision['commands'][number]): number {
  const starts = ({ do: what }: Decision['commands'][number]) => Number(what === 'on' || what === 'position');
  return starts(one) - starts(other) || one.channel - other.channel;
}

/** Its JSON does not depend on the order of the input: everything in it comes in the order of rules and actuators. */
function memoryOf(
  context: Context,
  steps: readonly Done[],
  water: Water,
  levels: Levels,
  seen: ReadonlyMap<string, number>,
  latches: Latches,
  { logged, flaps }: Log,
): Memory {
  const { world, clock } = context;
  const { memory } = world;
  const actuators: Record<number, ActuatorMemory> = {};
  for (const { channel } of context.actuators) actuators[channel] = context.memory(channel);
  for (const { target, step } of steps) actuators[target.channel] = step.memory;
  const known = idsOf(world.rules);
  // A rule that is switched off keeps its rest time and its daily amounts; a deleted rule does not.
  const rules = emptyRecord<RuleMemory>();
  for (const [id, own] of Object.entries(memory.rules)) {
    if (known.has(id)) rules[id] = own.event ? { ...own, event: null, endedAt: clock.steady } : own;
  }
  for (const [id, own] of water.rules) rules[id] = own;
  return {
    at: rememberedAt(clock, memory),
    monotonicMs: world.monotonicMs,
    bootId: clockIdOf(world),
    process: world.bootId,
    apartMs: world.at - world.monotonicMs,
    steadyMs: clock.steady,
    backSince: clock.backSince,
    actuators,
    rules,
    composites: compositesOf(context, known, levels.composites),
    ghg: ghgOf(context, known, levels.ghg),
    slots: slotsOf(context, water.slots),
    queue: water.queue,
    seen: recordOf([...seen].sort(([one], [other]) => (one < other ? -1 : 1))),
    latched: recordOf(latches),
    logged,
    flaps,
  };
}

/** Old slots are dropped when one is added, not at every look. */
function slotsOf({ world, clock }: Context, added: Water['slots']): Memory['slots'] {
  const { slots } = world.memory;
  if (added.size === 0) return slots;
  const kept = Object.entries(slots).filter(([, at]) => at > clock.at - SLOTS_KEPT_MS);
  return Object.fromEntries([...kept, ...added]);
}

/** A composite rule that is switched off stops acting, and must see its condition unmet before it may act again. */
function compositesOf(
  { world, clock }: Context,
  known: ReadonlySet<string>,
  stepped: Levels['composites'],
): Memory['composites'] {
  const composites = emptyRecord<CompositeMemory>();
  for (const [id, own] of Object.entries(world.memory.composites)) {
    if (!known.has(id) || stepped.has(id)) continue;
    const endedAt = own.actingSince === null ? own.endedAt : clock.steady;
    composites[id] = { ...own, actingSince: null, endedAt, wasUnmet: false };
  }
  for (const [id, own] of stepped) composites[id] = own;
  return composites;
}

/** A rule of carbon dioxide that is switched off keeps its daily amount and ends its running dose. */
function ghgOf({ world }: Context, known: ReadonlySet<string>, stepped: Levels['ghg']): Memory['ghg'] {
  const ghg = emptyRecord<GhgMemory>();
  for (const [id, own] of Object.entries(world.memory.ghg)) {
    if (known.has(id) && !stepped.has(id)) ghg[id] = { ...own, doseUntil: null, airUntil: null };
  }
  for (const [id, own] of stepped) ghg[id] = own;
  return ghg;
}

function wakeInMs(context: Context, steps: readonly Done[], water: Water): number {
  const toMinute = MINUTE_MS - (context.clock.at % MINUTE_MS);
  const isEnding = [...water.requests.values()].some(({ request }) => request.do === 'wait');
  const isUnderWay = steps.some(({ target, step }) => step.command !== null && water.requests.has(target.channel));
  const renewals = steps.map(({ target, step }) => Math.max(SOON_MS, untilRenewalMs(target, step, context)));
  const retries = steps.map(({ step }) => step.retryInMs ?? Infinity);
  return Math.min(toMinute, water.dueInMs, isEnding || isUnderWay ? SOON_MS : toMinute, ...renewals, ...retries);
}
