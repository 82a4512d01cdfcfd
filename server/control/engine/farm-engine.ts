import type { Ack, ActuatorState } from '#contract/control/controller/command.ts';
import { SECOND_MS } from '#contract/time/time.ts';
import type { Store } from '../../db/open.ts';
import type { RealSources } from '../../weather/places.ts';
import { askedCommand } from '../command-life.ts';
import { contextOf } from '../decide/context.ts';
import { decide } from '../decide/decide.ts';
import { interlockVerdicts } from '../decide/interlocks.ts';
import { namedId } from '../decide/named-id.ts';
import type { Decision, Explanation, Memory, Planned, Reported, World } from '../decide/world.ts';
import { type Command, openCommands, saveCommands } from './command-store.ts';
import type { Controllers } from './controllers.ts';
import { createDispatch } from './dispatch.ts';
import { createDoubts } from './doubts.ts';
import { findEquipment } from './equipment.ts';
import { createLimits } from './limits.ts';
import { loadStored, type Stored } from './load-world.ts';
import { addDecisions, addTrips, findMemory, forgetCleared, holdsTerm, saveMemory } from './memory-store.ts';
import { createSilence } from './silence.ts';
import { commandsUnderWay } from './under-way.ts';

type FarmDeps = {
  store: Store;
  controllers: Controllers;
  /** Which weather services are really asked. */
  real: RealSources;
  bootId: string;
  now(): number;
  /** Ms of a count that only goes forward. */
  monotonic(): number;
  /** The term under which this process decides; it is raised at each take-over. */
  term: number;
  /** Something has become of a command: it is worth another look. */
  touch(): void;
  /** An acknowledgement came from a channel that the command was not for. */
  onStrayAck(): void;
};

/** The engine of one farm: hears its controllers, decides, stores what was decided, then sends it. */
export type FarmEngine = {
  /** Resolves with how soon it wants to look again, ms; undefined when there is nothing to decide on. */
  run(): Promise<number | undefined>;
  ack(device: string, code: string, ack: Ack): void;
  state(device: string, code: string, state: ActuatorState): void;
  /** What was reported last, and when it was received, by device and code. */
  reported(device: string, code: string): HeardState | undefined;
  /** The interlock that held an actuator at the last look: at most so much, %. */
  interlock(channel: number): { most: number; by: string } | undefined;
};

export type HeardState = { state: ActuatorState; receivedAt: number };

/** Somebody else has begun to decide. */
export class TermLost extends Error {}

/** While something was sent and is not yet seen to run, it is looked after so often, ms: it may have to be sent again. */
const LOOK_AFTER_MS = 5 * SECOND_MS;

