import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSettings } from '#contract/control/actuator.ts';
import { HELD_KEY } from '#contract/control/control-calls.ts';
import { MINUTE_MS } from '#contract/time/time.ts';
import { DEMO_PASSWORD } from '#contract/wire/site.ts';
import { setActuator } from '#server/control/actuators.ts';
import { openStore } from '#server/db/open.ts';
import { createDevice } from '#server/device/commands.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { startBroker } from '../../support/services/broker-process.ts';
import { signInAs } from '../http-client.ts';
import { spread } from '../machine.ts';
import { startSlowNetwork } from '../slow-network.ts';
import { ask } from './over-http.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const DEVICE = 'bench';
const TRAVEL_SEC = 60;
const TIMES = 20;
const STOPS = 5;
const FROSTS = 10;
const LOOK_MS = 10;
/** What has not come about until then never does, ms. */
const GIVEN_UP_MS = 5 * MINUTE_MS;
const FAR = { bitsPerSecond: 10_000_000, roundTripMs: 200 } as const;
const WARM_C = 25;
const FROST_C = 0;

/** The same over a real broker, with the reference controller as a process of its own. `dataDir`: a demonstration. */
export async function benchOverMqtt(dataDir: string): Promise<void> {
  const dir = path.join(dataDir, 'mqtt');
  mkdirSync(dir);
  const broker = await startBroker(dir);
  const { key, ...furnished } = await seedBench(dataDir);
  const [line, ownLine] = await Promise.all([1, 2].map(() => startSlowNetwork(Number(new URL(broker.url).port))));
  if (!line || !ownLine) throw new Error('there are two lines to the broker');
  const urlOf = (one: typeof line) => `mqtt://${new URL(one.url).host}`;
  const begun = performance.now();
  const controller = startController(urlOf(ownLine), furnished.farmId, dir);
  await new Promise((resolve) => controller.stdout.once('data', resolve));
  const restsAfter = performance.now() - begun;
  const start = () => startServerProcess({ DATA_DIR: dataDir, DEMO: '1', MQTT_URL: urlOf(line) });
  let server = await start();
  const signIn = async () => (await signInAs(server.url, 'grower', DEMO_PASSWORD)).token;
  try {
    let token = await signIn();
    const call = (method: string, address: string, body?: unknown) => ask(server.url, token, method, address, body);
    const report = (value: number) =>
      ask(server.url, key, 'POST', '/api/ingest', {
        readings: [{ sensor: 'air', at: new Date().toISOString(), value }],
      });
    const restart = async () => {
      server.kill('SIGKILL');
      await server.gone;
      server = await start();
      token = await signIn();
    };
    const bench = { ...furnished, call, report, restart };
    console.log(`  a controller started → its outputs rest: ${restsAfter.toFixed(0)} ms (target: ≤ 2 s)`);
    await measure(bench, () => line.narrow(FAR));
    await tellLostLink(bench, controller.stdout, () => ownLine.goSilent());
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    await Promise.all([line.close(), ownLine.close()]);
    controller.kill('SIGKILL');
    await broker.kill();
  }
}

/** A device of the grower's first farm with a commanded vent and heater, as if somebody had set it up. */
async function seedBench(dataDir: string) {
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const { farm_id: farmId } = await store.db
    .selectFrom('farm')
    .select('farm_id')
    .orderBy('farm_id')
    .executeTakeFirstOrThrow();
  const wanted = Object.entries({ vent: 'VENT', heater: 'HEATER', air: 'TEMPERATURE' } as const).map(
    ([code, type]) => ({ code, type, name: code, areaName: 'bench', intervalMs: MINUTE_MS }),
  );
  const device = { farmId, code: DEVICE, name: DEVICE, channels: wanted };
  const { channels, key } = await createDevice(store, device, Date.now());
  const [vent = 0, heater = 0] = ['vent', 'heater'].map((code) => channels.get(code));
  const travel = { travelOpenSec: TRAVEL_SEC, travelCloseSec: TRAVEL_SEC };
  const often = { minOnSec: 0, minOffSec: 0, maxStartsPerHour: 60 };
  await store.db.transaction().execute(async (trx) => {
    const moved = { ...defaultSettings('VENT'), isCommanded: true, ...travel };
    await setActuator(trx, { farmId, channel: vent }, moved);
    await setActuator(trx, { farmId, channel: heater }, { ...defaultSettings('HEATER'), isCommanded: true, ...often });
  });
  await store.close();
  return { farmId, vent, heater, key };
}

