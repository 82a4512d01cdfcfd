import { type ActuatorSettings, actuatorRows } from '#contract/control/actuator.ts';
import { type Ack, type CommandState, EXPIRY_MS } from '#contract/control/controller/command.ts';
import type { ActuatorTypeName } from '#contract/series/sensor-types.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';

/** One state of the history that the grower sees; `at` is epoch ms. */
type TrailStep = { state: CommandState; at: number; reason: string | null };

/**
 * The life cycle of a command: asked → sent → accepted → running → done, or refused, expired, unproved. A pure state
 * machine. Events may come in any order; a late or repeated one does not change a command that is over. One that is
 * done may still become unproved, because a short dose ends before its proof is due.
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
  /** For a renewal: when the first command of its run was seen running, epoch ms; null for a start. */
  runSince: number | null;
  /** When it was done, epoch ms. */
  endedAt: number | null;
  proof: ProofState;
};

/**
 * open: no proof yet. proved: by a sensor or its own position. missed: its sensor shows nothing of it. untold: its
 * sensor told too little. none: no sensor measures it.
 */
export const proofStates = ['open', 'proved', 'missed', 'untold', 'none'] as const;
type ProofState = (typeof proofStates)[number];

export type CommandEvent =
  /** The broker acknowledged the message. */
  | { kind: 'delivered'; at: number }
  | { kind: 'ack'; at: number; ack: Pick<Ack, 'status' | 'code' | 'duplicate'> }
  /** A state message of the actuator. */
  | { kind: 'state'; at: number; levelPct: number; isMoving: boolean; id: string | null }
  | ({ kind: 'proof'; at: number } & Evidence)
  /** A newer command goes on with what it began. */
  | { kind: 'replaced'; at: number }
  /** `isReachable` is false while its controller is silent; missing states then mean nothing. */
  | { kind: 'tick'; at: number; isReachable?: boolean };

/** The evidence of a sensor; `isKnown` is false when none measures it, or when that told too little. */
export type Evidence = { isKnown: boolean; isSo: boolean; hasSensor: boolean };

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

/** Whether nothing more can become of it. The equipment may be at rest before: its proof is open until it is due. */
export function isOver({ state, proof }: Pick<CommandLife, 'state' | 'proof'>): boolean {
  return over.includes(state) && !(state === 'done' && proof === 'open');
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
    runSince: null,
    endedAt: null,
    proof: 'open',
  };
}

/**
 * A newer command that goes on with what an older one began. The renewal of a run is proved by the start of the run,
 * since a lease is shorter than what a heater needs to warm the air. A motor proves each of its targets.
 */
export function goingOn(newer: CommandLife, older: CommandLife): CommandLife {
  if (newer.do !== 'on' || older.do !== 'on') return newer;
  return { ...newer, proof: older.proof, runSince: provedSince(older) };
}

/** When the run of a command was first seen, from which its proof counts, epoch ms; null before it is seen running. */
export function provedSince({ runSince, runningAt }: Pick<CommandLife, 'runSince' | 'runningAt'>): number | null {
  return runningAt === null ? null : (runSince ?? runningAt);
}

/** Time limit for the proof after the start of the run was seen, ms; null when nothing can prove it. */
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
    case 'replaced':
      return quietly(replaced(life, event.at));
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

