import type { ReservationComposite } from '#contract/control/rule/reservation-composite.ts';
import type { ReservationGhg } from '#contract/control/rule/reservation-ghg.ts';
import type { ReservationTarget } from '#contract/control/rule/reservation-target.ts';
import type { Rule } from '#contract/control/rule/rule.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import { restingComposite, stepComposite, waterRunId } from './composite-rule.ts';
import type { Latches } from './conditions.ts';
import type { Context } from './context.ts';
import { restingGhg, stepGhg } from './ghg-rule.ts';
import { type LevelRequest, type LevelRequests, type Winner, winners } from './level-request.ts';
import { askTarget } from './target-rule.ts';
import { longestPartSec } from './water-path.ts';
import { partOf } from './water-run.ts';
import type { Block, CompositeMemory, Explanation, GhgMemory, Run } from './world.ts';

/** Result of all rules of levels: the selected request of each actuator, new watering runs, and log entries. */
export type Levels = {
  won: Map<number, Winner>;
  runs: Run[];
  /** Rules that open valves and nothing else: they have begun when their water has. */
  waterOnly: Set<string>;
  /** Rules whose water ends now, and why. */
  cuts: Map<string, Block>;
  composites: Map<string, CompositeMemory>;
  ghg: Map<string, GhgMemory>;
  explanations: Explanation[];
};

/** Water of a composite rule that cannot begin within this time is dropped, ms. */
const WATER_WAITS_MS = 30 * 60 * SECOND_MS;

export function decideLevels(
  rules: readonly Rule[],
  context: Context,
  latches: Latches,
  blockOf: (channel: number) => Block | null,
): Levels {
  const composites = new Map<string, CompositeMemory>();
  const ghg = new Map<string, GhgMemory>();
  const cuts = new Map<string, Block>();
  const waterOnly = new Set<string>();
  const isWater = ({ channel }: { channel: number }) => context.actuator(channel)?.type === 'WATER';
  const asked: (LevelRequests & { rule: Rule })[] = [];
  for (const rule of rules) {
    if (isTarget(rule)) {
      const { requests, explanation } = askTarget(rule, context, latches);
      asked.push({ rule, requests, explanation });
    } else if (isGhg(rule)) {
      const before = context.world.memory.ghg[rule.id] ?? restingGhg;
      const { memory, requests, explanation } = stepGhg(rule, before, context, blockOf);
      ghg.set(rule.id, memory);
      asked.push({ rule, requests, explanation });
    } else if (isComposite(rule)) {
      const before = context.world.memory.composites[rule.id] ?? restingComposite;
      const { memory, requests, explanation, endsWater } = stepComposite(rule, before, context, latches);
      composites.set(rule.id, memory);
      if (rule.fields.actions.every(isWater)) waterOnly.add(rule.id);
      if (endsWater) cuts.set(rule.id, { ...explanation, outcome: 'stopped' });
      asked.push({ rule, requests, explanation });
    }
  }
  const acting = asked.filter(({ rule, requests }) => requests.length > 0 && rule.fields.mode === 'act');
  const won = winners(acting, (request) => !isWater(request));
  const runs: Run[] = [];
  for (const { rule, requests } of acting) {
    for (const request of requests) {
      const run = isWater(request) ? waterRun(rule, request, composites.get(rule.id), context) : null;
      if (run) runs.push(run);
    }
  }
  return {
    won,
    runs,
    waterOnly,
    cuts,
    composites,
    ghg,
    explanations: [
      // A rule that yields on all its actuators gets only the log entry that it yields.
      ...asked.filter(({ rule, requests }) => !losesAll(rule, requests, won)).map(({ explanation }) => explanation),
      ...yields(won, context),
    ],
  };
}

function losesAll(rule: Rule, requests: readonly LevelRequest[], won: ReadonlyMap<number, Winner>): boolean {
  return requests.length > 0 && requests.every(({ channel }) => won.get(channel)?.losers.includes(rule) ?? false);
}

function isTarget(rule: Rule): rule is Rule<ReservationTarget> {
  return rule.fields.family === 'reservation-target';
}

function isGhg(rule: Rule): rule is Rule<ReservationGhg> {
  return rule.fields.family === 'reservation-ghg';
}

function isComposite(rule: Rule): rule is Rule<ReservationComposite> {
  return rule.fields.family === 'reservation-composite';
}

/**
 * Water of a composite rule queues like all water; the id of its run comes from the moment at which the rule began to
 * act.
 */
function waterRun(
  { id, fields }: Rule,
  { channel, until, litres }: LevelRequest,
  memory: CompositeMemory | undefined,
  context: Context,
): Run | null {
  const valve = context.actuator(channel);
  const { clock } = context;
  if (!valve || memory?.actingSince === undefined || memory.actingSince === null) return null;
  const sec = until === null ? null : (until - clock.steady) / SECOND_MS;
  const part = partOf(valve, { sec, litres }, context);
  return {
    id: waterRunId(id, channel, memory.actingSince, context),
    rule: id,
    cause: 'rule',
    priority: fields.priority,
    dueAt: clock.at,
    waitsSince: clock.steady,
    maxWaitMs: WATER_WAITS_MS,
    soakMs: 0,
    minAirC: null,
    why: { reason: 'CONDITION_MET', figures: [] },
    parts: [{ ...part, sec: Math.min(part.sec, longestPartSec(valve)) }],
  };
}

function yields(won: ReadonlyMap<number, Winner>, { clock }: Context): Explanation[] {
  const said: Explanation[] = [];
  for (const [actuator, { rule, losers }] of won) {
    for (const loser of losers) {
      said.push({
        at: clock.at,
        rule: loser.id,
        actuator,
        layer: 'rule',
        outcome: 'yielded',
        reason: 'OTHER_RULE',
        figures: [],
        by: rule.fields.name,
      });
    }
  }
  return said;
}
