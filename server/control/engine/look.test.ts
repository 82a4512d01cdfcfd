import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import type { Ack, ActuatorState } from '#contract/control/controller/command.ts';
import { HOUR_MS } from '#contract/time/time.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { createSimulatedController } from '../../demo/simulated-controller.ts';
import { setActuator } from '../actuators.ts';
import { saveOverride } from '../commands.ts';
import { createControllers } from './controllers.ts';
import { createEngine } from './engine.ts';

const FARMS = 8;

/** Farms with commanded equipment, and an engine for them. */
async function anEngine() {
  const store = await aStore();
  const [farms, channels]: [number[], number[]] = [[], []];
  for (let made = 0; made < FARMS; made += 1) {
    const farmId = await aFarm(store);
    const { channels: created } = await aDevice(store, farmId, ['FAN'], { code: 'gw' });
    const channel = created.get('fan') ?? 0;
    const fields = { ...defaultSettings('FAN'), isCommanded: true };
    await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
    farms.push(farmId);
    channels.push(channel);
  }
  const real = { stations: false, forecasts: false };
  const log = pino({ level: 'silent' });
  const controllers = createControllers();
  const engine = createEngine({
    store,
    controllers,
    real,
    log,
    now: Date.now,
    monotonic: Date.now,
  });
  const decided = () => store.db.selectFrom('control_memory').select('farm_id').execute();
  return { store, controllers, engine, farms, channels, decided };
}

it('lets others have their turn between two farms', async () => {
  const { engine } = await anEngine();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await engine.run();
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(FARMS - 1);
});

it('decides on a farm that somebody waits for before the others', async () => {
  const { engine, farms, decided } = await anEngine();
  const whole = engine.run();
  await engine.decideNow(farms.at(-1) ?? 0);
  expect(await decided()).toContainEqual({ farm_id: farms.at(-1) });
  expect((await decided()).length).toBeLessThan(FARMS);
  await whole;
  expect(await decided()).toHaveLength(FARMS);
});

it('stores what a controller answers to a person at once, and not with the next run', async () => {
  const { store, controllers, engine, farms, channels } = await anEngine();
  const [farmId = 0, channel = 0] = [farms[0], channels[0]];
  const { ack, state } = engine.events;
  const events = {
    ack: (code: string, answer: Ack) => ack(farmId, 'gw', code, answer),
    state: (code: string, reported: ActuatorState) => state(farmId, 'gw', code, reported),
  };
  controllers.attach(farmId, 'gw', createSimulatedController({ fan: 0 }, { now: Date.now, events }).controller);
  // The first run gives it its limits, the second knows that they are in force.
  await engine.run();
  await engine.run();
  const hand = { id: randomUUID(), levelPct: 100, endsAt: Date.now() + HOUR_MS, litres: null };
  const by = { userId: 1, at: Date.now() };
  await store.db.transaction().execute((trx) => saveOverride(trx, { farmId, channel }, hand, by));
  await engine.decideNow(farmId);
  const states = () => store.db.selectFrom('command').select('state').execute();
  await pollUntil(states, (all) => all[0]?.state === 'running');
});
