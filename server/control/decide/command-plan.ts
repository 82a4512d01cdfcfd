import { actuatorRows, LEASE_SEC, OVERRUN } from '#contract/control/actuator.ts';
import type { Reason } from '#contract/control/decision.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { ON_ITS_WAY_MS } from './actuator-memory.ts';
import { usedOn } from './clock.ts';
import { type Context, figure, untilFigure } from './context.ts';
import type { TargetState } from './layers.ts';
import { namedId } from './named-id.ts';
import type { Actuator, ActuatorMemory, Explanation, Planned, Reported } from './world.ts';

/** A command may have begun this much after it was sent, s. */
const LATE_SEC = ON_ITS_WAY_MS / SECOND_MS;

/** Result for one target state: a command, the reason why there is none, or nothing when the state already holds. */
export type Step = {
  command: Planned | null;
  isRenewal: boolean;
  held: Held | null;
  memory: ActuatorMemory;
  /** Time until it may be sent again, ms; left out where that can wait for the next minute. */
  retryInMs?: number;
};
type Held = { outcome: Explanation['outcome']; reason: Reason; figures: Explanation['figures']; by?: string };

/** Derives the command for a target state. Sends nothing for a state that already holds. */
export function stepTo(target: TargetState, actuator: Actuator, context: Context): Step {
  const memory = context.memory(actuator.channel);
  if (!actuator.settings.isCommanded) return { command: null, isRenewal: false, held: null, memory };
  // A guarded actuator would refuse it every minute; a stop is always allowed.
  const isEnd = target.layer === 'lock' || target.layer === 'trip';
  if (!isEnd && context.state(actuator.channel)?.isGuarded) {
    return still(memory, { outcome: 'kept', reason: 'GUARDED', figures: [] });
  }
  if (context.state(actuator.channel)?.isLocal) {
    return still(memory, { outcome: 'blocked', reason: 'LOCAL', figures: [] });
  }
  if (actuator.settings.travelOpenSec !== null) return moveTo(target, actuator, memory, context);
  return (target.levelPct ?? 0) > 0
    ? turnOn(target, actuator, memory, context)
    : turnOff(target, actuator, memory, context);
}

function still(memory: ActuatorMemory, held: Held | null = null): Step {
  return { command: null, isRenewal: false, held, memory };
}

function waits(memory: ActuatorMemory, reason: Reason, figures: Held['figures'] = []): Step {
  return still(memory, { outcome: 'waiting', reason, figures });
}

/** How often it has started within the last hour, and when it may start again; undefined when it may now. */
export function startsFigures(
  { starts }: Pick<ActuatorMemory, 'starts'>,
  { maxStartsPerHour }: Actuator['settings'],
  context: Context,
): Held['figures'] | undefined {
  const first = starts.at(-maxStartsPerHour);
  return first === undefined ? undefined : [figure('count', starts.length), untilFigure(context, first + HOUR_MS)];
}

/** What is left of its daily maximum, s. */
export function leftOfDaySec({ channel, settings }: Actuator, { memory, date }: Context): number {
  if (settings.maxDailySec === null) return Infinity;
  return settings.maxDailySec - usedOn(memory(channel).ranSec, date);
}

function isOnItsWay({ pending }: ActuatorMemory, what: Planned['do'], levelPct: number, { clock }: Context): boolean {
  if (pending?.do !== what || pending.levelPct !== levelPct) return false;
  return clock.steady - pending.sentAt < ON_ITS_WAY_MS;
}

/**
 * A start against frost that nothing answers is sent again after this, ms: once a minute, four that were lost or late in
 * a row left a heater off for four minutes (docs/decisions/327-frost-does-not-wait-a-minute.md).
 */
const FROST_AGAIN_MS = 20 * SECOND_MS;

/** Waits for the answer to a start. */
function awaitStart({ layer }: TargetState, memory: ActuatorMemory, { clock }: Context): Step | null {
  const { pending } = memory;
  if (pending?.do !== 'on') return null;
  const leftMs = pending.sentAt + (layer === 'frost' ? FROST_AGAIN_MS : ON_ITS_WAY_MS) - clock.steady;
  if (leftMs <= 0) return null;
  return layer === 'frost' ? { ...still(memory), retryInMs: leftMs } : still(memory);
}

/**
 * What was refused is sent again this long after it was, ms, twice as long after each further refusal, but no longer than
 * that. An answer that took longer holds nothing up.
 */
