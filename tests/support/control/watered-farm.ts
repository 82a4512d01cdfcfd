import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type ActuatorSettings, defaultSettings } from '#contract/control/actuator.ts';
import { pollUntil } from '../poll-until.ts';
import { aServer, aUser, signIn } from '../server/server.ts';
import { aBroker } from '../services/broker.ts';
import { aDevice, aFarm } from '../store/store.ts';
import { temporaryDir } from '../temporary.ts';
import { aController } from './mqtt-controller.ts';

export const DEVICE = 'gw1';

/** The clock of server and controller: it runs by itself, and the test may advance it. */
export function aClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    pass(ms: number) {
      ahead += ms;
    },
  };
}

/** A farm with a valve and its meter on a real server and a real broker, without a controller. */
export async function aWateredFarm() {
  const broker = await aBroker();
  const clock = aClock();
  const dataDir = temporaryDir();
  const start = () => aServer({ dataDir, env: { MQTT_URL: broker.url }, now: clock.now });
  let server = await start();
  const { store } = server;
  const ownerId = await aUser(store, 'grower');
  const farmId = await aFarm(store, { ownerId });
  const { channels } = await aDevice(store, farmId, ['WATER', 'FLOW_RATE'], { code: DEVICE });
  const [valve = 0, meter = 0] = ['water', 'flow_rate'].map((code) => channels.get(code));
  let grower = await signIn(server.url, 'grower');
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await grower.call(path, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const view = async () => (await call('GET', `/api/farms/${farmId}/control`)).body;
  const valveNow = async () => (await view()).actuators.find(({ channel }: { channel: number }) => channel === valve);
  /** The states of the newest start. */
  const trail = async (): Promise<{ state: string; reason: string | null }[]> => {
    const start = await server.store.db
      .selectFrom('command')
      .select('command_id as id')
      .where('action', '=', 'on')
      .orderBy('asked_at', 'desc')
      .executeTakeFirst();
    return start ? (await call('GET', `/api/commands/${start.id}`)).body.trail : [];
  };
  return {
    broker,
    clock,
    farmId,
    valve,
    call,
    view,
    valveNow,
    store: () => server.store,
    controllers: () => server.controllers,
    engine: () => server.engine,
    url: () => server.url,
    controller: () => aController(broker.url, { farmId, device: DEVICE, codes: ['water'], now: clock.now }),
    /** Lets the server command the valve; returns the answer of the call. */
    allow: (given: Partial<ActuatorSettings> = {}) =>
      call('PUT', `/api/actuators/${valve}`, {
        ...defaultSettings('WATER'),
        ...given,
        isCommanded: true,
        flowChannel: meter,
        nominalLpm: 40,
      }),
    open: (minutes: number) =>
      call('POST', `/api/farms/${farmId}/control/overrides`, { channel: valve, levelPct: 100, minutes }),
    trail,
    /** Waits until the server has seen the newest start run. */
    runs: async () => void (await pollUntil(trail, (steps) => steps.at(-1)?.state === 'running')),
    stop: () => server.stop(),
    async startAgain() {
      server = await start();
      grower = await signIn(server.url, 'grower');
    },
  };
}

export type WateredFarm = Awaited<ReturnType<typeof aWateredFarm>>;

export const isThere = ({ view }: WateredFarm, isReachable = true) =>
  pollUntil(view, (shown) => shown.isReachable === isReachable);

/** The same with a controller, and the valve commanded with limits in force. */
export async function aCommandedValve(given: Partial<ActuatorSettings> = {}) {
  const farm = await aWateredFarm();
  const controller = await farm.controller();
  await isThere(farm);
  const answer = await farm.allow(given);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await pollUntil(controller.document, (document) => document?.channels.water?.isCommanded === true);
  await pollUntil(farm.valveNow, ({ levelPct }) => levelPct === 0);
  await pollUntil(
    () => countOf(farm, 'control-ack', 'taken'),
    (count) => count > 0,
  );
  return { farm, controller };
}

/** A counter of controllers' messages, from the server's metrics. */
export async function countOf(farm: WateredFarm, kind: string, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${farm.url()}/api/metrics`)).text();
  const line = new RegExp(`^onsil_controller_messages_total\\{kind="${kind}",outcome="${outcome}"\\} (\\d+)$`, 'm');
  return Number(line.exec(metrics)?.[1] ?? 0);
}
