import { pino } from 'pino';
import { expect, it } from 'vitest';
import { defaultSettings } from '#contract/control/actuator.ts';
import { aDevice, aFarm } from '../../../tests/support/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { setActuator } from '../actuators.ts';
import { createControllers } from './controllers.ts';
import { createEngine } from './engine.ts';

const FARMS = 8;

/** Farms with commanded equipment, and an engine for them. */
async function anEngine() {
  const store = await aStore();
  const farms: number[] = [];
  for (let made = 0; made < FARMS; made += 1) {
    const farmId = await aFarm(store);
    const { channels } = await aDevice(store, farmId, ['FAN']);
    const channel = channels.get('fan') ?? 0;
    const fields = { ...defaultSettings('FAN'), isCommanded: true };
    await store.db.transaction().execute((trx) => setActuator(trx, { farmId, channel }, fields));
    farms.push(farmId);
  }
  const real = { stations: false, forecasts: false };
  const log = pino({ level: 'silent' });
  const engine = createEngine({
    store,
    controllers: createControllers(),
    real,
    log,
    now: Date.now,
    monotonic: Date.now,
  });
  const decided = () => store.db.selectFrom('control_memory').select('farm_id').execute();
  return { engine, farms, decided };
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