function startController(url: string, farmId: number, dir: string) {
  const config = path.join(dir, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({ clock: 'ntp', outputs: { vent: { role: 'vent' }, heater: { role: 'heater' } }, sensors: {} }),
  );
  const who = ['--broker', url, '--farm', String(farmId), '--device', DEVICE, '--driver', 'simulated'];
  const program = path.join(root, 'dist/controller/main.js');
  return spawn(process.execPath, [program, ...who, '--config', config, '--data', path.join(dir, 'kept')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

type Bench = {
  farmId: number;
  vent: number;
  heater: number;
  call(method: string, address: string, body?: unknown): ReturnType<typeof ask>;
  /** Sends a temperature of the house, ℃, as its device would. */
  report(value: number): Promise<unknown>;
  /** Kills the server, starts it again and signs in. */
  restart(): Promise<void>;
};

type Actuator = {
  isReachable: boolean;
  levelPct: number | null;
  isMoving: boolean;
  command: { id: string; state: string } | null;
};

function look({ farmId, call }: Pick<Bench, 'farmId' | 'call'>): Seen {
  const find = async (channel: number): Promise<Actuator> => {
    const { actuators } = await call('GET', `/api/farms/${farmId}/control`);
    return actuators.find((one: { channel: number }) => one.channel === channel);
  };
  /** How long it takes until something is so, ms. */
  const until = async (channel: number, isSo: (one: Actuator) => boolean, begun = performance.now()) => {
    while (!isSo(await find(channel))) {
      if (performance.now() - begun > GIVEN_UP_MS) throw new Error('it did not come about');
      await sleep(LOOK_MS);
    }
    return performance.now() - begun;
  };
  return { find, until };
}

/** `narrow` makes the line between server and broker a long one. */
async function measure(bench: Bench, narrow: () => void): Promise<void> {
  const { farmId, vent, heater, call } = bench;
  const seen = look(bench);
  const { until } = seen;
  for (const channel of [vent, heater]) {
    await until(channel, ({ isReachable, levelPct }) => isReachable && levelPct !== null);
  }
  await setAside(call, farmId);
  const asked = "  a hand's command asked → accepted, over a broker";
  console.log(`${asked}: ${spread(await hands(bench, seen))} (target: p95 ≤ 500 ms)`);
  await keys(bench, seen);
  console.log(
    `  a reading under the frost guard → its heater is on: ${spread(await frosts(bench, seen))} (target: p95 ≤ 5 s)`,
  );
  console.log(
    `  the server killed → it starts equipment again: ${(await again(bench, seen)).toFixed(0)} ms (target: ≤ 90 s)`,
  );
  narrow();
  console.log(`${asked} ${FAR.roundTripMs} ms away: ${spread(await hands(bench, seen))} (target: p95 ≤ 1.5 s)`);
}

type Seen = {
  find(channel: number): Promise<Actuator>;
  until(channel: number, isSo: (one: Actuator) => boolean, begun?: number): Promise<number>;
};

async function hands({ farmId, vent, call }: Bench, { find, until }: Seen): Promise<number[]> {
  const takes: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const { command: before } = await find(vent);
    const begun = performance.now();
    const body = { channel: vent, levelPct: n % 2 ? 40 : 60, minutes: 5 };
    await call('POST', `/api/farms/${farmId}/control/overrides`, body);
    const isNew = ({ command }: Actuator) =>
      command !== null && command.id !== before?.id && ['accepted', 'running', 'done'].includes(command.state);
    takes.push(await until(vent, isNew, begun));
  }
  return takes;
}

/** From the death of the server until it moves something again. */
async function again({ farmId, vent, call, restart }: Bench, { find, until }: Seen): Promise<number> {
  const { command: before } = await find(vent);
  const begun = performance.now();
  await restart();
  await until(vent, ({ isReachable, levelPct }) => isReachable && levelPct !== null, begun);
  await call('POST', `/api/farms/${farmId}/control/overrides`, { channel: vent, levelPct: 80, minutes: 5 });
  return until(vent, ({ command, isMoving }) => command?.id !== before?.id && isMoving, begun);
}

/** How long it takes on either side to know that nothing arrives any more. */
async function tellLostLink(bench: Bench, said: NodeJS.ReadableStream, goSilent: () => void): Promise<void> {
  const begun = performance.now();
  const noticed = new Promise<number>((resolve) => {
    said.on('data', (text: Buffer) => {
      if (String(text).includes('"link":"down"')) resolve(performance.now() - begun);
    });
  });
  goSilent();
  const known = await look(bench).until(bench.vent, ({ isReachable }) => !isReachable, begun);
  const inSec = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.log(
    `  nothing arrives any more → known to the server: ${inSec(known)}, to the controller: ${inSec(await noticed)} (target: ≤ 90 s)`,
  );
}

/** A held key, let go or lost. */
async function keys({ farmId, vent, call }: Bench, { until }: Seen): Promise<void> {
  const held = `/api/farms/${farmId}/control/keys`;
  const hold = async (levelPct: number) => {
    await call('POST', held, { channel: vent, levelPct, minutes: 10 });
    await until(vent, ({ isMoving }) => isMoving);
  };
  const stands: number[] = [];
  for (let n = 0; n < STOPS; n += 1) {
    await hold(n % 2 ? 0 : 100);
    const begun = performance.now();
    await call('DELETE', `${held}/${vent}`);
    stands.push(await until(vent, ({ isMoving }) => !isMoving, begun));
  }
  const silent: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const begun = performance.now();
    await hold(n % 2 ? 0 : 100);
    silent.push(await until(vent, ({ isMoving }) => !isMoving, begun));
  }
  console.log(`  a held key let go → the motor stands, over a broker: ${spread(stands)} (target: ≤ 1 s)`);
  console.log(
    `  a held key of which no more is heard → the motor stands: ${spread(silent)} (target: ≤ ${HELD_KEY.leaseSec} s)`,
  );
}

async function frosts({ farmId, heater, call, report }: Bench, { until }: Seen): Promise<number[]> {
  const takes: number[] = [];
  for (let n = 0; n < FROSTS; n += 1) {
    const begun = performance.now();
    await report(FROST_C);
    takes.push(await until(heater, ({ levelPct }) => levelPct === 100, begun));
    await report(WARM_C);
    // Warmth alone waits for the minute; to release an override makes the farm due.
    await call('DELETE', `/api/farms/${farmId}/control/overrides/${heater}`, {});
    await until(heater, ({ levelPct }) => levelPct === 0);
  }
  return takes;
}

/** Lifts what an earlier part of the bench may have left behind. */
async function setAside(call: Bench['call'], farmId: number): Promise<void> {
  const { stopAll } = await call('GET', `/api/farms/${farmId}/control`);
  if (stopAll !== null) await call('DELETE', `/api/farms/${farmId}/control/stop-all`, {});
}
