import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import { type Ack, type CommandState, EXPIRY_MS } from '#contract/control/controller/command.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';

/** One state of the history that the grower sees; `at` is epoch ms. */
type TrailStep = { state: CommandState; at: number; reason: string | null };

/**
 * The life cycle of a command: asked → sent → accepted → running → done, or refused, expired, unproved. A pure state
 * machine. Events may come in any order; a late or repeated one does not change a command that has ended.
 */
export type CommandLife = {
  id: string;
  type: ActuatorTypeName;
  do: 'on' | 'position' | 'off' | 'stop';
  levelPct: number;
  askedAt: number;
  expiresAt: number;
  maxRunSec: number;
  state: CommandState;
  trail: readonly TrailStep[];
  /** Number of deliveries so far. */
  tries: number;
  /** When it was accepted and when it was first seen running, epoch ms. */
  acceptedAt: number | null;
  runningAt: number | null;
  /** open: no proof yet. proved: by a sensor or its own position. none: nothing can prove it. */
  proof: 'open' | 'proved' | 'none';
};

export type CommandEvent =
  /** The broker acknowledged the message. */
  | { kind: 'delivered'; at: number }
  | { kind: 'ack'; at: number; ack: Pick<Ack, 'status' | 'code' | 'duplicate'> }
  /** A state message of the actuator. */
  | { kind: 'state'; at: number; levelPct: number; isMoving: boolean; id: string | null }
  /** The evidence of a sensor; `isKnown` is false when no sensor can prove it, or the sensor is silent. */
  | { kind: 'proof'; at: number; isKnown: boolean; isSo: boolean }
  /** `isReachable` is false while its controller is silent; missing states then mean nothing. */
  | { kind: 'tick'; at: number; isReachable?: boolean };

/** What the caller has to do: send the command (again), or stop what it may have started. */
export type CommandEffect = 'send' | 'stop';

/** Delays after which it is sent again, with the same id, when the broker has not acknowledged it, ms. */
const RESEND_MS = [5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS] as const;
/** Interval at which a stop is repeated until a controller answers, ms; repeats of a stop do no harm. */
const STOP_AGAIN_MS = 20 * SECOND_MS;
/** Longest time from accepted to running, ms, in addition to the travel time of a motor. */
const RUNNING_WITHIN_MS = 10 * SECOND_MS;
/** Longest time from its planned end to seen at rest, ms. */
const DONE_WITHIN_MS = 15 * SECOND_MS;

/** Reason of an unproved command whose controller became silent; it does not count towards a trip. */
export const LINK_LOST = 'LINK_LOST';

const over: readonly CommandState[] = ['done', 'refused', 'expired', 'unproved'];

export function isOver({ state }: Pick<CommandLife, 'state'>): boolean {
  return over.includes(state);
}

/** A new command, to be sent at once. */
export function askedCommand(
  asked: Pick<CommandLife, 'id' | 'type' | 'do' | 'levelPct' | 'maxRunSec'>,
  at: number,
): CommandLife {
  return {
    ...asked,
    askedAt: at,
    expiresAt: at + (asked.do === 'stop' ? EXPIRY_MS.stop : EXPIRY_MS.command),
    state: 'asked',
    trail: [{ state: 'asked', at, reason: null }],
    tries: 1,
    acceptedAt: null,
    runningAt: null,
    proof: 'open',
  };
}

/** Time limit for the proof after the start was seen, ms; null when nothing can prove it. */
export function provedWithinMs(
  type: ActuatorTypeName,
  settings: Pick<ActuatorSettings, 'travelOpenSec' | 'travelCloseSec'>,
  meterIntervalMs: number | null,
): number | null {
  const travelSec = Math.max(settings.travelOpenSec ?? 0, settings.travelCloseSec ?? 0);
  switch (actuatorRows[type].proof) {
    case 'flow':
      // The second reading after the start, so that a slow meter does not blame the valve.
      return meterIntervalMs === null ? null : Math.max(MINUTE_MS, 2 * meterIntervalMs);
    case 'position':
      return travelSec * 1.3 * SECOND_MS;
    case 'co2':
    case 'warmth':
      return 10 * MINUTE_MS;
    case null:
      return null;
  }
}

export type LifeLimits = { travelMs: number; proofMs: number | null };

/** The command after an event, and the effects for the caller. */
export function advanceCommand(
  life: CommandLife,
  event: CommandEvent,
  limits: LifeLimits,
): { life: CommandLife; effects: readonly CommandEffect[] } {
  if (isOver(life)) return { life, effects: [] };
  switch (event.kind) {
    case 'delivered':
      return quietly(life.state === 'asked' ? moved(life, 'sent', event.at) : life);
    case 'ack':
      return quietly(acknowledged(life, event));
    case 'state':
      return quietly(observed(life, event));
    case 'proof':
      return proved(life, event);
    case 'tick':
      return ticked(life, event, limits);
  }
}

function quietly(life: CommandLife) {
  return { life, effects: [] };
}

function moved(life: CommandLife, state: CommandState, at: number, reason: string | null = null): CommandLife {
  return { ...life, state, trail: [...life.trail, { state, at, reason }] };
}

