import type { Cause } from '#contract/control/controller/command.ts';
import { leavesOf } from '#contract/control/rule/condition.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { ON_ITS_WAY_MS } from './actuator-memory.ts';
import { type Context, figure } from './context.ts';
import type { HeatDemand } from './heat.ts';
import { inOrder, interlockBlock } from './interlocks.ts';
import type { Winner } from './level-request.ts';
import type { WaterRequest } from './water-path.ts';
import type { Actuator, Block, InterlockVerdict, Override } from './world.ts';

/** The target state of an actuator, from the highest layer that applies. */
export type TargetState = Block & {
  channel: number;
  /** %; null: stay where it is, and stop if it moves. */
  levelPct: number | null;
  cause: Cause;
  rule: string | null;
  /** Steady time at which it should end, and the earliest end that is sufficient; null: renewed as long as wanted. */
  until: number | null;
  least: number | null;
  litres: number | null;
  run: string | null;
  /** Minimum times, rests and holds do not apply. */
  isUrgent: boolean;
};

/** What irrigation asks of one actuator, and for which run. */
export type RunRequest = {
  request: WaterRequest;
  run: string | null;
  rule: string | null;
  cause: Cause;
  why: Pick<Block, 'reason' | 'figures' | 'by'>;
};

/** An override, with the steady time until which its key is held; null for one with a target position. */
export type ManualOverride = Override & { keyUntil: number | null };

/** Everything with a higher priority than the rules, calculated once for all actuators. */
export type HigherLayers = {
  verdicts: ReadonlyMap<number, InterlockVerdict>;
  trips: ReadonlyMap<number, string>;
  overrides: ReadonlyMap<number, ManualOverride>;
  isStopped: boolean;
};

type Essential = 'channel' | 'layer' | 'outcome' | 'reason' | 'figures' | 'levelPct';

/** Fills in what is left out. Field by field, since this is done for every actuator of every farm each minute. */
function asTargetState(given: Pick<TargetState, Essential> & Partial<TargetState>): TargetState {
  const { channel, layer, outcome, reason, figures, levelPct } = given;
  return {
    channel,
    layer,
    outcome,
    reason,
    figures,
    levelPct,
    by: given.by ?? null,
    cause: given.cause ?? 'rule',
    rule: given.rule ?? null,
    until: given.until ?? null,
    least: given.least ?? null,
    litres: given.litres ?? null,
    run: given.run ?? null,
    isUrgent: given.isUrgent ?? false,
  };
}

/** What prevents a start in the layers above the rules, except the frost guard; null when nothing does. */
export function blockByHigherLayer(channel: number, context: Context, above: HigherLayers): Block | null {
  const lock = context.world.lockOuts.find((one) => one.channel === channel);
  const blocked = (layer: Block['layer'], reason: Block['reason'], by: string | null): Block => {
    return { layer, outcome: 'blocked', reason, by, figures: [] };
  };
  if (above.isStopped) return blocked('lock', 'STOPPED_ALL', null);
  if (lock) return blocked('lock', 'LOCKED_OUT', lock.by);
  const trip = above.trips.get(channel);
  if (trip !== undefined) return blocked('trip', 'TRIPPED', trip);
  const verdict = above.verdicts.get(channel);
  if (verdict?.most === 0) return interlockBlock(verdict);
  const hand = above.overrides.get(channel);
  if (hand?.levelPct === 0) {
    return { ...blocked('override', 'BY_HAND', null), figures: [figure('until', hand.endsAt)] };
  }
  return null;
}

/** The target state of an actuator that is not part of irrigation. */
export function targetStateOf(
  actuator: Actuator,
  context: Context,
  above: HigherLayers,
  heat: readonly HeatDemand[],
  won: ReadonlyMap<number, Winner>,
): TargetState {
  const { channel, type, settings, areaName } = actuator;
  const block = blockByHigherLayer(channel, context, above);
  if (block?.layer === 'lock' || block?.layer === 'trip') {
    const isMotor = settings.travelOpenSec !== null;
    return asTargetState({ ...block, channel, levelPct: isMotor ? null : 0, cause: 'stop', isUrgent: true });
  }
  const house = heat.find((one) => one.areaName === areaName);
  if (house?.isFrost && (type === 'HEATER' || type === 'VENT')) {
    const levelPct = type === 'HEATER' ? 100 : 0;
    const { reason, figures } = house;
    const cause = 'frost';
    return asTargetState({ channel, layer: cause, outcome: 'kept', reason, figures, levelPct, cause, isUrgent: true });
  }
  const lower = belowInterlocks(actuator, context, above, house, won.get(channel));
  const verdict = above.verdicts.get(channel);
  if (!verdict) return lower;
  const nowPct = context.state(channel)?.levelPct ?? 0;
  // An override that keeps the position is still limited by interlocks.
  const levelPct = lower.levelPct ?? nowPct;
  if (levelPct <= verdict.most) {
    // What is to end anyhow ends at once: minimum times and holds do not keep it above an interlock.
    return nowPct > verdict.most ? { ...lower, cause: 'interlock', isUrgent: true } : lower;
  }
  return { ...lower, ...interlockBlock(verdict), levelPct: verdict.most, cause: 'interlock', isUrgent: true };
}

