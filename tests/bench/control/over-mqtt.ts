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
import { startBroker } from '../../support/broker-process.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { signInAs } from '../http-client.ts';
import { spread } from '../machine.ts';
import { ask } from './over-http.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const DEVICE = 'bench';
const TRAVEL_SEC = 60;
const TIMES = 20;
const STOPS = 5;
const LOOK_MS = 10;

/** The same over a real broker, with the reference controller as a process of its own. `dataDir`: a demonstration. */
export async function benchOverMqtt(dataDir: string): Promise<void> {
  const dir = path.join(dataDir, 'mqtt');
  mkdirSync(dir);
  const broker = await startBroker(dir);
  const { farmId, vent } = await furnish(dataDir);
  const controller = startController(broker.url, farmId, dir);
  const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: '1', MQTT_URL: broker.url });
  try {
    const { token } = await signInAs(server.url, 'grower', DEMO_PASSWORD);
    const call = (method: string, address: string, body?: unknown) => ask(server.url, token, method, address, body);
    await measure({ farmId, vent, call });
  } finally {
    server.kill('SIGKILL');
    await server.gone;
    controller.kill('SIGKILL');
    await broker.kill();
  }
}

/** A device of the grower's first farm with a commanded vent, as if somebody had set it up. */
async function furnish(dataDir: string) {
  const store = await openStore(path.join(dataDir, 'onsil.db'));
  const { farm_id: farmId } = await store.db
    .selectFrom('farm')
    .select('farm_id')
    .orderBy('farm_id')
    .executeTakeFirstOrThrow();
  const wanted = { code: 'vent', type: 'VENT', name: 'bench', areaName: 'bench', intervalMs: MINUTE_MS } as const;
  const { channels } = await createDevice(
    store,
    { farmId, code: DEVICE, name: DEVICE, channels: [wanted] },
    Date.now(),
  );
  const vent = channels.get('vent') ?? 0;
  const settings = {
    ...defaultSettings('VENT'),
    isCommanded: true,
    travelOpenSec: TRAVEL_SEC,
    travelCloseSec: TRAVEL_SEC,
  };
  await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel: vent }, settings));
  await store.close();
  return { farmId, vent };
}

function startController(url: string, farmId: number, dir: string) {
  const config = path.join(dir, 'config.json');
  writeFileSync(config, JSON.stringify({ clock: 'ntp', outputs: { vent: { role: 'vent' } }, sensors: {} }));
  const who = ['--broker', url, '--farm', String(farmId), '--device', DEVICE, '--driver', 'simulated'];
  const program = path.join(root, 'dist/controller/main.js');
  return spawn(process.execPath, [program, ...who, '--config', config, '--data', path.join(dir, 'kept')], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

type Bench = {
  farmId: number;
  vent: number;
  call(method: string, address: string, body?: unknown): ReturnType<typeof ask>;
};

async function measure({ farmId, vent, call }: Bench): Promise<void> {
  const now = async () => {
    const { actuators } = await call('GET', `/api/farms/${farmId}/control`);
    return actuators.find((one: { channel: number }) => one.channel === vent);
  };
  /** How long it takes until something is so, ms. */
  const until = async (isSo: (one: Awaited<ReturnType<typeof now>>) => boolean, begun = performance.now()) => {
    while (!isSo(await now())) {
      if (performance.now() - begun > MINUTE_MS) throw new Error('it did not come about within a minute');
      await sleep(LOOK_MS);
    }
    return performance.now() - begun;
  };
  const keys = `/api/farms/${farmId}/control/keys`;
  const hold = async (levelPct: number) => {
    await call('POST', keys, { channel: vent, levelPct, minutes: 10 });
    await until(({ isMoving }) => isMoving);
  };
  await until(({ isReachable, levelPct }) => isReachable && levelPct !== null);
  await setAside(call, farmId);
  const takes: number[] = [];
  const stands: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const begun = performance.now();
    const { command: before } = await now();
    const body = { channel: vent, levelPct: n % 2 ? 40 : 60, minutes: 5 };
    await call('POST', `/api/farms/${farmId}/control/overrides`, body);
    const isNew = (one: { id: string; state: string } | null) =>
      one !== null && one.id !== before?.id && ['accepted', 'running', 'done'].includes(one.state);
    takes.push(await until(({ command }) => isNew(command), begun));
  }
  for (let n = 0; n < STOPS; n += 1) {
    await hold(n % 2 ? 0 : 100);
    const begun = performance.now();
    await call('DELETE', `${keys}/${vent}`);
    stands.push(await until(({ isMoving }) => !isMoving, begun));
  }
  const silent: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const begun = performance.now();
    await hold(n % 2 ? 0 : 100);
    silent.push(await until(({ isMoving }) => !isMoving, begun));
  }
  console.log(`  a hand's command asked → accepted, over a broker: ${spread(takes)} (target: p95 ≤ 500 ms)`);
  console.log(`  a held key let go → the motor stands, over a broker: ${spread(stands)} (target: ≤ 1 s)`);
  console.log(
    `  a held key of which no more is heard → the motor stands: ${spread(silent)} (target: ≤ ${HELD_KEY.leaseSec} s)`,
  );
}

/** Lifts what an earlier part of the bench may have left behind. */
async function setAside(call: Bench['call'], farmId: number): Promise<void> {
  const { stopAll } = await call('GET', `/api/farms/${farmId}/control`);
  if (stopAll !== null) await call('DELETE', `/api/farms/${farmId}/control/stop-all`, {});
}
