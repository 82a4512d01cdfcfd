import { actuatorRows } from '#contract/control/actuator.ts';
import { type Ack, type ActuatorState, type CommandState, EXPIRY_MS } from '#contract/control/controller/command.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import {
  advanceCommand,
  type CommandEffect,
  type CommandEvent,
  goingOn,
  isOver,
  type LifeLimits,
  provedWithinMs,
} from '../command-life.ts';
import type { Result, Series } from '../decide/world.ts';
import type { Command } from './command-store.ts';
import type { EquipmentActuator } from './equipment.ts';
import { proofOf } from './proof.ts';

/** The open commands of a farm, updated by messages and time. */
type UnderWay = {
  get(id: string): Command | undefined;
  add(command: Command): void;
  advance(id: string, event: CommandEvent): void;
  /** `state` is what its actuator had reported before. */
  ack(ack: Ack, at: number, state: ActuatorState | undefined): void;
  /** Applies the reported state, the sensors and the time to the commands of an actuator. */
  follow(actuator: EquipmentActuator, given: Given): void;
  /** Ends, in their time, commands of actuators that are gone: `channels` are those that are there. */
  leave(channels: ReadonlySet<number>, at: number): void;
  /** The wall clock was set: commands stay as old as they are, and what has begun goes on for as long as it would have. */
  shift(ms: number): void;
  /** Effects to carry out since the last `take`: a look that fails owes them to the next one. */
  due(): readonly Due[];
  /** Whether a recent command is not confirmed yet. */
  isWaiting(at: number): boolean;
  /** Results of commands since the last `take`. */
  results(): readonly Result[];
  /** Commands that have changed since the last `take`. */
  changed(): readonly Command[];
  /** Confirms that results, changes and effects were stored; removes ended commands. */
  take(stored: { results: readonly Result[]; changed: readonly Command[]; due: readonly Due[] }): void;
};

/** What has to be done about a command. */
export type Due = { command: Command; effect: CommandEffect };

/** The last state of an actuator that this process has heard. */
type Heard = (channel: number) => { state: ActuatorState; receivedAt: number } | undefined;

type Given = {
  at: number;
  state: ActuatorState | undefined;
  sensors: readonly Omit<Series, 'silentMs'>[];
  /** Whether the controller is connected; otherwise missing states mean nothing. */
  isReachable: boolean;
};

const waiting: readonly CommandState[] = ['asked', 'sent', 'accepted'];
const failures = ['refused', 'expired', 'unproved'] as const;

export function commandsUnderWay(open: readonly Command[], heard: Heard): UnderWay {
  const { commands, changed, results, change, advance, supersede } = createLives(open);
  /** The state of its actuator before a command was said to begin: that one does not say that it has ended. */
  const statesBefore = new Map(open.flatMap((one) => stateBefore(one, heard)));
  let due: Due[] = [];

  return {
    get: (id) => commands.get(id),
    add: (command) => void commands.set(command.planned.id, command),
    advance: (id, event) => void advance(id, event),
    ack(ack, at, state) {
      const before = commands.get(ack.id);
      advance(ack.id, { kind: 'ack', at, ack });
      const command = commands.get(ack.id);
      if (state && command && command !== before && beginOf(command) !== null) statesBefore.set(ack.id, state);
      if (command && command.planned.do !== 'off' && ack.status === 'accepted') supersede(ack.id, at);
    },
    follow(actuator, { at, state, sensors, isReachable }) {
      const limits = limitsOf(actuator, sensors);
      for (const command of [...commands.values()]) {
        const { id } = command.planned;
        if (command.planned.channel !== actuator.channel) continue;
        if (state && isReachable && state !== statesBefore.get(id))
          advance(id, { ...state, kind: 'state', at }, limits);
        const life = commands.get(id)?.life;
        const seen = life?.proof === 'open' ? proofOf(life, actuator, sensors, at, limits.proofMs) : undefined;
        const effects = [
          ...(seen ? advance(id, { kind: 'proof', at, ...seen }, limits) : []),
          ...advance(id, { kind: 'tick', at, isReachable }, limits),
        ];
        due = [...due, ...effects.map((effect) => ({ command, effect }))];
      }
    },
    leave(channels, at) {
      for (const { planned } of [...commands.values()]) {
        if (!channels.has(planned.channel)) advance(planned.id, { kind: 'tick', at, isReachable: false });
      }
    },
    shift(ms) {
      for (const command of commands.values()) change(shifted(command, ms));
    },
    due: () => due,
    isWaiting: (at) =>
      [...commands.values()].some(({ life }) => waiting.includes(life.state) && at - life.askedAt < EXPIRY_MS.stop),
    results: () => [...results],
    changed: () => [...changed].flatMap((id) => commands.get(id) ?? []),
    take(stored) {
      for (const one of stored.results) results.delete(one);
      due = due.filter((one) => !stored.due.includes(one));
      for (const { planned, life } of stored.changed) {
        if (commands.get(planned.id)?.life !== life) continue;
        changed.delete(planned.id);
        if (!isOver(life)) continue;
        commands.delete(planned.id);
        statesBefore.delete(planned.id);
      }
    },
  };
}

