import { pino } from 'pino';
import { expect, it } from 'vitest';
import { onCleanup } from '../../../tests/support/on-cleanup.ts';
import { pollUntil } from '../../../tests/support/poll-until.ts';
import { aBroker, aPublisher } from '../../../tests/support/services/broker.ts';
import { aDevice, aFarm } from '../../../tests/support/store/store.ts';
import { aStore } from '../../../tests/support/temporary.ts';
import { createDeviceCache } from '../../device/device-cache.ts';
import { createControllers } from '../engine/controllers.ts';
import { createEngine } from '../engine/engine.ts';
import { openControllers } from './door.ts';

it('an announcement that is looked at as the broker dies makes no connection to its controller', async () => {
  const broker = await aBroker();
  const store = await aStore();
  const farmId = await aFarm(store);
  await aDevice(store, farmId, ['WATER'], { code: 'gw1' });
  const controllers = createControllers();
  const [log, now] = [pino({ level: 'silent' }), Date.now];
  const deps = { store, controllers, log, now, monotonic: now };
  const { events } = createEngine({ ...deps, real: { stations: false, forecasts: false } });
  const known = createDeviceCache(store);
  const slow = { asked: 0, isOver: Promise.resolve() };
  const directory: typeof known = {
    ...known,
    async byTopic(farm, device) {
      slow.asked += 1;
      await slow.isOver;
      return known.byTopic(farm, device);
    },
  };
  const outcomes: string[] = [];
  const door = openControllers(
    { url: broker.url, username: undefined, password: undefined },
    { ...deps, directory, events, onMessage: (_, outcome) => outcomes.push(outcome) },
  );
  onCleanup(() => door.stop());
  const gateway = await aPublisher(broker.url);
  const announce = () => {
    const word = { status: 'online', bootId: 'b', protocol: 1, clock: 'ntp', term: 0, version: 0 };
    return gateway.publishAsync(`farm/${farmId}/gw1/availability`, JSON.stringify(word), { qos: 1 });
  };
  const isThere = () => controllers.of(farmId, 'gw1') !== undefined;
  // The first ones may come before the server has subscribed.
  await pollUntil(async () => {
    await announce();
    return isThere();
  }, Boolean);
  await pollUntil(
    () => outcomes.length,
    (count) => count === slow.asked,
  );

  let goOn = () => {};
  slow.isOver = new Promise((resolve) => {
    goOn = resolve;
  });
  const before = { asked: slow.asked, outcomes: outcomes.length };
  await announce();
  await pollUntil(
    () => slow.asked,
    (asked) => asked > before.asked,
  );
  await broker.kill();
  await pollUntil(isThere, (is) => !is);
  goOn();
  await pollUntil(
    () => outcomes.length,
    (count) => count > before.outcomes,
  );
  expect(isThere()).toBe(false);
});