/** What has begun goes on under a newer command, which has its proof. */
function replaced(life: CommandLife, at: number): CommandLife {
  if (life.state !== 'running') return life;
  const proof = life.proof === 'open' ? 'untold' : life.proof;
  return { ...moved(life, 'done', at, proof === 'proved' ? null : 'REPLACED'), endedAt: at, proof };
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
  // A state before the acceptance belongs to an earlier command, one after the end to a later one.
  if (life.acceptedAt === null || life.state === 'done') return life;
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

/** Why it is said to be done without a proof; null when nothing has to be said, or not yet. */
const unprovedBecause: { readonly [State in ProofState]: string | null } = {
  open: null,
  proved: null,
  missed: 'UNPROVED',
  untold: 'UNTOLD',
  none: 'UNCHECKED',
};

/**
 * Ends as done. The proof of a dose stays open until it is due. A heater has to run until then, and the air has warmed
 * where it may end earlier; an end is proved by being seen.
 */
function finished(life: CommandLife, at: number): CommandLife {
  if (life.state === 'done') return life;
  const { proof: by, holding } = actuatorRows[life.type];
  const isEnd = life.do === 'off' || life.do === 'stop';
  const stays = life.do === 'on' && life.runningAt !== null && by !== null && holding === 'planned';
  if (life.proof !== 'open' || stays) return { ...moved(life, 'done', at, unprovedBecause[life.proof]), endedAt: at };
  return { ...moved(life, 'done', at, isEnd ? null : 'TOO_SHORT'), endedAt: at, proof: isEnd ? 'none' : 'untold' };
}

function proved(life: CommandLife, { at, isKnown, isSo, hasSensor }: Extract<CommandEvent, { kind: 'proof' }>) {
  if ((life.state !== 'running' && life.state !== 'done') || life.proof !== 'open') return quietly(life);
  if (isKnown && !isSo) return failed({ ...life, proof: 'missed' }, at, 'UNPROVED');
  if (isKnown) return quietly({ ...life, proof: 'proved' as const });
  return quietly(unproved(life, hasSensor ? 'untold' : 'none'));
}

/** Nothing will prove it any more; one that was done says now why. */
function unproved(life: CommandLife, proof: 'untold' | 'none'): CommandLife {
  const last = life.trail.at(-1);
  if (life.state !== 'done' || !last) return { ...life, proof };
  return { ...life, proof, trail: [...life.trail.slice(0, -1), { ...last, reason: unprovedBecause[proof] }] };
}

/**
 * Equipment without proof is stopped when it could flood or run dry; a heater continues, with an alarm. What is done has
 * ended, and what runs there now is of a later command. A stop that does not help is no reason for another: a person has
 * to come.
 */
function failed(life: CommandLife, at: number, reason: string) {
  const { type } = life;
  const mayFlood = type === 'WATER' || type === 'MWATER' || type === 'PUMP' || type === 'CO2_SUPPLY';
  const stops = mayFlood && life.do !== 'stop' && life.state !== 'done';
  return { life: moved(life, 'unproved', at, reason), effects: stops ? (['stop'] as const) : [] };
}

function ticked(
  life: CommandLife,
  { at, isReachable = true }: Extract<CommandEvent, { kind: 'tick' }>,
  { travelMs, proofMs }: LifeLimits,
) {
  if (life.state === 'asked' || life.state === 'sent') return unanswered(life, at);
  // Without a limit nobody looks for its proof any more: its actuator is gone.
  if (life.state === 'done') return quietly(proofMs === null ? unproved(life, 'untold') : life);
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
  const since = provedSince(life) ?? at;
  const isUnproved = proofMs !== null && life.proof === 'open' && at - since > proofMs;
  return isUnproved ? failed({ ...life, proof: 'missed' }, at, 'UNPROVED') : quietly(life);
}

/** Repeats a command until the broker has it, and a stop until a controller answers; ends it once it has expired. */
function unanswered(life: CommandLife, at: number) {
  if (at >= life.expiresAt) return quietly(moved(life, 'expired', at, 'EXPIRED'));
  const isStop = life.do === 'stop';
  const waitMs = RESEND_MS[life.tries - 1] ?? (isStop ? (life.tries - 2) * STOP_AGAIN_MS : Number.POSITIVE_INFINITY);
  const isDue = (life.state === 'asked' || isStop) && at - life.askedAt >= waitMs;
  return isDue ? { life: { ...life, tries: life.tries + 1 }, effects: ['send'] as const } : quietly(life);
}