/** Commands by id, and which of them have changed, with what a decision has to know of it. */
function createLives(open: readonly Command[]) {
  const commands = new Map(open.map((one) => [one.planned.id, one]));
  const changed = new Set<string>();
  const results = new Set<Result>();
  /** By channel, the last run on leases whose proof failed: it goes on, and is not judged again at each renewal. */
  const missed = new Map<number, string>();
  const change = (command: Command) => {
    commands.set(command.planned.id, command);
    changed.add(command.planned.id);
  };
  const advance = (id: string, event: CommandEvent, limits: LifeLimits = { travelMs: 0, proofMs: null }) => {
    const command = commands.get(id);
    if (!command) return [];
    const { life, effects } = advanceCommand(command.life, event, limits);
    if (life === command.life) return effects;
    change({ ...command, life });
    const isLeased = actuatorRows[life.type].holding === 'leased';
    if (life.proof === 'missed' && isLeased) missed.set(command.planned.channel, command.planned.run);
    for (const result of resultOf(command, life)) results.add(result);
    return effects;
  };
  /** Ends what an accepted command replaces, and gives it the proof of the run that goes on. */
  const supersede = (id: string, at: number) => {
    for (const older of [...commands.values()]) {
      const newer = commands.get(id);
      if (!newer || !isReplaced(older, newer)) continue;
      change({ ...newer, life: goingOn(newer.life, older.life) });
      advance(older.planned.id, { kind: 'replaced', at });
    }
    const newer = commands.get(id);
    const isMissed = newer?.life.proof === 'open' && missed.get(newer.planned.channel) === newer.planned.run;
    if (isMissed && newer.planned.do === 'on') change({ ...newer, life: { ...newer.life, proof: 'missed' } });
  };
  return { commands, changed, results, change, advance, supersede };
}

/** An earlier holder of the lease has taken the answer; this one may have heard no state since. */
function stateBefore(command: Command, heard: Heard): [string, ActuatorState][] {
  const { id, channel } = command.planned;
  const [last, begunAt] = [heard(channel), beginOf(command)];
  return last && begunAt !== null && last.receivedAt <= begunAt ? [[id, last.state]] : [];
}

function shifted({ life, ...command }: Command, ms: number): Command {
  const later = (at: number | null) => (at === null ? null : at + ms);
  const { askedAt, expiresAt, acceptedAt, runningAt, runSince, endedAt } = life;
  const asked = { askedAt: askedAt + ms, expiresAt: expiresAt + ms };
  const seen = { acceptedAt: later(acceptedAt), runningAt: later(runningAt) };
  return { ...command, life: { ...life, ...asked, ...seen, runSince: later(runSince), endedAt: later(endedAt) } };
}

/** When a command was said to begin, epoch ms: a motor is near its target, or turns, from when it has accepted it. */
function beginOf({ planned, life }: Command): number | null {
  return life.runningAt ?? (planned.do === 'position' ? life.acceptedAt : null);
}

/** Whether a newer start or stop replaces a start: a renewed lease, a redirected motor. A switch must be seen off. */
function isReplaced({ planned, life }: Command, newer: Command): boolean {
  if (planned.channel !== newer.planned.channel || planned.id === newer.planned.id) return false;
  if (life.state !== 'running' || life.askedAt > newer.life.askedAt) return false;
  return newer.planned.do !== 'stop' || planned.do === 'position';
}

/** What a decision has to know of a change: a failure, or a proof. */
function resultOf({ planned: { id, run, channel }, life: before }: Command, life: Command['life']): Result[] {
  const of = { id, run, channel };
  const failure = life.state === before.state ? undefined : failures.find((one) => one === life.state);
  if (failure) return [{ ...of, status: failure, code: life.trail.at(-1)?.reason ?? '' }];
  return life.proof === 'proved' && before.proof !== 'proved' ? [{ ...of, status: 'proved', code: '' }] : [];
}

function limitsOf({ settings, type }: EquipmentActuator, sensors: Given['sensors']): LifeLimits {
  const meter = sensors.find((one) => one.channel === settings.flowChannel);
  const travelMs = Math.max(settings.travelOpenSec ?? 0, settings.travelCloseSec ?? 0) * SECOND_MS;
  return { travelMs, proofMs: provedWithinMs(type, settings, meter?.intervalMs ?? null) };
}
