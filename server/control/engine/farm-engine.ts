import { PEOPLE_INSIDE } from '#contract/control/control-text.ts';
import type { Ack, ActuatorState } from '#contract/control/controller/command.ts';
import type { Figure } from '#contract/control/decision.ts';
import { defaultHeatSettings } from '#contract/heat/heat.ts';
import type { LiveValues } from '#contract/monitor/live.ts';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import type { Trx } from '../../db/transaction.ts';
import type { RealSources } from '../../weather/places.ts';
import { asFarAsKnown } from '../built-in-interlocks.ts';
import { askedCommand } from '../command-life.ts';
import { clockIdOf } from '../decide/clock.ts';
import { decide } from '../decide/decide.ts';
import { namedId } from '../decide/named-id.ts';
import { groupReading } from '../decide/readings.ts';
import type { Decision, Explanation, Memory, Planned, Reported, World } from '../decide/world.ts';
import { createWatchedClock } from './clock-step.ts';
import { type Command, openCommands, saveCommands } from './command-store.ts';
import type { Controllers } from './controllers.ts';
import { createDispatch } from './dispatch.ts';
import { findEquipment } from './equipment.ts';
import { bringFrost } from './frost-watch.ts';
import { locksAt } from './held.ts';
import { createLimits } from './limits.ts';
import type { Stored } from './load-world.ts';
import { addDecisions, addTrips, findMemory, forgetCleared, holdsTerm, saveMemory } from './memory-store.ts';
import { createSilence } from './silence.ts';
import { createStoredWorld } from './stored-world.ts';
import { createSuspectChannels } from './suspect-channels.ts';
import { commandsUnderWay, type Due } from './under-way.ts';

type FarmDeps = {
  store: Store;
  controllers: Controllers;
  /** Which weather services are real and not simulated. */
  real: RealSources;
  bootId: string;
  now(): number;
  /** Monotonic clock, ms. */
  monotonic(): number;
  /** Identifies that clock where it outlives the process; undefined for one that starts with it. */
  clockId?: string | undefined;
  /** The term under which this process decides; each take-over raises it. */
  term: number;
  /** Marks the farm as due, because a command has changed. */
  touch(): void;
  /** Called for an acknowledgement from another channel than the command's. */
  onStrayAck(): void;
  isClockTrusted(): boolean;
  /** The last state of a channel that this process has heard. */
  reported(device: string, code: string): ReportedState | undefined;
};

/** The engine of one farm: handles answers of its controllers and decides. */
export type FarmEngine = {
  /** Decides; undefined without anything to decide. The result must be stored and sent before the next call. */
  decide(): Promise<PendingDecision | undefined>;
  /** Takes an answer of a controller; true when a person waits for it. */
  ack(device: string, code: string, ack: Ack): boolean;
  /** Whether new readings must be decided on before the minute is over. */
  isUrgent(values: LiveValues['values']): boolean;
  /** The interlock that limited an actuator in the last decision: the highest level (%) and its name. */
  interlock(channel: number): { most: number; by: string } | undefined;
  /** Whether wind was measured or forecast at the last decision; undefined before the first. */
  isWindKnown(): boolean | undefined;
  /** Whether the controller of a device has taken the limits and guards that it was sent last. */
  hasLimits(device: string): boolean;
};

/** A decision for a farm, which is stored before it is sent. */
export type PendingDecision = {
  write(trx: Trx): Promise<void>;
  /** Sends the commands; returns the time until the next decision, ms. */
  send(): number;
};

export type ReportedState = { state: ActuatorState; receivedAt: number };

/** Another process has taken over. */
export class TermLost extends Error {}

/** What a deleted farm leaves of itself to its controllers. */
const nothing: Pick<Stored, 'equipment' | 'heat' | 'held'> = {
  equipment: { actuators: [], sensors: [], own: [] },
  heat: defaultHeatSettings,
  held: { overrides: [], lockOuts: [], trips: [], stopAll: null },
};

