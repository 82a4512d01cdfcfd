import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import type { ActuatorState } from '#contract/control/controller/command.ts';
import { HOUR_MS, MINUTE_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { decide } from '#server/control/decide/decide.ts';
import type { World } from '#server/control/decide/world.ts';
import { createEngine, type Engine } from '#server/control/engine/engine.ts';
import { createFarmEngine, type FarmEngine, storeDecisions } from '#server/control/engine/farm-engine.ts';
import type { Stored } from '#server/control/engine/load-world.ts';
import { findMemory, takeTerm } from '#server/control/engine/memory-store.ts';
import { createStoredWorld } from '#server/control/engine/stored-world.ts';
import { writeSetting } from '#server/db/setting.ts';
import { spread } from '../machine.ts';
import { aFleet, type Fleet } from './fleet.ts';

const REAL = { stations: false, forecasts: false };
/** A spring morning, at which every rule has a log entry. */
const BEGIN = startOfSeoulDate('2026-04-16') + 9 * HOUR_MS;
const TICKS = 2;

/** Decides for farms with 20 rules: all of them as the engine does, and where asked each farm separately. */
export async function benchTicks(folder: string, count: number, isEachToo: boolean): Promise<void> {
  const begun = performance.now();
  const fleet = await aFleet(folder, count, BEGIN);
  console.log(`  ${count} farms with 20 rules, furnished in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  await asTheEngine(fleet);
  if (isEachToo) await eachByItself(fleet);
  await fleet.store.close();
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What is in use after full collections, and all that the process has from the system, MB. */
async function memory(): Promise<{ used: number; rss: number }> {
  collectGarbage();
  // Buffers are freed after the collection that found them unused.
  await sleep(100);
  collectGarbage();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { used: Math.round((heapUsed + arrayBuffers) / 1e6), rss: Math.round(rss / 1e6) };
}

async function eachByItself(fleet: Fleet): Promise<void> {
  const { store, controllers, now } = fleet;
  const term = await takeTerm(store);
  const deps = {
    store,
    controllers,
    real: REAL,
    bootId: randomUUID(),
    now,
    monotonic: now,
    term,
    touch: () => {},
    onStrayAck: () => {},
    isClockTrusted: () => true,
  };
  const engines = new Map<number, FarmEngine>();
  const states: States = new Map(fleet.farms.map(({ farmId }) => [farmId, new Map()]));
  for (const { farmId } of fleet.farms) {
    const reported = (_: string, code: string) => {
      const state = states.get(farmId)?.get(code);
      return state && { state, receivedAt: state.at };
    };
    engines.set(farmId, await createFarmEngine({ ...deps, reported }, farmId));
  }
  fleet.hearWith({
    ack: (farmId, device, code, ack) => void engines.get(farmId)?.ack(device, code, ack),
    state: (farmId, _, code, state) => void states.get(farmId)?.set(code, state),
    link: () => {},
    clock: () => {},
  });
  const [looks, loads]: number[][] = [[], []];
  for (let tick = 0; tick <= TICKS; tick += 1) {
    await fleet.pass();
    for (const engine of engines.values()) {
      const asked = performance.now();
      const look = await engine.decide();
      if (look) await storeDecisions(deps, [look]);
      look?.send();
      // The first decision logs everything, so it is not typical.
      if (tick > 0) looks?.push(performance.now() - asked);
    }
  }
  const alone: Alone[] = [];
  const pauses: Pause[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) pauses.push({ from: startTime, ms: duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  const worlds: World[] = [];
  for (const farm of fleet.farms) {
    const world = createStoredWorld({ store, real: REAL }, farm.farmId);
    await world.at(now(), new Set());
    const asked = performance.now();
    const stored = await world.at(now(), new Set());
    loads?.push(performance.now() - asked);
    if (stored) worlds.push(await nextWorld(fleet, farm, stored, states.get(farm.farmId)));
  }
  // All of them at once, as in a minute of the engine: of each portion the first would be decided with cold caches.
  const next = worlds.map(aMinuteLater);
  // The engine keeps its worlds from minute to minute; what is new here would be moved in the middle of a decision.
  collectGarbage();
  await sleep(50);
  const before = process.cpuUsage();
  for (const world of next) {
    const switched = process.resourceUsage().involuntaryContextSwitches;
    const from = performance.now();
    decide(world);
    const ms = performance.now() - from;
    alone.push({ from, ms, isTaken: process.resourceUsage().involuntaryContextSwitches > switched });
  }
  const { user, system } = process.cpuUsage(before);
  // Entries of the collector come a turn of the event loop later.
  await sleep(50);
  observer.disconnect();
  printAlone(alone, pauses, (user + system) / 1_000 / alone.length);
  console.log(`    a look at a farm: ${spread(looks ?? [], [0.5, 0.95, 0.99])}`);
  console.log(`    of it, reading what is stored and new: ${spread(loads ?? [], [0.5, 0.95, 0.99])}`);
}

/** One decision; `isTaken`: the machine gave its core to another process meanwhile. */
type Alone = { from: number; ms: number; isTaken: boolean };
/** A collection of garbage. */
type Pause = { from: number; ms: number };

const LONG_MS = 1;

/** The decisions, and of the long ones what made them long. */
function printAlone(alone: readonly Alone[], pauses: readonly Pause[], workedMs: number): void {
  const times = alone.map(({ ms }) => ms);
  console.log(
    `    decide alone: mean ${meanOf(times)} ms, worked ${workedMs.toFixed(3)} ms  ${spread(times, [0.5, 0.99])} (target: mean ≤ 0.2 ms, p99 ≤ 1 ms)`,
  );
  const pauseIn = ({ from, ms }: Alone) =>
    pauses.filter((one) => one.from < from + ms && one.from + one.ms > from).reduce((sum, one) => sum + one.ms, 0);
  const own = alone.flatMap((one) => (one.isTaken ? [] : [one.ms - Math.min(one.ms, pauseIn(one))]));
  const long = alone.filter(({ ms }) => ms > LONG_MS);
  const collected = long.filter((one) => pauseIn(one) > 0);
  const taken = long.filter((one) => one.isTaken && pauseIn(one) === 0);
  console.log(
    `      over ${LONG_MS} ms: ${long.length} of ${alone.length}; with a collection in them ${collected.length}, taken off the core ${taken.length}, neither ${long.length - collected.length - taken.length}`,
  );
  console.log(`      without pauses, on the core: mean ${meanOf(own)} ms  ${spread(own, [0.5, 0.99])}`);
  const inside = pauses.filter((one) => alone.some(({ from, ms }) => one.from < from + ms && one.from + one.ms > from));
  if (inside.length > 0)
    console.log(
      `      ${inside.length} pauses of the collector: ${spread(
        inside.map(({ ms }) => ms),
        [0.5, 0.99],
      )}`,
    );
}

function meanOf(times: readonly number[]): string {
  return (times.reduce((sum, ms) => sum + ms, 0) / times.length).toFixed(3);
}

/** The last reported state of each channel of a farm, by code. */
type States = Map<number, Map<string, ActuatorState>>;

/** The world of a farm in its next minute. */
async function nextWorld(
  { store, now }: Fleet,
  { farmId, channels }: Fleet['farms'][number],
  stored: Stored,
  states: ReadonlyMap<string, ActuatorState> = new Map(),
): Promise<World> {
  const { equipment: _, held, ...rest } = stored;
  const memory = await findMemory(store, farmId);
  const at = now() + MINUTE_MS;
  return {
    ...rest,
    ...held,
    at,
    monotonicMs: memory.monotonicMs + MINUTE_MS,
    bootId: memory.bootId,
    isClockTrusted: true,
    farm: farmId,
    sensors: stored.sensors.map((one) => ({ ...one, silentMs: 0 })),
    states: [...states].map(([code, { levelPct, isMoving, endsAt, at: told }]) => {
      const endsInMs = endsAt === null ? null : endsAt - told;
      return { channel: channels.get(code) ?? 0, levelPct, isMoving, at: now(), endsInMs };
    }),
    results: [],
    memory,
  };
}

/** The world of the minute after, with the memory of the decision before, as the engine has it. */
function aMinuteLater(world: World): World {
  const { memory } = decide(world);
  return { ...world, at: world.at + MINUTE_MS, monotonicMs: world.monotonicMs + MINUTE_MS, memory };
}

async function asTheEngine(fleet: Fleet): Promise<void> {
  const { store, controllers, now } = fleet;
  const log = pino({ level: 'silent' });
  const { used: before } = await memory();
  const engine = createEngine({ store, controllers, real: REAL, log, now, monotonic: now });
  fleet.hearWith(engine.events);
  await engine.run();
  const looks: Look[] = [];
  for (let tick = 0; tick < TICKS; tick += 1) looks.push(await lookAtAll(fleet, engine));
  // What anybody stores, a session for one, has the settings of all farms read anew.
  await writeSetting(store, 'bench', String(now()));
  const afterWrite = await lookAtAll(fleet, engine);
  const { used, rss } = await memory();
  await engine.stop();
  const most = Math.max(...looks.map(({ ms }) => ms));
  const each = (most / fleet.farms.length).toFixed(2);
  console.log(
    `    all of them, committed: ${spread(looks.map(({ ms }) => ms))} (target: within 20 s); ${each} ms a farm`,
  );
  console.log(
    `      of it, worked for a farm (whatever else the machine does): ${spread(looks.map((one) => one.worked))}`,
  );
  console.log(`      after a write of anybody: ${(afterWrite.ms / 1_000).toFixed(1)} s`);
  const first = [...looks, afterWrite].map((one) => one.firstMs);
  console.log(`    a farm that somebody waits for, asked as the look at all of them begins: ${spread(first)}`);
  const held = Math.max(...looks.map((one) => one.heldMs), afterWrite.heldMs);
  console.log(`    longest hold of the event loop meanwhile: ${held.toFixed(0)} ms`);
  console.log(
    `    memory of the engine: ${used - before} MB (target: ≤ 300 MB at 1,000); of the whole process: ${rss} MB`,
  );
}

/** A look at all farms: until all are stored, until one that somebody waits for is; work for a farm; ms. */
type Look = { ms: number; firstMs: number; worked: number; heldMs: number };

async function lookAtAll(fleet: Fleet, engine: Engine): Promise<Look> {
  await fleet.pass();
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  const before = process.cpuUsage();
  const asked = performance.now();
  const whole = engine.run();
  await engine.decideNow(fleet.farms.at(-1)?.farmId ?? 0);
  const firstMs = performance.now() - asked;
  await whole;
  const ms = performance.now() - asked;
  const { user, system } = process.cpuUsage(before);
  // One more turn of the event loop: a delay is only counted when it is over.
  await sleep(5);
  held.disable();
  return { ms, firstMs, worked: (user + system) / 1_000 / fleet.farms.length, heldMs: held.max / 1e6 };
}
