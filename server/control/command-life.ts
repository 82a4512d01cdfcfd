import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import { type Ack, type CommandState, EXPIRY_MS } from '#contract/control/controller/command.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';

/** One step of the trail that the grower sees grow; `at` epoch ms. */
type TrailStep = { state: CommandState; at: number; reason: string | null };

/**
 * The life of a command: asked → sent → accepted → running → done, or refused, expired, unproved. A pure state machine:
 * events come in whatever order the network has them, a late or repeated one changes nothing that has already ended.
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
  /** Deliveries tried so far. */
  tries: number;
  /** When it was accepted and when it was seen to run, epoch ms. */
  acceptedAt: number | null;
  runningAt: number | null;
  /** How it was proved: by a sensor, or that there is nothing to prove it with. */
  proof: 'open' | 'proved' | 'none';
};

export type CommandEvent =
  /** The broker has it. */
  | { kind: 'delivered'; at: number }
  | { kind: 'ack'; at: number; ack: Pick<Ack, 'status' | 'code' | 'duplicate'> }
  /** The actuator's own state. */
  | { kind: 'state'; at: number; levelPct: number; isMoving: boolean; id: string | null }
  /** What a sensor says of it; `isTold` false: nothing can prove it, or what could is silent. */
  | { kind: 'proof'; at: number; isTold: boolean; isSo: boolean }
  /** `isReachable` false: its controller is silent, and what it does not say proves nothing. */
  | { kind: 'tick'; at: number; isReachable?: boolean };

/** What has to be done besides remembering: send it (again), stop what it may have started. */
export type CommandEffect = 'send' | 'stop';

/** Without a word of the broker it is sent again after so long, ms; always under the same id. */
const RESEND_MS = [5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS] as const;
/** A stop goes on being sent so often until a controller has answered, ms: it does no harm. */
const STOP_AGAIN_MS = 20 * SECOND_MS;
/** From accepted to seen running: so long, and a motor's travel besides, ms. */
const RUNNING_WITHIN_MS = 10 * SECOND_MS;
/** From its own end to seen at rest, ms. */
const DONE_WITHIN_MS = 15 * SECOND_MS;

/** Why a command whose controller fell silent is unproved: it counts against no valve. */
export const LINK_LOST = 'LINK_LOST';

const over: readonly CommandState[] = ['done', 'refused', 'expired', 'unproved'];

export function isOver({ state }: Pick<CommandLife, 'state'>): boolean {
  return over.includes(state);
}

/** A command as it is asked for; it is to be sent at once. */
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

/** By when a proof must have come, ms after the start is seen; null where nothing can prove it. */
export function provedWithinMs(
  type: ActuatorTypeName,
  settings: Pick<ActuatorSettings, 'travelOpenSec' | 'travelCloseSec'>,
  meterIntervalMs: number | null,
): number | null {
  const travelSec = Math.max(settings.travelOpenSec ?? 0, settings.travelCloseSec ?? 0);
  switch (actuatorRows[type].proof) {
    case 'flow':
      // The second reading after the start: a slow meter condemns no valve.
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

/** The command after an event, and what follows from it. */
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

/** An order that ends something is done as soon as it is accepted and at rest; only starts run. */
function observed(
  life: CommandLife,
  { at, levelPct, isMoving, id }: Extract<CommandEvent, { kind: 'state' }>,
): CommandLife {
  // Before it was accepted, a state tells of an earlier command.
  if (life.acceptedAt === null) return life;
  if (life.do === 'off') return levelPct === 0 && !isMoving ? finished(life, at) : life;
  if (life.do === 'stop') return isMoving ? life : finished(life, at);
  if (life.do === 'position') {
    const isThere = !isMoving && Math.abs(levelPct - life.levelPct) <= 5;
    // Its own position is what proves it.
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

/** Done: proved by a sensor, or said to be without a proof. A run that ended before its proof was due proves nothing. */
function finished(life: CommandLife, at: number): CommandLife {
  return moved(life, 'done', at, life.proof === 'proved' ? null : 'UNCHECKED');
}

function proved(life: CommandLife, { at, isTold, isSo }: Extract<CommandEvent, { kind: 'proof' }>) {
  if (life.state !== 'running' || life.proof === 'proved') return quietly(life);
  if (!isTold) return quietly({ ...life, proof: 'none' as const });
  if (isSo) return quietly({ ...life, proof: 'proved' as const });
  return failed(life, at, 'UNPROVED');
}

/** What cannot be seen to work is stopped where it could flood or run dry, and goes on with an alarm where it warms. */
function failed(life: CommandLife, at: number, reason: string) {
  const { type } = life;
  const stops = type === 'WATER' || type === 'MWATER' || type === 'PUMP' || type === 'CO2_SUPPLY';
  return { life: moved(life, 'unproved', at, reason), effects: stops ? (['stop'] as const) : [] };
}

function ticked(
  life: CommandLife,
  { at, isReachable = true }: Extract<CommandEvent, { kind: 'tick' }>,
  { travelMs, proofMs }: LifeLimits,
) {
  if (life.state === 'asked' || life.state === 'sent') return unanswered(life, at);
  if (!isReachable) {
    // The controller ends by itself what it was told; that it cannot be seen to is a bad connection and no broken valve.
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

/** Sent again until the broker has it, a stop until a controller answers; over when it has expired. */
function unanswered(life: CommandLife, at: number) {
  if (at >= life.expiresAt) return quietly(moved(life, 'expired', at, 'EXPIRED'));
  const isStop = life.do === 'stop';
  const waitMs = RESEND_MS[life.tries - 1] ?? (isStop ? (life.tries - 2) * STOP_AGAIN_MS : Number.POSITIVE_INFINITY);
  const isDue = (life.state === 'asked' || isStop) && at - life.askedAt >= waitMs;
  return isDue ? { life: { ...life, tries: life.tries + 1 }, effects: ['send'] as const } : quietly(life);
}