const REFUSED_MS = { first: 10 * SECOND_MS, most: 15 * MINUTE_MS, mostWhenUrgent: 30 * SECOND_MS };

/** Keeps back what its controller has just refused: asked again at once, it would refuse it for as long as it does. */
function refusedStep(
  { layer, isUrgent }: TargetState,
  memory: ActuatorMemory,
  { do: what, levelPct }: Pick<Planned, 'do' | 'levelPct'>,
  { clock }: Context,
): Step | null {
  const { refused = null } = memory;
  if (refused?.do !== what || refused.levelPct !== levelPct) return null;
  const cannotWait = isUrgent || layer === 'frost' || what === 'off' || what === 'stop';
  const mostMs = cannotWait ? REFUSED_MS.mostWhenUrgent : REFUSED_MS.most;
  const leftMs = refused.sentAt + Math.min(mostMs, REFUSED_MS.first * 2 ** (refused.times - 1)) - clock.steady;
  if (leftMs <= 0) return null;
  const held = still(memory, { outcome: 'blocked', reason: 'REFUSED', figures: [], by: refused.code });
  return cannotWait ? { ...held, retryInMs: leftMs } : held;
}

function send(
  target: TargetState,
  memory: ActuatorMemory,
  context: Context,
  order: Pick<Planned, 'do' | 'levelPct' | 'maxRunSec'>,
  isRenewal = false,
): Step {
  const refused = refusedStep(target, memory, order, context);
  if (refused) return refused;
  const { clock, world } = context;
  const { channel } = target;
  const starts = order.do === 'on' || order.do === 'position';
  // With the process: after an older copy of the database was put back, the count goes over numbers that were sent.
  const fresh = namedId(world.farm, world.bootId, channel, memory.count);
  // An end names the run that its controller reports, which a memory put back does not know.
  const begun = context.state(channel)?.run ?? memory.run;
  const run = starts ? (target.run ?? (isRenewal ? begun : null) ?? fresh) : (begun ?? fresh);
  const id = namedId(world.farm, world.bootId, run, channel, memory.count);
  const command: Planned = {
    ...order,
    id,
    run,
    channel,
    litres: order.do === 'on' ? target.litres : null,
    why: target.cause,
    rule: target.rule,
  };
  return {
    command,
    isRenewal,
    held: null,
    memory: {
      ...memory,
      count: memory.count + 1,
      run: starts ? run : memory.run,
      startedAt: order.do === 'on' ? (memory.startedAt ?? clock.steady) : memory.startedAt,
      movedAt: order.do === 'position' ? clock.steady : memory.movedAt,
      pending: {
        id,
        do: order.do,
        levelPct: order.levelPct,
        sentAt: clock.steady,
        endsAt: clock.steady + order.maxRunSec * SECOND_MS,
        why: target.cause,
      },
    },
  };
}

/**
 * A lease is renewed when this much of it is left, s. At a third, five messages that were lost in a row ended a heater in
 * frost (docs/decisions/318-a-lease-is-renewed-at-half.md).
 */
function renewedAtSec({ settings }: Actuator): number {
  return Math.min(LEASE_SEC, settings.maxRunSec) / 2;
}

/** Time until the lease of what stays on has to be renewed, ms; Infinity where there is none, or it is being renewed. */
export function untilRenewalMs(
  { channel, levelPct }: TargetState,
  { command, memory }: Step,
  context: Context,
): number {
  const actuator = context.actuator(channel);
  const endsAt = command?.do === 'on' ? memory.pending?.endsAt : memory.endsAt;
  const isLease = actuator && levelPct && actuatorRows[actuator.type].holding === 'leased';
  if (!isLease || endsAt == null) return Infinity;
  const ms = endsAt - context.clock.steady - renewedAtSec(actuator) * SECOND_MS;
  return ms > 0 ? ms : Infinity;
}

