import type { Rule } from '#contract/control/rule.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { rememberedAt } from './clock.ts';
import { type Step, stepTo } from './command-plan.ts';
import type { Latches } from './conditions.ts';
import { type Context, contextOf } from './context.ts';
import { type HeatWish, heatedAreas, heatWish } from './heat.ts';
import { interlockVerdicts } from './interlocks.ts';
import { type Above, blockAbove, keptApart, type Want, wantOf, waterWantOf } from './ladder.ts';
import { decideLevels, type Levels } from './levels.ts';
import { news } from './news.ts';
import { decideWater, type Water } from './water.ts';
import type { Actuator, CompositeMemory, Decision, Explanation, GhgMemory, Memory, Override, World } from './world.ts';

/** Proofs missing in a row after which water and carbon dioxide wait for a person. */
const MOST_UNPROVED = 3;
const TRIPS_UNPROVED: readonly Actuator['type'][] = ['WATER', 'MWATER', 'PUMP', 'CO2_SUPPLY'];
/** Slots are remembered for so long: a clock set back by less finds them taken. */
const SLOTS_KEPT_MS = 7 * DAY_MS;
/** While water is on its way off, looked at again so soon. */
const SOON_MS = 2 * SECOND_MS;

/** Before anything was ever decided on a farm. */
export const emptyMemory: Memory = {
  at: 0,
  monotonicMs: 0,
  bootId: '',
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
  told: {},
};

/**
 * What a farm's equipment is told now, and why. Pure: the same world gives the same bytes, in whatever order its parts
 * come. It may be asked at any moment and as often as one likes; it goes by what is reported and what it remembers.
 */
export function decide(world: World): Decision {
  const context = contextOf(world);
  const latches: Latches = new Map(Object.entries(world.memory.latched));
  const seen = seenSince(context);
  const verdicts = interlockVerdicts(context, latches);
  const above: Above = {
    verdicts,
    trips: tripsOf(context, verdicts),
    overrides: runningOverrides(context, seen),
    isStopped: isStopped(context, seen),
  };
  const blockOf = (channel: number) => blockAbove(channel, context, above);
  const rules = enabledRules(world);
  const levels = decideLevels(rules, context, latches);
  const water = decideWater(rules, hands(above, context), levels.runs, context, blockOf);
  const heat = heatedAreas(context).map((area) => heatWish(area, context, latches));
  const wants = keptApart(wantsOf(context, above, heat, water, levels), context);
  const steps = wants.flatMap((want): Done[] => {
    const actuator = context.actuator(want.channel);
    return actuator ? [{ want, step: stepTo(want, actuator, context) }] : [];
  });
  const { rows, told } = news(
    [...water.explanations, ...levels.explanations, ...aboutActuators(steps, heat, context)],
    context,
  );
  return {
    commands: steps.flatMap(({ step }) => step.command ?? []).sort(stopsFirst),
    explanations: rows,
    trips: [...above.trips].flatMap(([channel, by]) =>
      world.trips.some((one) => one.channel === channel) ? [] : [{ channel, by }],
    ),
    memory: memoryOf(context, steps, water, levels, seen, latches, told),
    verdicts,
    wakeInMs: wakeInMs(context, steps, water),
  };
}

type Done = { want: Want; step: Step };

/** Rules that are switched on, the older first. */
function enabledRules({ rules }: World): Rule[] {
  return rules
    .filter(({ fields }) => fields.enabled)
    .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
}

/** When overrides and stops were first seen, on the count: so long they last, whatever becomes of the clock. */
function seenSince({ world, clock }: Context): Map<string, number> {
  const given = [...world.overrides, ...(world.stopAll ? [world.stopAll] : [])];
  return new Map(
    given.map(({ id, setAt }) => {
      const passed = Math.min(Math.max(0, clock.at - setAt), MINUTE_MS);
      return [id, world.memory.seen[id] ?? clock.steady - passed];
    }),
  );
}

function runningOverrides({ world, clock }: Context, seen: ReadonlyMap<string, number>): Map<number, Override> {
  const running = world.overrides.filter(
    ({ id, setAt, endsAt }) => clock.steady < (seen.get(id) ?? 0) + (endsAt - setAt),
  );
  const oldestFirst = running.sort((one, other) => one.setAt - other.setAt || (one.id < other.id ? -1 : 1));
  return new Map(oldestFirst.map((one) => [one.channel, one]));
}

function isStopped({ world: { stopAll }, clock }: Context, seen: ReadonlyMap<string, number>): boolean {
  return stopAll !== null && clock.steady < (seen.get(stopAll.id) ?? 0) + stopAll.forMin * MINUTE_MS;
}

