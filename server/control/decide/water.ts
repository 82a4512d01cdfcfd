import type { Rule, RuleFields } from '#contract/control/rule/rule.ts';
import type { WaterSensor } from '#contract/control/rule/water-sensor.ts';
import type { WaterTime } from '#contract/control/rule/water-time.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { withToday } from './clock.ts';
import { aboutRule, type Context, figure, untilFigure } from './context.ts';
import type { RunRequest } from './layers.ts';
import type { Levels } from './levels.ts';
import { namedId } from './named-id.ts';
import { oncePer } from './once-per.ts';
import { convergence, type Line, linesOf, longestPartSec } from './water-path.ts';
import {
  aboutValves,
  activeOn,
  advance,
  type EndedRun,
  type Given,
  runSlot,
  startNext,
  type Waiting,
} from './water-queue.ts';
import { partOf } from './water-run.ts';
import { stepMoisture } from './water-sensor-rule.ts';
import { askWaterTime } from './water-time-rule.ts';
import type { Block, Explanation, Memory, Override, Part, RuleMemory, Run } from './world.ts';

/** Result for the irrigation of a farm: the queue, what it asks of valves and pumps, and the log entries of rules. */
export type Water = {
  queue: Run[];
  rules: Map<string, RuleMemory>;
  slots: Map<string, number>;
  requests: Map<number, RunRequest>;
  explanations: Explanation[];
  /** Time until the next step of a path is due, ms. */
  dueInMs: number;
};

const AT_ONCE_MS = 2 * SECOND_MS;
const HAND_WAITS_MS = 10 * 60 * SECOND_MS;

/** Counts and ends runs, lets rules evaluate the results and ask for new runs, and moves each line one step. */
export function decideWater(
  rules: readonly Rule[],
  hands: readonly Override[],
  /** Watering runs that rules of other families ask for, and what ends theirs. */
  { runs: others, cuts }: Pick<Levels, 'runs' | 'cuts'>,
  context: Context,
  blockOf: (channel: number) => Block | null,
): Water {
  const lines = linesOf(context.actuators);
  const memories = new Map(rules.filter(isAboutWater).map((rule) => [rule.id, memoryOf(rule, context)]));
  const { memory } = context.world;
  const edited = (rule: string) =>
    memory.rules[rule] !== undefined && memories.has(rule) && memory.rules[rule].made !== memories.get(rule)?.made;
  const isWanted = (run: Run) => {
    if (run.rule === null) return hands.some((hand) => handRunId(hand, context) === run.id);
    const rule = rules.find(({ id }) => id === run.rule);
    if (rule === undefined) return false;
    // What ends the water of rules of other families is said with what they ask for.
    if (!isAboutWater(rule)) return true;
    return rule.fields.mode === 'act' && !edited(run.rule) && isOfEvent(run, rule, memories);
  };
  const cutOf = ({ rule }: Run) => (rule === null ? null : (cuts.get(rule) ?? null));
  const advanced = advance(memory.queue, lines, context, blockOf, { isWanted, cutOf });
  for (const given of advanced.given) addGiven(memories, given, context);
  const asked = ask(rules, memories, advanced.ended, lines, context);
  // A manual run takes a slot, so that it does not begin again after it has ended within the time of the override.
  const newHands = hands.filter(({ id }) => !Object.hasOwn(memory.slots, handSlot(id)));
  for (const { id, setAt } of newHands) asked.slots.set(handSlot(id), setAt);
  const handRuns = newHands.flatMap((hand) => handRun(hand, lines, context) ?? []);
  // The run of an event that has just ended, as when its sensors are silent, is cancelled.
  const goesOn = (run: Run) => {
    const rule = rules.find(({ id }) => id === run.rule);
    return rule === undefined || isOfEvent(run, rule, asked.memories);
  };
  // A composite rule asks for its run as long as it acts; the slot of the run lets it begin only once.
  const newOthers = others.filter(({ id }) => !Object.hasOwn(memory.slots, runSlot(id)));
  for (const { id, dueAt } of newOthers) asked.slots.set(runSlot(id), dueAt);
  const queue = [...advanced.queue, ...asked.runs, ...handRuns, ...newOthers].filter(goesOn);
  const started = startNext(queue, lines, context, blockOf);
  const entries = [
    ...asked.explanations,
    ...rulesInQueue(rules, started.waiting, context),
    ...endings(rules, advanced.ended, context),
  ];
  return {
    queue: started.queue,
    rules: asked.memories,
    slots: asked.slots,
    requests: requestsOf(lines, started.queue, advanced.ended, context),
    explanations: [
      ...oneEach(entries, rules, asked.quiet, context),
      ...endedAlone(advanced.ended, context),
      ...aboutValves(started.waiting, advanced.ended, (run) => isToldByValve(run, context), context),
    ],
    dueInMs: dueInMs(lines, started.queue),
  };
}