function turnOn(target: TargetState, actuator: Actuator, memory: ActuatorMemory, context: Context): Step {
  const { channel, settings, type } = actuator;
  const { clock } = context;
  const state = context.state(channel);
  if (state === null) return still(memory, { outcome: 'blocked', reason: 'STATE_UNKNOWN', figures: [] });
  const isOn = state.levelPct > 0;
  const isPlanned = actuatorRows[type].holding === 'planned';
  const roomSec = leftOfDaySec(actuator, context);
  // The time limit of a watering run covers the whole run, also when its end is moved; a lease starts again with each
  // renewal.
  const longestSec =
    isPlanned && isOn
      ? settings.maxRunSec - (clock.steady - (memory.startedAt ?? memory.since ?? clock.steady)) / SECOND_MS
      : settings.maxRunSec;
  const wantedSec = target.until === null ? LEASE_SEC : (target.until - clock.steady) / SECOND_MS;
  const mostSec = isPlanned ? longestSec : Math.min(longestSec, LEASE_SEC);
  const sec = Math.floor(Math.min(wantedSec, mostSec, roomSec));
  const order = { do: 'on', levelPct: 100, maxRunSec: sec } as const;
  if (isOn) {
    const leftSec = memory.endsAt === null ? 0 : (memory.endsAt - clock.steady) / SECOND_MS;
    const leastSec = target.least === null ? 0 : (target.least - clock.steady) / SECOND_MS;
    const isDue = isPlanned ? leftSec < leastSec : leftSec <= renewedAtSec(actuator);
    const isLonger = sec > leftSec && sec > 0;
    const isTooLong = leftSec > Math.min(mostSec, roomSec) + LATE_SEC;
    if (isTooLong && sec < 1) return cutOff(target, actuator, memory, context, roomSec < 1);
    return (isTooLong || (isDue && isLonger)) && !isOnItsWay(memory, 'on', 100, context)
      ? send(target, memory, context, order, true)
      : still(memory);
  }
  const awaited = awaitStart(target, memory, context);
  if (awaited) return awaited;
  if (!clock.mayStart && target.layer !== 'frost') return waits(memory, 'CLOCK');
  if (target.layer !== 'frost') {
    const restedAt = (memory.since ?? Number.NEGATIVE_INFINITY) + settings.minOffSec * SECOND_MS;
    if (clock.steady < restedAt) return waits(memory, 'MIN_OFF', [untilFigure(context, restedAt)]);
    const often = startsFigures(memory, settings, context);
    if (often) return waits(memory, 'STARTS_PER_HOUR', often);
  }
  if (sec < Math.max(1, target.layer === 'frost' ? 1 : settings.minOnSec)) {
    // The remaining time is too short for a start. It is logged only when the daily maximum is the cause.
    if (sec < Math.floor(roomSec)) return still(memory);
    return still(memory, { outcome: 'blocked', ...dayUsed(actuator, context) });
  }
  // What is asked for again goes on with the run that may have begun meanwhile.
  const isAskedAgain = target.layer === 'frost' && memory.pending?.do === 'on';
  return send(isAskedAgain ? { ...target, run: memory.run } : target, memory, context, order);
}

/** Turns off what has run for longer than it may since a maximum was lowered. */
function cutOff(
  target: TargetState,
  actuator: Actuator,
  memory: ActuatorMemory,
  context: Context,
  isOfDay: boolean,
): Step {
  const step = turnOff({ ...target, isUrgent: true, cause: 'interlock' }, actuator, memory, context);
  const why = isOfDay ? dayUsed(actuator, context) : ({ reason: 'LONGEST_RUN', figures: [] } as const);
  return step.command ? { ...step, held: { outcome: 'stopped', ...why } } : step;
}

/** That the daily maximum is reached, or that too little of it is left for what is to run. */
export function dayUsed(actuator: Actuator, context: Context): Pick<Held, 'reason' | 'figures'> {
  const { channel, settings } = actuator;
  const ranSec = usedOn(context.memory(channel).ranSec, context.date);
  return {
    reason: leftOfDaySec(actuator, context) < 1 ? 'DAILY_MAX' : 'DAY_TOO_SHORT',
    figures: [figure('minutes', ranSec / 60, (settings.maxDailySec ?? 0) / 60)],
  };
}

function turnOff(target: TargetState, actuator: Actuator, memory: ActuatorMemory, context: Context): Step {
  const { channel, settings } = actuator;
  const { clock } = context;
  const state = context.state(channel);
  // Every run ends by itself, so an actuator past its end needs no command even while its state is unknown.
  const hasEnded = memory.endsAt !== null && clock.steady >= memory.endsAt;
  const isOn = state ? state.levelPct > 0 : (memory.levelPct ?? 0) > 0 && !hasEnded;
  const mayCome = memory.pending?.do === 'on';
  if (!isOn && !mayCome) return still(memory);
  if (isOnItsWay(memory, 'off', 0, context)) return still(memory);
  const heldUntil = (memory.since ?? Number.NEGATIVE_INFINITY) + settings.minOnSec * SECOND_MS;
  if (isOn && !target.isUrgent && clock.steady < heldUntil) {
    return waits(memory, 'MIN_ON', [untilFigure(context, heldUntil)]);
  }
  return send(target, memory, context, { do: 'off', levelPct: 0, maxRunSec: 0 });
}