/** A clock that is set by less is drift, ms. */
const CLOCK_SET_MS = 30 * SECOND_MS;

/** Interval of decisions while a command is not confirmed, since it may have to be sent again. */
const DECIDE_AFTER_MS = 5 * SECOND_MS;

export async function createFarmEngine(deps: FarmDeps, farmId: number): Promise<FarmEngine> {
  const { store, term, reported } = deps;
  const dispatch = createDispatch(deps, farmId);
  const underWay = await openUnderWay(deps, farmId, dispatch);
  const silence = createSilence(deps);
  const { tell: tellLimits, isInForce, isUpToDate } = createLimits(deps, farmId);
  const suspects = createSuspectChannels(deps, farmId);
  const storedWorld = createStoredWorld(deps, farmId);
  let verdicts: Decision['verdicts'] = new Map();
  let isWindKnown: boolean | undefined;
  let memory: Memory = await findMemory(store, farmId);
  let known: Pick<Stored, 'equipment' | 'heat'> | undefined;
  const { now, ...clock } = createWatchedClock(deps, underWay.shift, apartBefore(memory, deps));
  const send = ({ planned: { id } }: Command) => {
    const command = underWay.get(id);
    if (!command) return;
    dispatch.send(command, () => {
      underWay.advance(id, { kind: 'delivered', at: now() });
      deps.touch();
    });
  };
  const conclude = (stored: Stored, at: number): Conclusion => {
    const { equipment, heat } = stored;
    const setByMs = clock.setByMs();
    known = { equipment, heat };
    dispatch.wire(equipment.actuators);
    tellLimits(stored, at);
    followAll(underWay, stored, { at, reported, isInForce });
    const due = underWay.due();
    const results = underWay.results();
    const world = worldOf(stored, { at, deps, farmId, memory, reported, isInForce, silence, results });
    const decision = decide(world);
    const { fresh, rows } = ordersOf(decision, due, stored, { farmId, at, term, number: dispatch.number, setByMs });
    const changed = underWay.changed();
    const decided = { at, term, decision, rows, commands: [...changed, ...fresh], cleared: stored.cleared };
    return { decided, due, results, fresh, changed, isWindKnown: knowsWind(world), setByMs };
  };
  const pending = ({ decided, due, results, fresh, changed, ...found }: Conclusion): PendingDecision => ({
    write: (trx) => write(trx, farmId, decided),
    send() {
      const { wakeInMs } = decided.decision;
      clock.said(found.setByMs);
      ({ memory, verdicts } = decided.decision);
      isWindKnown = found.isWindKnown;
      underWay.take({ results, changed, due });
      for (const command of fresh) underWay.add(command);
      for (const { command, effect } of due) if (effect === 'send') send(command);
      for (const command of fresh) send(command);
      return underWay.isWaiting(decided.at) ? Math.min(wakeInMs, DECIDE_AFTER_MS) : wakeInMs;
    },
  });

  return {
    interlock: (channel) => verdicts.get(channel),
    isWindKnown: () => isWindKnown,
    hasLimits: isUpToDate,
    ack(device, code, ack) {
      const about = underWay.get(ack.id);
      if (about && !dispatch.isWiredTo(about.planned.channel, device, code)) {
        deps.onStrayAck();
        return false;
      }
      underWay.ack(ack, now(), reported(device, code)?.state);
      return about?.planned.why === 'manual' && underWay.get(ack.id)?.life !== about.life;
    },
    isUrgent: (values) => known !== undefined && bringFrost(values, known, memory),
    async decide() {
      const at = now();
      const stored = await storedWorld.at(at, await suspects.channels(at));
      if (stored) return pending(conclude(stored, at));
      tellLimits(nothing, at);
      return undefined;
    },
  };
}