function memoryOf({ id, fields }: Rule, { world, clock }: Context): RuleMemory {
  const was = world.memory.rules[id];
  const own = madeOf(fields);
  if (was?.made === own) {
    // The clock was ahead as the rule was made: until then its starts would be older than itself.
    return was.madeAt > clock.at && clock.backSince === null ? { ...was, madeAt: clock.at } : was;
  }
  return {
    event: null,
    endedAt: was?.event ? clock.steady : (was?.endedAt ?? null),
    dryAt: was?.dryAt ?? null,
    steps: was?.steps ?? null,
    suspended: was?.suspended ?? null,
    watered: was?.watered ?? {},
    made: own,
    madeAt: clock.at,
  };
}

/** A hash of the fields that define a run; edits of other fields let it continue. */
const madeOf = oncePer(({ name, areaName, note, notify, priority, ...rest }: RuleFields): string => {
  return namedId(JSON.stringify(rest));
});

function addGiven(memories: Map<string, RuleMemory>, { rule, sec, litres }: Given, { date, clock }: Context): void {
  const memory = memories.get(rule);
  if (!memory) return;
  const today = memory.watered[date] ?? { litres: 0, sec: 0 };
  const watered = withToday(memory.watered, clock.at, { litres: today.litres + litres, sec: today.sec + sec });
  memories.set(rule, { ...memory, watered });
}

/** Asks every rule for its new memory, runs and log entries. */
function ask(
  rules: readonly Rule[],
  before: ReadonlyMap<string, RuleMemory>,
  ended: readonly EndedRun[],
  lines: readonly Line[],
  context: Context,
) {
  const memories = new Map(before);
  const slots = new Map<string, number>();
  const runs: Run[] = [];
  const explanations: Explanation[] = [];
  /** Rules without a log entry when nothing is due. */
  const quiet: string[] = [];
  for (const rule of rules) {
    const remembered = memories.get(rule.id);
    if (!remembered) continue;
    if (isWaterTime(rule)) {
      const asked = askWaterTime(rule, remembered, lines, context);
      for (const [slot, at] of Object.entries(asked.slots)) slots.set(slot, at);
      runs.push(...asked.runs);
      explanations.push(...asked.explanations);
      quiet.push(rule.id);
    } else if (isWaterSensor(rule)) {
      const cleared = context.world.cleared.includes(rule.id) ? { ...remembered, suspended: null } : remembered;
      const step = stepMoisture(rule, cleared, ended, lines, context);
      memories.set(rule.id, step.memory);
      if (step.run) runs.push(step.run);
      explanations.push(step.explanation);
    }
  }
  return { memories, slots, runs, explanations, quiet };
}

function isAboutWater(rule: Rule): boolean {
  return isWaterTime(rule) || isWaterSensor(rule);
}

function isWaterTime(rule: Rule): rule is Rule<WaterTime> {
  return rule.fields.family === 'water-time';
}

function isWaterSensor(rule: Rule): rule is Rule<WaterSensor> {
  return rule.fields.family === 'water-sensor';
}

/** Whether a run is the one that the event of its moisture rule asked for; any run of another rule is. */
function isOfEvent({ id }: Run, rule: Rule, memories: ReadonlyMap<string, RuleMemory>): boolean {
  return !isWaterSensor(rule) || memories.get(rule.id)?.event?.run === id;
}