function belowInterlocks(
  { channel, type, settings }: Actuator,
  { clock }: Context,
  { overrides }: HigherLayers,
  house: HeatDemand | undefined,
  winner: Winner | undefined,
): TargetState {
  const hand = overrides.get(channel);
  if (hand) {
    const figures = [figure('until', hand.endsAt)];
    const by = { layer: 'override', outcome: 'kept', reason: 'BY_HAND', figures } as const;
    if (hand.keyUntil !== null) return asTargetState({ ...by, channel, ...keyed(hand, hand.keyUntil, clock.steady) });
    const until = clock.steady + Math.max(MINUTE_MS / 6, hand.endsAt - clock.at);
    return asTargetState({ ...by, channel, levelPct: hand.levelPct, cause: 'manual', until, isUrgent: true });
  }
  // A rule may turn a heater on, but not off while heating needs it.
  if (winner && !(type === 'HEATER' && house?.isOn)) {
    const { reason, figures } = winner.explanation;
    const { levelPct, until } = winner.request;
    const rule = winner.rule.id;
    return asTargetState({ channel, layer: 'rule', outcome: 'kept', reason, figures, levelPct, until, rule });
  }
  if (type === 'HEATER' && house) {
    const { outcome, reason, figures, isOn } = house;
    return asTargetState({ channel, layer: 'rule', outcome, reason, figures, levelPct: isOn ? 100 : 0, cause: 'heat' });
  }
  const levelPct = settings.restPct;
  return asTargetState({ channel, layer: 'rest', outcome: 'kept', reason: 'REST', figures: [], levelPct });
}

/** A key moves a motor while it is held; then the motor keeps its position. */
function keyed({ levelPct }: ManualOverride, until: number, steady: number) {
  const isHeld = steady < until;
  const end = isHeld ? until : null;
  return { levelPct: isHeld ? levelPct : null, cause: 'manual', until: end, least: end, isUrgent: true } as const;
}

/**
 * The target state of a valve, a main valve or a pump. Locks and trips end it at once, everything else in the order of
 * irrigation.
 */
export function runRequestOf(
  actuator: Actuator,
  water: RunRequest,
  context: Context,
  above: HigherLayers,
): TargetState | null {
  const { channel } = actuator;
  const block = blockByHigherLayer(channel, context, above);
  if (block?.layer === 'lock' || block?.layer === 'trip') {
    return asTargetState({ ...block, channel, levelPct: 0, cause: 'stop', isUrgent: true });
  }
  const { request, run, rule, cause, why } = water;
  if (request.do === 'wait') return null;
  const layer = cause === 'manual' ? 'override' : 'rule';
  if (request.do === 'off') {
    const { reason, figures, by } = block ?? why;
    // Its controller keeps minimum times, except for such a cause.
    const isHarmful = block !== null || request.isDry === true;
    const ends = isHarmful && cause === 'rule' ? 'interlock' : cause;
    const isUrgent = isHarmful || cause === 'manual';
    const about = { channel, layer, outcome: 'kept', reason, figures, by, run, rule } as const;
    return asTargetState({ ...about, levelPct: 0, cause: ends, isUrgent });
  }
  const { until, least, litres } = request;
  const about = {
    channel,
    layer,
    outcome: 'kept',
    reason: why.reason,
    figures: why.figures,
    by: why.by,
    run,
    rule,
  } as const;
  return asTargetState({ ...about, levelPct: 100, cause, until, least, litres });
}

/**
 * Resolves target states that would violate an interlock together. The forbidden actuator stops first, and only when it
 * is reported at rest the other may pass its limit. Movements take minutes, so the two never run together.
 */
export function resolveInterlocks(targets: readonly TargetState[], context: Context): TargetState[] {
  const settled = new Map(targets.map((target) => [target.channel, target]));
  for (const { kind, isOn, name, subject, when } of inOrder(context.world.interlocks)) {
    if (kind !== 'forbid' || !isOn) continue;
    for (const { condition } of leavesOf(when)) {
      if (condition.kind !== 'actuator' || (condition.op !== 'above' && condition.op !== 'on')) continue;
      const most = condition.op === 'on' ? 0 : condition.value;
      const other = settled.get(condition.channel);
      if (!other || Math.max(other.levelPct ?? 0, headingPct(other.channel, context)) <= most) continue;
      const against = {
        ...interlockBlock({ by: name, figures: () => [] }),
        cause: 'interlock',
        isUrgent: true,
      } as const;
      const rivals = subject.flatMap((channel) => settled.get(channel) ?? []);
      for (const rival of rivals) {
        if (!isAboveInterlocks(rival) && rival.levelPct !== 0)
          settled.set(rival.channel, { ...rival, ...against, levelPct: 0 });
      }
      if (!isAboveInterlocks(other) && subject.some((channel) => mayRun(channel, context))) {
        const levelPct = other.levelPct === null ? null : Math.min(other.levelPct, most);
        settled.set(other.channel, { ...other, ...against, levelPct });
      }
    }
  }
  return [...settled.values()];
}

const isAboveInterlocks = ({ layer }: TargetState) => layer === 'lock' || layer === 'trip' || layer === 'frost';

/** Where a motor is moving to, or was told to move to, %; 0 when it stands. A hold may keep it from turning back. */
function headingPct(channel: number, context: Context): number {
  const { pending } = context.memory(channel);
  const state = context.state(channel);
  if (pending?.do !== 'position') return 0;
  const mayMove = state === null || state.isMoving || context.clock.steady - pending.sentAt < ON_ITS_WAY_MS;
  return mayMove ? pending.levelPct : 0;
}

/** Whether it is on, was told to go on, or has an unknown state. */
function mayRun(channel: number, context: Context): boolean {
  const state = context.state(channel);
  if (!context.actuator(channel)?.settings.isCommanded && state === null) return false;
  return state === null || state.levelPct > 0 || context.memory(channel).pending?.do === 'on';
}