function acknowledged(life: CommandLife, { at, ack }: Extract<CommandEvent, { kind: 'ack' }>): CommandLife {
  switch (ack.status) {
    case 'refused':
      return life.state === 'asked' || life.state === 'sent' ? moved(life, 'refused', at, ack.code) : life;
    case 'accepted':
      return life.acceptedAt === null ? { ...moved(life, 'accepted', at), acceptedAt: at } : life;
    case 'running':
      return started(life, at);
    case 'done':
      return finished(life, at);
    case 'failed':
      return moved(life, 'unproved', at, ack.code);
  }
}

/**
 * A command that ends something is done once it is accepted and at rest: a motor that stands, anything else that is
 * off. Only starts have a running state.
 */
function observed(
  life: CommandLife,
  { at, levelPct, isMoving, id }: Extract<CommandEvent, { kind: 'state' }>,
): CommandLife {
  // A state before the acceptance belongs to an earlier command.
  if (life.acceptedAt === null) return life;
  const isOff = levelPct === 0 && !isMoving;
  if (life.do === 'off') return isOff ? finished(life, at) : life;
  if (life.do === 'stop') {
    const isStopped = actuatorRows[life.type].kind === 'position' ? !isMoving : isOff;
    return isStopped ? finished(life, at) : life;
  }
  if (life.do === 'position') {
    const isThere = !isMoving && Math.abs(levelPct - life.levelPct) <= 5;
    // A position proves itself.
    if (isThere) return finished({ ...started(life, at), proof: 'proved' }, at);
    return isMoving ? started(life, at) : life;
  }
  if (levelPct > 0) return id === null || id === life.id ? started(life, at) : life;
  return life.runningAt === null ? life : finished(life, at);
}

function started(life: CommandLife, at: number): CommandLife {
  if (life.runningAt !== null) return life;
  const accepted = life.acceptedAt === null ? { ...moved(life, 'accepted', at), acceptedAt: at } : life;
  return { ...moved(accepted, 'running', at), runningAt: at };
}

/** Ends as done; the reason is UNCHECKED without a proof, as for a run that ended before its proof was due. */
function finished(life: CommandLife, at: number): CommandLife {
  return moved(life, 'done', at, life.proof === 'proved' ? null : 'UNCHECKED');
}

function proved(life: CommandLife, { at, isKnown, isSo }: Extract<CommandEvent, { kind: 'proof' }>) {
  if (life.state !== 'running' || life.proof === 'proved') return quietly(life);
  if (!isKnown) return quietly({ ...life, proof: 'none' as const });
  if (isSo) return quietly({ ...life, proof: 'proved' as const });
  return failed(life, at, 'UNPROVED');
}

/**
 * Equipment without proof is stopped when it could flood or run dry; a heater continues, with an alarm. A stop that does
 * not help is no reason for another: a person has to come.
 */
function failed(life: CommandLife, at: number, reason: string) {
  const { type } = life;
  const mayFlood = type === 'WATER' || type === 'MWATER' || type === 'PUMP' || type === 'CO2_SUPPLY';
  const stops = mayFlood && life.do !== 'stop';
  return { life: moved(life, 'unproved', at, reason), effects: stops ? (['stop'] as const) : [] };
}

function ticked(
  life: CommandLife,
  { at, isReachable = true }: Extract<CommandEvent, { kind: 'tick' }>,
  { travelMs, proofMs }: LifeLimits,
) {
  if (life.state === 'asked' || life.state === 'sent') return unanswered(life, at);
  if (!isReachable) {
    // The controller ends the run by itself. Not seeing this is a bad connection, not a broken valve.
    const endMs = (life.runningAt ?? life.acceptedAt ?? at) + life.maxRunSec * SECOND_MS + DONE_WITHIN_MS;
    return quietly(at > endMs ? moved(life, 'unproved', at, LINK_LOST) : life);
  }
  if (life.state === 'accepted' && life.acceptedAt !== null && at - life.acceptedAt > RUNNING_WITHIN_MS + travelMs) {
    return failed(life, at, 'NOT_RUNNING');
  }
  if (life.state !== 'running' || life.runningAt === null) return quietly(life);
  const endMs = life.runningAt + life.maxRunSec * SECOND_MS + DONE_WITHIN_MS;
  if (at > endMs) return { life: moved(life, 'unproved', at, 'NOT_ENDED'), effects: ['stop'] as const };
  const isUnproved = proofMs !== null && life.proof === 'open' && at - life.runningAt > proofMs;
  return isUnproved ? failed(life, at, 'UNPROVED') : quietly(life);
}

/** Repeats a command until the broker has it, and a stop until a controller answers; ends it once it has expired. */
function unanswered(life: CommandLife, at: number) {
  if (at >= life.expiresAt) return quietly(moved(life, 'expired', at, 'EXPIRED'));
  const isStop = life.do === 'stop';
  const waitMs = RESEND_MS[life.tries - 1] ?? (isStop ? (life.tries - 2) * STOP_AGAIN_MS : Number.POSITIVE_INFINITY);
  const isDue = (life.state === 'asked' || isStop) && at - life.askedAt >= waitMs;
  return isDue ? { life: { ...life, tries: life.tries + 1 }, effects: ['send'] as const } : quietly(life);
}
