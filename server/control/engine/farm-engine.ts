import type { Ack, ActuatorState } from '#contract/control/controller/command.ts';
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
import { createLimits } from './limits.ts';
import { loadStored, type Stored } from './load-world.ts';
import { addDecisions, addTrips, findMemory, forgetCleared, holdsTerm, saveMemory } from './memory-store.ts';
import { orderOf, wireOf } from './order.ts';
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
};

/** The engine of one farm: hears its controllers, decides, stores what was decided, then sends it. */
export type FarmEngine = {
  /** Resolves with how soon it wants to look again, ms; undefined when there is nothing to decide on. */
  run(): Promise<number | undefined>;
  ack(ack: Ack): void;
  state(device: string, code: string, state: ActuatorState): void;
  /** What was reported last, and when it was received, by device and code. */
  reported(device: string, code: string): HeardState | undefined;
  /** The interlock that held an actuator at the last look: at most so much, %. */
  interlock(channel: number): { most: number; by: string } | undefined;
};

export type HeardState = { state: ActuatorState; receivedAt: number };

/** Somebody else has begun to decide. */
export class TermLost extends Error {}

export async function createFarmEngine(deps: FarmDeps, farmId: number): Promise<FarmEngine> {
  const { store, controllers, term } = deps;
  const underWay = commandsUnderWay(await openCommands(store, farmId));
  const states = new Map<string, HeardState>();
  const seqs = new Map<number, number>();
  const silence = createSilence(deps);
  const limits = createLimits(deps, farmId);
  let looked: World | undefined;
  let memory: Memory = await findMemory(store, farmId);

  const reported = (device: string, code: string) => states.get(`${device}/${code}`);
  const send = ({ actuators }: Stored['equipment'], { planned: { id, channel } }: Command) => {
    const wired = actuators.find((one) => one.channel === channel);
    const controller = wired && controllers.of(farmId, wired.device);
    const command = underWay.get(id);
    if (!controller || !command) return;
    const { askedAt: issuedAt, expiresAt } = command.life;
    underWay.advance(id, { kind: 'delivered', at: deps.now() });
    controller.send(wired.code, wireOf(orderOf(command.planned, { term, seq: command.seq, issuedAt, expiresAt })));
  };
  const commandOf = (planned: Planned, { actuators }: Stored, at: number): Command[] => {
    const actuator = actuators.find(({ channel }) => channel === planned.channel);
    if (!actuator) return [];
    const seq = (seqs.get(planned.channel) ?? 0) + 1;
    seqs.set(planned.channel, seq);
    return [{ planned, life: askedCommand({ ...planned, type: actuator.type }, at), term, seq }];
  };

  return {
    reported,
    interlock(channel) {
      const latches = new Map(Object.entries(memory.latched));
      return looked && interlockVerdicts(contextOf(looked), latches).get(channel);
    },
    ack: (ack) => underWay.ack(ack, deps.now()),
    state: (device, code, state) => void states.set(`${device}/${code}`, { state, receivedAt: deps.now() }),
    async run() {
      const at = deps.now();
      const stored = await loadStored(store, farmId, { now: at, real: deps.real });
      if (!stored) return undefined;
      const { equipment, sensors } = stored;
      const due = equipment.actuators.flatMap((one) =>
        underWay.follow(one, { at, state: reported(one.device, one.code)?.state, sensors }),
      );
      for (const { command, effect } of due) if (effect === 'send') send(equipment, command);
      const world = worldOf(stored, { at, deps, farmId, memory, reported, silence, results: underWay.results() });
      looked = world;
      limits.tell(stored, at);
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
      for (const command of fresh) send(equipment, command);
      return decision.wakeInMs;
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
    if (!(await holdsTerm(trx, term))) throw new TermLost();
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
  silence: ReturnType<typeof createSilence>;
};

function worldOf(stored: Stored, { deps, farmId, reported, silence, ...known }: Known): World {
  const { equipment, held, sensors, ...rest } = stored;
  const monotonicMs = deps.monotonic();
  const states = equipment.actuators.flatMap(({ channel, device, code }): Reported[] => {
    const heard = reported(device, code);
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