/** Applies states, sensors and time to the commands of all actuators. */
function followAll(
  underWay: ReturnType<typeof commandsUnderWay>,
  { equipment: { actuators }, sensors }: Stored,
  { at, reported, isInForce }: Pick<Known, 'at' | 'reported' | 'isInForce'>,
): void {
  for (const one of actuators) {
    const state = reported(one.device, one.code)?.state;
    underWay.follow(one, { at, state, sensors, isReachable: isInForce(one.device) });
  }
  underWay.leave(new Set(actuators.map(({ channel }) => channel)), at);
}

/** How far the wall clock was ahead of this monotonic clock at the last decision; null when another clock counted then. */
function apartBefore(memory: Memory, deps: Pick<FarmDeps, 'bootId' | 'clockId'>): number | null {
  return memory.bootId === clockIdOf(deps) ? memory.apartMs : null;
}

/**
 * What has to be stored and sent. It waits for the rest of its group, so it holds no readings, which are most of what a
 * farm takes.
 */
type Conclusion = {
  decided: Decided;
  due: readonly Due[];
  results: World['results'];
  fresh: readonly Command[];
  changed: readonly Command[];
  isWindKnown: boolean;
  /** By how much the clock was set before it, ms; its log says so. */
  setByMs: number;
};

type Sending = { at: number; term: number; number(channel: number): number };

/**
 * The commands and log entries of a decision, with the stops of what cannot be seen to work or to end, and that the clock
 * was set.
 */
function ordersOf(
  decision: Decision,
  due: readonly Due[],
  stored: Stored,
  { farmId, setByMs, ...sending }: Sending & { farmId: number; setByMs: number },
): { fresh: Command[]; rows: Explanation[] } {
  const stops = due.filter(({ effect }) => effect === 'stop').map(({ command }) => stopOf(farmId, command.planned));
  return {
    fresh: [...stops, ...decision.commands].flatMap((planned) => commandOf(planned, stored, sending)),
    rows: [
      ...clockRows(setByMs, sending.at),
      ...stops.map((stop) => stopRow(stop, sending.at)),
      ...decision.explanations,
    ],
  };
}

/** The commands that earlier processes have left open. */
async function openUnderWay(
  { store, term, reported }: Pick<FarmDeps, 'store' | 'term' | 'reported'>,
  farmId: number,
  { wire, number }: ReturnType<typeof createDispatch>,
) {
  const { actuators } = await findEquipment(store, farmId);
  wire(actuators);
  const open = await openCommands(store, farmId);
  return commandsUnderWay(
    open.map((one) => underTerm(one, term, number)),
    (channel) => {
      const of = actuators.find((one) => one.channel === channel);
      return of && reported(of.device, of.code);
    },
  );
}

/**
 * An end of an earlier process gets a new number under this term. A start keeps its own, because its end may have
 * followed it: its controller refuses it then, and it is decided on anew.
 */
function underTerm(command: Command, term: number, number: Sending['number']): Command {
  const { channel, do: what } = command.planned;
  return what === 'off' || what === 'stop' ? { ...command, term, seq: number(channel) } : command;
}

/** The command of what is planned; none for an actuator that is gone. */
function commandOf(planned: Planned, { actuators }: Stored, { at, term, number }: Sending): Command[] {
  const actuator = actuators.find(({ channel }) => channel === planned.channel);
  if (!actuator) return [];
  const seq = number(planned.channel);
  return [{ planned, life: askedCommand({ ...planned, type: actuator.type }, at), term, seq }];
}

type Decided = {
  at: number;
  term: number;
  decision: Decision;
  rows: readonly Explanation[];
  commands: readonly Command[];
  cleared: readonly string[];
};

async function write(trx: Trx, farmId: number, decided: Decided): Promise<void> {
  const { at, term, decision, rows, commands, cleared } = decided;
  await saveCommands(trx, farmId, commands);
  await addDecisions(trx, farmId, rows);
  await addTrips(trx, farmId, decision.trips, at);
  await forgetCleared(trx, farmId, cleared);
  await saveMemory(trx, { farmId, memory: decision.memory, term, at });
}