/** A smaller difference may be none: motors are timed, and their controllers round, %. */
const SMALLEST_MOVE_PCT = 2;
/** An end stop, and what is urgent, is reached to this, %: a gap of a fifth in a gale is not a closed vent. */
const EXACT_PCT = 3;

/** Smaller differences than this are left alone, %. */
function ignoredPct({ levelPct, isUrgent }: TargetState, { deadbandPct }: Actuator['settings']): number {
  const isExact = isUrgent || levelPct === 0 || levelPct === 100;
  return Math.max(SMALLEST_MOVE_PCT, isExact ? Math.min(EXACT_PCT, deadbandPct) : deadbandPct);
}

function moveTo(target: TargetState, actuator: Actuator, memory: ActuatorMemory, context: Context): Step {
  const { channel, settings } = actuator;
  const { clock } = context;
  const state = context.state(channel);
  if (target.levelPct === null) {
    if (state && !state.isMoving && memory.pending === null) return still(memory);
    if (isOnItsWay(memory, 'stop', 0, context) || (state && !state.isMoving && memory.pending?.do === 'stop')) {
      return still(memory);
    }
    return send(target, memory, context, { do: 'stop', levelPct: 0, maxRunSec: 0 });
  }
  if (state === null) return still(memory, { outcome: 'blocked', reason: 'STATE_UNKNOWN', figures: [] });
  if (target.least !== null)
    return moveWhileHeld(target.levelPct, target.least, { target, state, settings, memory, context });
  const away = target.levelPct - state.levelPct;
  if (Math.abs(away) < ignoredPct(target, settings) && !state.isMoving) return still(memory);
  if (isOnItsWay(memory, 'position', target.levelPct, context)) return still(memory);
  if (state.isMoving && memory.pending?.do === 'position' && memory.pending.levelPct === target.levelPct)
    return still(memory);
  // What closes for wind or rain starts nothing.
  const isClosedByInterlock = target.layer === 'interlock' && away < 0;
  if (!clock.mayStart && target.layer !== 'frost' && !isClosedByInterlock) return waits(memory, 'CLOCK');
  const heldUntil = (memory.movedAt ?? Number.NEGATIVE_INFINITY) + settings.holdSec * SECOND_MS;
  if (!target.isUrgent && clock.steady < heldUntil) return waits(memory, 'HOLD', [untilFigure(context, heldUntil)]);
  const travelSec = (away > 0 ? settings.travelOpenSec : settings.travelCloseSec) ?? 0;
  const maxRunSec = Math.ceil((Math.abs(away) / 100) * travelSec * OVERRUN.factor + OVERRUN.plusSec);
  const order = {
    do: 'position',
    levelPct: target.levelPct,
    maxRunSec: Math.min(maxRunSec, settings.maxRunSec),
  } as const;
  return send(target, memory, context, order);
}

type Motor = Pick<Actuator, 'settings'> & {
  target: TargetState;
  state: Reported;
  memory: ActuatorMemory;
  context: Context;
};

/** A motor turns while its key is held; each renewal moves the end, however short the remaining travel. */
function moveWhileHeld(levelPct: number, until: number, { target, state, settings, memory, context }: Motor): Step {
  const { clock } = context;
  const { pending } = memory;
  const maxRunSec = Math.min(Math.floor((until - clock.steady) / SECOND_MS), settings.maxRunSec);
  // What was asked for earlier and never answered is over: the key is pressed anew.
  const isSame = pending?.do === 'position' && pending.levelPct === levelPct && pending.endsAt > clock.steady;
  const isAsked = isSame && pending.endsAt > until - 2 * SECOND_MS;
  const isThere = state.levelPct === levelPct && !state.isMoving;
  if (isThere || isAsked || maxRunSec < 1) return still(memory);
  if (!clock.mayStart) return waits(memory, 'CLOCK');
  // A key that takes over a move of another cause is not a renewal: the log names the new cause.
  return send(target, memory, context, { do: 'position', levelPct, maxRunSec }, isSame && pending.why === target.cause);
}
