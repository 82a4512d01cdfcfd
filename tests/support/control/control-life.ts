import { acceptCommand } from '#contract/control/controller/accept-command.ts';
import { EXPIRY_MS } from '#contract/control/controller/command.ts';
import { advanceCore, type ControllerCore, restartedCore, withDocument } from '#contract/control/controller/core.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { decide as decideReally, emptyMemory } from '#server/control/decide/decide.ts';
import type { Decision, Override, Planned, Series, World } from '#server/control/decide/world.ts';
import { orderOf, wireOf } from '#server/control/engine/order.ts';
import { seededRandom } from '../seeded-random.ts';
import { AREA, aControlFarm, type ControlFarm, channel, controlSensors, documentOf } from './control-farm.ts';
import { airAt, flowOf, type Life, measure, STEP_MS, soak } from './control-house.ts';

/** Faults that are planted into a life to see that its oracle finds them. */
export type Mutant = {
  decide?: (world: World, decide: typeof decideReally) => Decision;
  accept?: typeof acceptCommand;
  /** Changes the controller's own limits, which would otherwise make a fault of the server harmless. */
  farm?: (farm: ControlFarm) => ControlFarm;
};

/** Probabilities a day of what may go wrong; all but the first can be excluded. */
export type Troubles = {
  silent: boolean;
  stuck: boolean;
  link: boolean;
  server: boolean;
  clock: boolean;
  hands: boolean;
  locks: boolean;
  relays: boolean;
  network: boolean;
};

export const allTroubles: Troubles = {
  silent: true,
  stuck: true,
  link: true,
  server: true,
  clock: true,
  hands: true,
  locks: true,
  relays: true,
  network: true,
};
export const noTroubles: Troubles = {
  silent: false,
  stuck: false,
  link: false,
  server: false,
  clock: false,
  hands: false,
  locks: false,
  relays: false,
  network: false,
};

/** One moment of a life as its oracle sees it: the equipment, not the intentions. */
export type Moment = {
  now: number;
  at: number;
  stepMs: number;
  farm: ControlFarm;
  core: ControllerCore;
  airC: number;
  soilPct: number;
  flowLpm: number;
  isLinked: boolean;
  isServerUp: boolean;
  offsetMs: number;
  world: World | null;
  decision: Decision | null;
  locks: readonly number[];
  stopAll: World['stopAll'];
  overrides: readonly Override[];
  isRelayStuck: boolean;
  sensors: ReadonlyMap<number, 'fine' | 'silent' | 'stuck'>;
  /** Commands that the controller has accepted in this moment. */
  taken: readonly Planned[];
  /** Those of them that start something although they are late, repeated, or older than one taken before. */
  stale: readonly Planned[];
  restarted: boolean;
};

const BEGIN = Date.UTC(2026, 0, 10, 15);

type Spell = { from: number; to: number };
const isIn = (spells: readonly Spell[], now: number) => spells.some(({ from, to }) => now >= from && now < to);

function spells(random: () => number, days: number, isOn: boolean, aDay: number, longestMs: number): Spell[] {
  if (!isOn) return [];
  return Array.from({ length: Math.ceil(aDay * days) }, () => {
    const from = random() * days * DAY_MS;
    return { from, to: from + random() * longestMs };
  });
}

type Options = {
  seed: number;
  days: number;
  troubles: Troubles;
  mutant?: Mutant;
  soil?: (now: number) => number | null;
};