const handSlot = (override: string) => `hand:${override}`;

function handRunId(hand: Override, { world }: Context): string {
  return namedId(world.farm, 'hand', hand.id);
}

/** Whether the water that a hand asked for is over, though its time is not. */
export function isHandOver({ id, levelPct }: Pick<Override, 'id' | 'levelPct'>, farm: number, memory: Memory): boolean {
  const hasBegun = levelPct > 0 && Object.hasOwn(memory.slots, handSlot(id));
  return hasBegun && !memory.queue.some((run) => run.id === namedId(farm, 'hand', id));
}

function handRun(hand: Override, lines: readonly Line[], context: Context): Run | null {
  const valve = lines.flatMap(({ valves }) => valves).find(({ channel }) => channel === hand.channel);
  if (!valve || hand.levelPct === 0) return null;
  const part = partOf(valve, { sec: (hand.endsAt - hand.setAt) / SECOND_MS, litres: hand.litres }, context);
  return {
    id: handRunId(hand, context),
    rule: null,
    cause: 'manual',
    priority: 0,
    dueAt: hand.setAt,
    waitsSince: context.clock.steady,
    maxWaitMs: HAND_WAITS_MS,
    soakMs: 0,
    minAirC: null,
    why: { reason: 'BY_HAND', figures: [figure('until', hand.endsAt)] },
    parts: [{ ...part, sec: Math.min(part.sec, longestPartSec(valve)) }],
  };
}

/** Why what ends on a line is turned off: what it gave, or what cut it; undefined when nothing ends. */
function endOf(queue: readonly Run[], ended: readonly EndedRun[], line: Line): RunRequest['why'] | undefined {
  const isHere = ({ valve }: Part) => line.valves.some(({ channel }) => channel === valve);
  const ending = queue.flatMap(({ parts }) => parts).find((part) => part.state === 'ending' && isHere(part));
  if (ending) return ending.failure ?? { ...amountOf([ending]), by: null };
  const over = ended.find(({ run }) => run.parts.some((part) => part.givenSec > 0 && isHere(part)));
  if (!over) return undefined;
  return over.run.rule !== null && over.block ? over.block : { ...amountOf(over.run.parts), by: null };
}

/** What was given, as the log says it: in litres where a meter counted all of it, else by time. */
function amountOf(parts: readonly Part[]): Pick<Explanation, 'reason' | 'figures'> {
  const sum = (field: 'givenLitres' | 'givenSec') => parts.reduce((all, part) => all + part[field], 0);
  return parts.every(({ isMetered, isPartlyTimed }) => isMetered && !isPartlyTimed)
    ? { reason: 'GIVEN', figures: [figure('litres', Math.round(sum('givenLitres')))] }
    : { reason: 'GIVEN_BY_TIME', figures: [figure('minutes', sum('givenSec') / 60)] };
}

const due = { reason: 'DUE', figures: [], by: null } as const;
const given = { reason: 'GIVEN', figures: [], by: null } as const;

/** What irrigation asks of every valve, main valve and pump. */
function requestsOf(
  lines: readonly Line[],
  queue: readonly Run[],
  ended: readonly EndedRun[],
  context: Context,
): Map<number, RunRequest> {
  const requests = new Map<number, RunRequest>();
  for (const line of lines) {
    const active = activeOn(line, queue);
    for (const [channel, request] of convergence(line, active?.part ?? null, context)) {
      const { run } = active ?? { run: null };
      requests.set(channel, {
        request,
        run: request.do === 'on' ? (run?.id ?? null) : null,
        rule: run?.rule ?? null,
        cause: run?.cause ?? 'rule',
        why: request.do === 'on' ? whyOf(run) : (endOf(queue, ended, line) ?? given),
      });
    }
  }
  return requests;
}

function whyOf(run: Run | null): RunRequest['why'] {
  return run?.why ? { reason: run.why.reason, figures: run.why.figures, by: null } : due;
}