/**
 * Stores the decisions of some farms in one transaction, with one write to disk, before any of them is sent. Throws
 * TermLost when another process has taken over.
 */
export async function storeDecisions(
  { store, term }: Pick<FarmDeps, 'store' | 'term'>,
  decisions: readonly PendingDecision[],
) {
  await store.db.transaction().execute(async (trx) => {
    if (!(await holdsTerm({ db: trx }, term))) throw new TermLost();
    for (const one of decisions) await one.write(trx);
  });
}

type Known = Pick<World, 'at' | 'memory' | 'results'> & {
  deps: FarmDeps;
  farmId: number;
  reported(device: string, code: string): ReportedState | undefined;
  /** Whether the controller of a device is connected and has taken its limits. */
  isInForce(device: string): boolean;
  silence: ReturnType<typeof createSilence>;
};

function worldOf(stored: Stored, { deps, farmId, reported, isInForce, silence, ...known }: Known): World {
  const { equipment, held, interlocks, ...rest } = stored;
  const sensors = stored.sensors.map((one) => ({ ...one, silentMs: silence.of(one, known.at) }));
  const monotonicMs = deps.monotonic();
  const states = equipment.actuators.flatMap(({ channel, device, code }): Reported[] => {
    const heard = isInForce(device) ? reported(device, code) : undefined;
    if (!heard) return [];
    const { levelPct, isMoving, endsAt, at, source, dosed = null, run } = heard.state;
    const endsInMs = endsAt === null ? null : endsAt - at;
    const held = { isGuarded: source === 'guard', isLocal: source === 'local' };
    return [{ channel, levelPct, isMoving, at: heard.receivedAt, endsInMs, ...held, dosed, run }];
  });
  return {
    ...rest,
    ...held,
    lockOuts: locksAt(held, known.at).map(({ channel, by, endsAt }) => {
      return { channel, by: endsAt === null ? by : PEOPLE_INSIDE };
    }),
    ...known,
    monotonicMs,
    bootId: deps.bootId,
    clockId: deps.clockId,
    isClockTrusted: deps.isClockTrusted(),
    farm: farmId,
    sensors,
    interlocks: asFarAsKnown(interlocks, { at: known.at, sensors, weather: rest.weather }),
    states,
  };
}

/** The stop of a command that cannot be seen to work or to end. */
function stopOf(farmId: number, { id, run, channel }: Planned): Planned {
  const stop = { do: 'stop', levelPct: 0, maxRunSec: 0, litres: null, why: 'interlock', rule: null } as const;
  return { ...stop, id: namedId(farmId, id, 'stop'), run, channel };
}

function stopRow({ channel, id: command }: Planned, at: number): Explanation {
  const said = { layer: 'trip', outcome: 'stopped', reason: 'UNPROVED', figures: [], by: null } as const;
  return { at, rule: null, actuator: channel, ...said, command };
}

/** That the wall clock was set; drift is not said. */
function clockRows(setByMs: number, at: number): Explanation[] {
  if (Math.abs(setByMs) < CLOCK_SET_MS) return [];
  const minutes: Figure = { name: 'minutes', value: Math.abs(setByMs) / MINUTE_MS, at: null, limit: null };
  const reason = setByMs > 0 ? 'CLOCK_AHEAD' : 'CLOCK_BACK';
  return [{ at, rule: null, actuator: null, layer: 'rest', outcome: 'noted', reason, figures: [minutes], by: null }];
}

function knowsWind({ at, sensors, weather }: World): boolean {
  const gauges = sensors.filter(({ type }) => type === 'WIND_SPEED');
  if (groupReading(gauges, 'max', at).isKnown) return true;
  return (weather?.windMps ?? weather?.forecast?.[0]?.windMps ?? null) !== null;
}