/** Simulates days of a farm step by step and shows each step to the oracle. The same seed gives the same days. */
export function live(
  { seed, days, troubles, mutant = {}, soil }: Options,
  /** Returning 'enough' ends the life. */
  oracle: (moment: Moment) => 'enough' | undefined,
): void {
  const random = seededRandom(seed);
  const real = aControlFarm(random);
  const farm = mutant.farm ? mutant.farm(real) : real;
  const silent = [channel.air, channel.soil1, channel.soil2, channel.meter].map((index) => {
    return { index, spells: spells(random, days, troubles.silent, 0.7, 4 * 60 * MINUTE_MS) };
  });
  const stuck = [channel.soil1, channel.soil2].map((index) => {
    return { index, spells: spells(random, days, troubles.stuck, 0.3, 12 * 60 * MINUTE_MS) };
  });
  const deaf = spells(random, days, troubles.silent, 1, 8 * 60 * MINUTE_MS);
  const linkDown = spells(random, days, troubles.link, 2, 90 * MINUTE_MS);
  const serverDown = spells(random, days, troubles.server, 2, 60 * MINUTE_MS);
  const controllerDown = spells(random, days, troubles.server, 1, 5 * MINUTE_MS);
  const clockOff = spells(random, days, troubles.clock, 1, 4 * 60 * MINUTE_MS).map((spell) => {
    return { ...spell, offsetMs: Math.round((random() - 0.5) * 6 * 60) * MINUTE_MS };
  });
  const relayStuck = spells(random, days, troubles.relays, 0.3, 60 * MINUTE_MS);
  const locked = spells(random, days, troubles.locks, 1, 2 * 60 * MINUTE_MS).map((spell) => {
    return { ...spell, index: [channel.heater, channel.valve1, channel.pump][Math.floor(random() * 3)] ?? 0 };
  });
  const hands = handsOf(random, days, troubles.hands);
  const stops = spells(random, days, troubles.hands, 0.5, 1);
  const state = startOf(farm, mutant);
  for (let now = 0; now < days * DAY_MS; now += STEP_MS) {
    const offsetMs = clockOff.find(({ from, to }) => now >= from && now < to)?.offsetMs ?? 0;
    const moment = stepLife(state, {
      now,
      offsetMs,
      random,
      soil: soil?.(now) ?? null,
      sensors: new Map([
        ...silent.map(({ index, spells: own }) => [index, isIn(own, now) ? 'silent' : 'fine'] as const),
        ...(isIn(deaf, now) ? [channel.soil1, channel.soil2] : []).map((index) => [index, 'silent'] as const),
        ...stuck.flatMap(({ index, spells: own }) => (isIn(own, now) ? [[index, 'stuck'] as const] : [])),
      ]),
      isLinked: !isIn(linkDown, now),
      isServerUp: !isIn(serverDown, now),
      isControllerUp: !isIn(controllerDown, now),
      isRelayStuck: isIn(relayStuck, now),
      locks: locked.filter(({ from, to }) => now >= from && now < to).map(({ index }) => index),
      overrides: hands.filter(({ from }) => now >= from && now < from + DAY_MS).map(({ made }) => made),
      stopAll:
        stops
          .filter(({ from }) => now >= from && now < from + 60 * MINUTE_MS)
          .map(({ from }) => ({ id: `stop${Math.round(from)}`, setAt: BEGIN + from, forMin: 30 }))[0] ?? null,
      troubles,
    });
    if (oracle(moment) === 'enough') return;
  }
}

function handsOf(random: () => number, days: number, isOn: boolean): { from: number; made: Override }[] {
  return spells(random, days, isOn, 2, 40 * MINUTE_MS).map(({ from, to }, at) => {
    const index = [channel.valve1, channel.vent, channel.heater][Math.floor(random() * 3)] ?? 0;
    const levelPct = random() < 0.3 ? 0 : index === channel.vent ? 60 : 100;
    const setAt = BEGIN + from;
    // A key of the vent is held, and released in the middle of the travel.
    const heldUntil = index === channel.vent && at % 2 === 0 ? setAt + 40 * SECOND_MS : null;
    return {
      from,
      made: { id: `hand${at}`, channel: index, levelPct, setAt, endsAt: setAt + (to - from), litres: null, heldUntil },
    };
  });
}