/** Log entries of rules with a run in the queue. */
function rulesInQueue(rules: readonly Rule[], waiting: readonly Waiting[], context: Context): Explanation[] {
  return waiting.flatMap(({ run, block, soakedAt }): Explanation[] => {
    const rule = rules.find(({ id }) => id === run.rule);
    if (!rule || !isAboutWater(rule)) return [];
    if (block) return [aboutRule(context, rule.id, 'waiting', block.reason, block.figures, block.by)];
    if (isWaterSensor(rule)) return [];
    if (soakedAt !== null) return [aboutRule(context, rule.id, 'waiting', 'SOAKING', [untilFigure(context, soakedAt)])];
    const { reason, figures } = run.why ?? due;
    return [aboutRule(context, rule.id, 'started', reason, figures)];
  });
}

function endings(rules: readonly Rule[], ended: readonly EndedRun[], context: Context): Explanation[] {
  return ended.flatMap(({ run, block }): Explanation[] => {
    const rule = rules.find(({ id }) => id === run.rule);
    if (!rule || !isWaterTime(rule)) return [];
    if (block) return [aboutRule(context, rule.id, block.outcome, block.reason, block.figures, block.by)];
    const { reason, figures } = amountOf(run.parts);
    return [aboutRule(context, rule.id, 'stopped', reason, figures)];
  });
}

/**
 * Valves whose run ended without a command: where the controller has counted the litres, or where it or a switch on the
 * spot was first.
 */
function endedAlone(ended: readonly EndedRun[], { clock, state, world, memory }: Context): Explanation[] {
  return ended.flatMap(({ run, block }): Explanation[] => {
    const actuator = run.parts.findLast(({ givenSec }) => givenSec > 0)?.valve;
    if (actuator === undefined) return [];
    // What else ends a rule's run is said of the rule, and its valves were turned off by commands.
    if (run.rule !== null && block !== null && block.reason !== 'ENDED_ELSEWHERE') return [];
    if (state(actuator)?.levelPct !== 0) return [];
    if (world.memory.actuators[actuator]?.pending?.do === 'off' || memory(actuator).pending !== null) return [];
    const { outcome, reason, figures, by } = block ?? { ...amountOf(run.parts), outcome: 'stopped', by: null };
    const layer = run.rule === null ? 'override' : 'rule';
    return [{ at: clock.at, rule: run.rule, actuator, layer, outcome, reason, figures, by }];
  });
}

/** Whether what becomes of a run is said of its valve: a hand has no entry, and a rule of conditions does other things. */
function isToldByValve({ rule }: Run, { world }: Context): boolean {
  return (
    rule === null || world.rules.some(({ id, fields }) => id === rule && fields.family === 'reservation-composite')
  );
}

/** The last entry of each rule; a rule without one is waiting for its time. */
function oneEach(
  entries: readonly Explanation[],
  rules: readonly Rule[],
  quiet: readonly string[],
  context: Context,
): Explanation[] {
  const byRule = new Map<string | null, Explanation>();
  for (const one of entries) byRule.set(one.rule, one);
  const said: Explanation[] = [];
  for (const { id } of rules) {
    const own = byRule.get(id) ?? (quiet.includes(id) ? aboutRule(context, id, 'kept', 'OUTSIDE_TIME') : undefined);
    if (own) said.push(own);
  }
  return said;
}

/** Whether a part is over but not yet seen to be: its line of the log waits for that. */
function isEnding({ valves }: Line, queue: readonly Run[]): boolean {
  const isHere = ({ valve }: Part) => valves.some(({ channel }) => channel === valve);
  return queue.some(({ parts }) => parts.some((part) => part.state === 'ending' && isHere(part)));
}

function dueInMs(lines: readonly Line[], queue: readonly Run[]): number {
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...lines.map((line) => {
      if (isEnding(line, queue)) return AT_ONCE_MS;
      const part = activeOn(line, queue)?.part;
      if (!part) return Number.POSITIVE_INFINITY;
      return part.state === 'opening' ? AT_ONCE_MS : Math.max(AT_ONCE_MS, (part.sec - part.givenSec) * SECOND_MS);
    }),
  );
}