/** Tripped before, by an interlock now, or because it was never seen to do what it was told. */
function tripsOf(context: Context, verdicts: Above['verdicts']): Map<number, string> {
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

function hands({ overrides }: Above, { actuator }: Context): Override[] {
  return [...overrides.values()].filter(({ channel }) => actuator(channel)?.type === 'WATER');
}

function wantsOf(context: Context, above: Above, heat: readonly HeatWish[], water: Water, { won }: Levels): Want[] {
  return context.actuators.flatMap((actuator): Want[] => {
    const wet = water.wants.get(actuator.channel);
    const want = wet ? waterWantOf(actuator, wet, context, above) : wantOf(actuator, context, above, heat, won);
    return want ? [want] : [];
  });
}

/** One word an actuator: what it was told, or what keeps it from what is wanted. */
function aboutActuators(steps: readonly Done[], heat: readonly HeatWish[], context: Context): Explanation[] {
  const said = steps.flatMap(({ want, step }): Explanation[] => {
    const { channel, layer, rule, by } = want;
    // What is not commanded is kept from nothing.
    if (!context.actuator(channel)?.settings.isCommanded) return [];
    const word = { at: context.clock.at, rule, actuator: channel, layer, by };
    if (step.command && !step.isRenewal) {
      const outcome = step.command.do === 'off' || step.command.do === 'stop' ? 'stopped' : 'started';
      return [{ ...word, outcome, reason: want.reason, figures: want.figures }];
    }
    if (step.held) return [{ ...word, ...step.held }];
    return want.outcome === 'blocked' || want.outcome === 'suspended'
      ? [{ ...word, outcome: want.outcome, reason: want.reason, figures: want.figures }]
      : [];
  });
  const told = new Set(said.map(({ actuator }) => actuator));
  const silent = heat.filter(({ outcome }) => outcome === 'suspended');
  const suspended = silent.flatMap(({ areaName, outcome, reason, figures }): Explanation[] =>
    context.actuators
      .filter(({ type, channel, areaName: own }) => type === 'HEATER' && own === areaName && !told.has(channel))
      .map(({ channel }) => {
        return {
          at: context.clock.at,
          rule: null,
          actuator: channel,
          layer: 'rule',
          outcome,
          reason,
          figures,
          by: null,
        };
      }),
  );
  return [...said, ...suspended];
}

/** What ends goes out before what begins. */
function stopsFirst(one: Decision['commands'][number], other: Decision['commands'][number]): number {
  const starts = ({ do: what }: Decision['commands'][number]) => Number(what === 'on' || what === 'position');
  return starts(one) - starts(other) || one.channel - other.channel;
}

function memoryOf(
  context: Context,
  steps: readonly Done[],
  water: Water,
  levels: Levels,
  seen: ReadonlyMap<string, number>,
  latches: Latches,
  told: ReadonlyMap<string, string>,
): Memory {
  const { world, clock } = context;
  const { memory } = world;
  const moved = new Map(steps.map(({ want, step }) => [want.channel, step.memory]));
  const kept = Object.entries(memory.slots).filter(([, at]) => at > clock.at - SLOTS_KEPT_MS);
  // A rule that is switched off keeps its rest and its day; one that is gone does not.
  const rules = new Map(Object.entries(memory.rules).filter(([id]) => world.rules.some((rule) => rule.id === id)));
  for (const [id, own] of water.rules) rules.set(id, own);
  for (const [id, own] of rules) {
    if (!water.rules.has(id) && own.event) rules.set(id, { ...own, event: null, endedAt: clock.steady });
  }
  return {
    at: rememberedAt(clock, memory),
    monotonicMs: world.monotonicMs,
    bootId: world.bootId,
    steadyMs: clock.steady,
    backSince: clock.backSince,
    actuators: inOrder(
      context.actuators.map(({ channel }) => [String(channel), moved.get(channel) ?? context.memory(channel)]),
    ),
    rules: inOrder([...rules]),
    composites: inOrder([...new Map([...keptComposites(context), ...levels.composites])]),
    ghg: inOrder([...new Map([...keptGhg(context), ...levels.ghg])]),
    slots: inOrder([...kept, ...water.slots]),
    queue: water.queue,
    seen: inOrder([...seen]),
    latched: inOrder([...latches]),
    told: inOrder([...told]),
  };
}

/** A rule of conditions that is switched off acts no more, and has to see its condition unmet before it may begin again. */
function keptComposites({ world, clock }: Context): [string, CompositeMemory][] {
  return Object.entries(world.memory.composites).flatMap(([id, own]): [string, CompositeMemory][] => {
    if (!world.rules.some((rule) => rule.id === id)) return [];
    const endedAt = own.actingSince === null ? own.endedAt : clock.steady;
    return [[id, { ...own, actingSince: null, endedAt, wasUnmet: false }]];
  });
}

/** One that is switched off keeps what it has supplied today, and ends what runs. */
function keptGhg({ world }: Context): [string, GhgMemory][] {
  return Object.entries(world.memory.ghg).flatMap(([id, own]): [string, GhgMemory][] =>
    world.rules.some((rule) => rule.id === id) ? [[id, { ...own, doseUntil: null, airUntil: null }]] : [],
  );
}

/** A record whose order says nothing of how it came to be. */
function inOrder<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function wakeInMs(context: Context, steps: readonly Done[], water: Water): number {
  const toMinute = MINUTE_MS - (context.clock.at % MINUTE_MS);
  const isEnding = [...water.wants.values()].some(({ wish }) => wish.do === 'wait');
  const isUnderWay = steps.some(({ want, step }) => step.command !== null && water.wants.has(want.channel));
  return Math.min(toMinute, water.dueInMs, isEnding || isUnderWay ? SOON_MS : toMinute);
}