function startOf(farm: ControlFarm, mutant: Mutant): Life {
  const codes = farm.actuators.map(({ channel: index }) => String(index));
  const core = withDocument(restartedCore(null, codes, 0), documentOf(farm, [], 1, 1));
  return {
    farm,
    mutant,
    core,
    memory: emptyMemory,
    bootId: 1,
    states: new Map(),
    told: new Map(),
    results: [],
    series: new Map(),
    frozen: new Map(),
    heardAt: new Map(),
    onWay: [],
    newest: new Map(),
    wakeAt: 0,
    seq: 0,
    soilPct: 30,
    sinkingL: 0,
    co2Ppm: 410,
    trips: [],
    wasServerUp: true,
    wasControllerUp: true,
    version: 1,
    lockKey: '',
  };
}

type Now = {
  now: number;
  offsetMs: number;
  random: () => number;
  soil: number | null;
  sensors: ReadonlyMap<number, 'fine' | 'silent' | 'stuck'>;
  isLinked: boolean;
  isServerUp: boolean;
  isControllerUp: boolean;
  isRelayStuck: boolean;
  locks: readonly number[];
  overrides: readonly Override[];
  stopAll: World['stopAll'];
  troubles: Troubles;
};

function stepLife(life: Life, given: Now): Moment {
  const { now, offsetMs, isLinked, isServerUp, isControllerUp } = given;
  const at = BEGIN + now + offsetMs;
  const isHeard = isLinked && isServerUp && isControllerUp;
  const restarted = isControllerUp && !life.wasControllerUp;
  // Relays without power are open: equipment is at rest when its controller fails, and when it starts again.
  const isLostNow = !isControllerUp && life.wasControllerUp;
  if (restarted || isLostNow) life.core = restartedCore(life.core, Object.keys(life.core.outputs), now);
  if (isServerUp && !life.wasServerUp) life.bootId += 1;
  life.wasServerUp = isServerUp;
  life.wasControllerUp = isControllerUp;
  const airC = airAt(now);
  const flowLpm = flowOf(life, given.isRelayStuck);
  soak(life, flowLpm, given.soil);
  measure(life, given, at, airC, flowLpm);
  if (isHeard) life.core = { ...life.core, heardAt: now };
  if (isHeard) tellLocks(life, given.locks);
  const airSensed = given.sensors.get(channel.air) === 'silent' ? null : airC;
  const sensed = { [channel.air]: airSensed, [channel.meter]: flowLpm };
  if (isControllerUp) life.core = advanceCore(life.core, now, at, sensed);
  const { taken, stale } = isControllerUp ? deliver(life, given, at) : { taken: [], stale: [] };
  if (isHeard) report(life, now, at);
  const world = isServerUp && now >= life.wakeAt ? worldOf(life, given, at) : null;
  const decision = world ? run(life, world, given) : null;
  return {
    now,
    at,
    stepMs: STEP_MS,
    farm: life.farm,
    core: life.core,
    airC,
    soilPct: life.soilPct,
    flowLpm,
    isLinked: isHeard,
    isServerUp,
    offsetMs,
    world,
    decision,
    locks: given.locks,
    stopAll: given.stopAll,
    overrides: given.overrides,
    isRelayStuck: given.isRelayStuck,
    sensors: given.sensors,
    taken,
    stale,
    restarted,
  };
}

function tellLocks(life: Life, locks: readonly number[]): void {
  const key = locks.join();
  if (key === life.lockKey) return;
  life.lockKey = key;
  life.version += 1;
  life.core = withDocument(life.core, documentOf(life.farm, locks, life.version, 1));
}

