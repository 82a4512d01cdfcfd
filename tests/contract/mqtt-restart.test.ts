import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aServer, aUser, signIn } from '../support/server/server.ts';
import { aBroker, aPublisher } from '../support/services/broker.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import { temporaryDir } from '../support/temporary.ts';

async function refusedBy(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/api/metrics`)).text();
  return Number(/^onsil_readings_total\{outcome="refused"\} (\d+)$/m.exec(metrics)?.[1]);
}

it('readings published while the server was down are stored where they say when they were measured, and else counted where the grower looks', async () => {
  const broker = await aBroker();
  const dataDir = temporaryDir();
  const start = () => aServer({ dataDir, env: { MQTT_URL: broker.url } });
  const first = await start();
  const ownerId = await aUser(first.store, 'grower');
  const farmId = await aFarm(first.store, { ownerId });
  const { deviceId } = await aDevice(first.store, farmId);
  const publisher = await aPublisher(broker.url);
  const publish = (state: object, retain = false) =>
    publisher.publishAsync(`farm/${farmId}/n01/state`, JSON.stringify(state), { qos: 1, retain });
  const rows = (store = first.store) => store.db.selectFrom('reading').select(['at', 'value']).orderBy('at').execute();
  await pollUntil(
    async () => {
      await publish({ at: Date.now() - MINUTE_MS, humidity: 60 });
      return rows();
    },
    (readings) => readings.length > 0,
  );
  await publish({ temperature: 25 }, true);
  await pollUntil(
    () => refusedBy(first.url),
    (count) => count === 1,
  );
  await first.stop();

  const before = Date.now();
  for (let i = 0; i < 60; i += 1) await publish({ temperature: i / 10 });
  await publish({ at: before - MINUTE_MS, temperature: 18.5 });

  const second = await start();
  const grower = await signIn(second.url, 'grower');
  const refusals = async () => (await grower.call(`/api/devices/${deviceId}/refusals`)).json();
  // The one from before the restart is still counted.
  const told = await pollUntil(refusals, ({ counts }) => (counts[0]?.count ?? 0) >= 61);
  expect(told.counts).toMatchObject([{ reason: 'UNDATED', count: 61 }]);
  const { refusals: needsHand } = await (await grower.call(`/api/quality/${farmId}`)).json();
  expect(needsHand).toMatchObject([{ deviceIndex: deviceId, deviceName: '시험 장치', reason: 'UNDATED', count: 61 }]);
  const temperatures = (await rows(second.store)).filter(({ value }) => value < 60);
  expect(temperatures).toEqual([{ at: before - MINUTE_MS, value: 18.5 }]);
  expect(await refusedBy(second.url)).toBe(60);
});