export async function createFarmEngine(deps: FarmDeps, farmId: number): Promise<FarmEngine> {
  const { store, term } = deps;
  const dispatch = createDispatch(deps, farmId);
  dispatch.wire((await findEquipment(store, farmId)).actuators);
  // What an earlier process left is numbered anew, for it goes on under this term.
  const open = (await openCommands(store, farmId)).map((one) => {
    return { ...one, term, seq: dispatch.number(one.planned.channel) };
  });
  const underWay = commandsUnderWay(open);
  const states = new Map<string, HeardState>();
  const silence = createSilence(deps);
  const { tell: tellLimits, isInForce } = createLimits(deps, farmId);
  const doubts = createDoubts(deps, farmId);
  let looked: World | undefined;
  let memory: Memory = await findMemory(store, farmId);

  const reported = (device: string, code: string) => states.get(`${device}/${code}`);
  const send = ({ planned: { id } }: Command) => {
    const command = underWay.get(id);
    if (!command) return;
    dispatch.send(command, () => {
      underWay.advance(id, { kind: 'delivered', at: deps.now() });
      deps.touch();
    });
  };
  const commandOf = (planned: Planned, { actuators }: Stored, at: number): Command[] => {
    const actuator = actuators.find(({ channel }) => channel === planned.channel);
    if (!actuator) return [];
    const seq = dispatch.number(planned.channel);
    return [{ planned, life: askedCommand({ ...planned, type: actuator.type }, at), term, seq }];
  };

  return {
    reported,
    interlock(channel) {
      const latches = new Map(Object.entries(memory.latched));
      return looked && interlockVerdicts(contextOf(looked), latches).get(channel);
    },
    ack(device, code, ack) {
      const about = underWay.get(ack.id);
      if (about && !dispatch.isWiredTo(about.planned.channel, device, code)) return deps.onStrayAck();
      underWay.ack(ack, deps.now());
    },
    state: (device, code, state) => void states.set(`${device}/${code}`, { state, receivedAt: deps.now() }),
    async run() {
      const at = deps.now();
      const stored = await loadStored(store, farmId, { now: at, real: deps.real, doubted: await doubts.channels(at) });
      if (!stored) return undefined;
      // Nothing is told under a term that is over, limits neither.
      if (!(await holdsTerm(store, term))) throw new TermLost();
      const { equipment, sensors } = stored;
      dispatch.wire(equipment.actuators);
      tellLimits(stored, at);
      const due = equipment.actuators.flatMap((one) => {
        const state = reported(one.device, one.code)?.state;
        return underWay.follow(one, { at, state, sensors, isReachable: isInForce(one.device) });
      });
      const results = underWay.results();
      const world = worldOf(stored, { at, deps, farmId, memory, reported, isInForce, silence, results });
      looked = world;
      const decision = decide(world);
      const stops = due.filter(({ effect }) => effect === 'stop').map(({ command }) => stopOf(farmId, command.planned));
      const fresh = [...stops, ...decision.commands].flatMap((planned) => commandOf(planned, stored, at));
      const changed = underWay.changed();
      await commit(deps, farmId, {
        at,
        decision,
        rows: [...stops.map((stop) => stopRow(stop, at)), ...decision.explanations],
        commands: [...changed, ...fresh],
        cleared: stored.cleared,
      });
      memory = decision.memory;
      underWay.take(world.results, changed);
      for (const command of fresh) underWay.add(command);
      for (const { command, effect } of due) if (effect === 'send') send(command);
      for (const command of fresh) send(command);
      return underWay.isWaiting(at) ? Math.min(decision.wakeInMs, LOOK_AFTER_MS) : decision.wakeInMs;
    },
  };
}

type Decided = {
  at: number;
  decision: Decision;
  rows: readonly Explanation[];
  commands: readonly Command[];
  cleared: readonly string[];
};

/** What was decided stands before any of it is sent, or not at all. */
async function commit({ store, term }: FarmDeps, farmId: number, decided: Decided): Promise<void> {
  const { at, decision, rows, commands, cleared } = decided;
  await store.db.transaction().execute(async (trx) => {
    if (!(await holdsTerm({ db: trx }, term))) throw new TermLost();
    await saveCommands(trx, farmId, commands);
    await addDecisions(trx, farmId, rows);
    await addTrips(trx, farmId, decision.trips, at);
    await forgetCleared(trx, farmId, cleared);
    await saveMemory(trx, { farmId, memory: decision.memory, term, at });
  });
}

type Known = Pick<World, 'at' | 'memory' | 'results'> & {
  deps: FarmDeps;
  farmId: number;
  reported: FarmEngine['reported'];
  /** Whether the controller of a device is there and keeps its limits. */
  isInForce(device: string): boolean;
  silence: ReturnType<typeof createSilence>;
};

function worldOf(stored: Stored, { deps, farmId, reported, isInForce, silence, ...known }: Known): World {
  const { equipment, held, sensors, ...rest } = stored;
  const monotonicMs = deps.monotonic();
  const states = equipment.actuators.flatMap(({ channel, device, code }): Reported[] => {
    const heard = isInForce(device) ? reported(device, code) : undefined;
    if (!heard) return [];
    const { levelPct, isMoving, endsAt, at } = heard.state;
    return [{ channel, levelPct, isMoving, at: heard.receivedAt, endsInMs: endsAt === null ? null : endsAt - at }];
  });
  return {
    ...rest,
    ...held,
    ...known,
    monotonicMs,
    bootId: deps.bootId,
    isClockTrusted: true,
    farm: farmId,
    sensors: sensors.map((one) => ({ ...one, silentMs: silence.of(one, known.at) })),
    states,
  };
}

/** What cannot be seen to work, or to end, is stopped. */
function stopOf(farmId: number, { id, run, channel }: Planned): Planned {
  const stop = { do: 'stop', levelPct: 0, maxRunSec: 0, litres: null, why: 'interlock', rule: null } as const;
  return { ...stop, id: namedId(farmId, id, 'stop'), run, channel };
}

function stopRow({ channel }: Planned, at: number): Explanation {
  const said = { layer: 'trip', outcome: 'stopped', reason: 'UNPROVED', figures: [], by: null } as const;
  return { at, rule: null, actuator: channel, ...said };
}