/** Commands that arrive now; each may be lost, delayed or duplicated. */
function deliver(life: Life, { now, isLinked, isServerUp, random, troubles }: Now, at: number) {
  const taken: Planned[] = [];
  const stale: Planned[] = [];
  const due = life.onWay.filter(({ dueAt }) => dueAt <= now);
  life.onWay = life.onWay.filter(({ dueAt }) => dueAt > now);
  for (const { planned, order, isLost } of due) {
    if (isLost || !isLinked) {
      if (isServerUp)
        life.results.push({ id: planned.id, channel: planned.channel, status: 'expired', code: 'EXPIRED' });
      continue;
    }
    const accept = life.mutant.accept ?? acceptCommand;
    const copies = troubles.network && random() < 0.1 ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const received = {
        code: String(planned.channel),
        payload: wireOf(order),
        isRetained: false,
        at,
        isClockTrusted: true,
      };
      const { core, answer } = accept(life.core, received);
      life.core = core;
      if (answer.status === 'accepted' && !answer.duplicate) {
        const newest = life.newest.get(planned.channel) ?? 0;
        const isStart = planned.do === 'on' || planned.do === 'position';
        if (isStart && (order.expiresAt <= at || order.seq <= newest)) stale.push(planned);
        life.newest.set(planned.channel, Math.max(newest, order.seq));
        taken.push(planned);
      }
      if (answer.status === 'refused' && isServerUp) {
        life.results.push({ id: planned.id, channel: planned.channel, status: 'refused', code: answer.code ?? '' });
      }
    }
  }
  return { taken, stale };
}

function report(life: Life, now: number, at: number): void {
  for (const { channel: index } of life.farm.actuators) {
    const output = life.core.outputs[String(index)];
    if (!output) continue;
    const told = life.told.get(index);
    const isTold =
      told?.levelPct === output.levelPct && told.targetPct === output.targetPct && told.endsAt === output.endsAt;
    if (isTold && now % MINUTE_MS !== 0) continue;
    life.told.set(index, output);
    const endsInMs = output.endsAt === null ? null : output.endsAt - now;
    life.states.set(index, {
      channel: index,
      levelPct: output.levelPct,
      isMoving: output.levelPct !== output.targetPct,
      at,
      endsInMs,
      isGuarded: output.source === 'guard',
      run: output.run,
      dosed: output.dose && { run: output.dose.run, litres: output.dose.givenL },
    });
    life.wakeAt = Math.min(life.wakeAt, now);
  }
}

function worldOf(life: Life, { now, locks, overrides, stopAll }: Now, at: number): World {
  const sensors = controlSensors.map(({ channel: index, type, intervalMs }): Series => {
    const [points, silentMs] = [life.series.get(index) ?? [], now - (life.heardAt.get(index) ?? 0)];
    return { channel: index, type, intervalMs, areaName: AREA, points, isDoubted: false, silentMs };
  });
  return {
    at,
    monotonicMs: now,
    bootId: `boot${life.bootId}`,
    isClockTrusted: true,
    farm: 1,
    actuators: life.farm.actuators,
    sensors,
    states: [...life.states.values()],
    interlocks: life.farm.interlocks,
    rules: life.farm.rules,
    heat: life.farm.heat,
    heatCalendar: null,
    crops: [],
    weather: null,
    overrides,
    lockOuts: locks.map((index) => ({ channel: index, by: 'Kim' })),
    stopAll,
    trips: life.trips,
    results: life.results,
    cleared: [],
    memory: life.memory,
  };
}

function run(life: Life, world: World, { now, random, troubles }: Now): Decision {
  const decision = life.mutant.decide ? life.mutant.decide(world, decideReally) : decideReally(world);
  life.memory = decision.memory;
  life.results = [];
  // A person clears trips after two hours.
  life.trips = [...life.trips, ...decision.trips.map((trip) => ({ ...trip, at: now }))].filter(
    (trip) => now - trip.at < 120 * MINUTE_MS,
  );
  life.wakeAt = now + decision.wakeInMs;
  for (const planned of decision.commands) {
    life.seq += 1;
    const late = troubles.network ? (random() < 0.05 ? 90 * SECOND_MS : random() * 3 * SECOND_MS) : SECOND_MS;
    const isLost = troubles.network && random() < 0.03;
    const expiresAt = world.at + (planned.do === 'stop' ? EXPIRY_MS.stop : EXPIRY_MS.command);
    const sending = { term: 1, seq: life.seq, issuedAt: world.at, expiresAt };
    life.onWay.push({ planned, order: orderOf(planned, sending), dueAt: now + late, isLost });
  }
  return decision;
}
