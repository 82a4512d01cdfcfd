import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
import { aBroker, aPublisher } from '../../tests/support/broker.ts';
import { aGate } from '../../tests/support/gate.ts';
import { pollUntil } from '../../tests/support/poll-until.ts';
import { aDevice, aFarm } from '../../tests/support/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { createDeviceCache } from '../device/device-cache.ts';
import type { Gate } from './accept.ts';
import { connectMqtt, readingsIn } from './mqtt.ts';

const log = pino({ level: 'silent' });

async function aHouse() {
  const store = await aStore();
  const farmId = await aFarm(store);
  await aDevice(store, farmId);
  const gate = aGate(store);
  const stored = async () =>
    (await store.db.selectFrom('reading').select(['at', 'value']).orderBy('at').orderBy('channel_id').execute()).map(
      ({ value }) => value,
    );
  return { store, farmId, gate, stored, directory: createDeviceCache(store), topic: `farm/${farmId}/n01/state` };
}

function connect(url: string, house: { directory: ReturnType<typeof createDeviceCache>; gate: Gate }) {
  const client = connectMqtt(
    { url, username: undefined, password: undefined },
    { ...house, log, clientId: 'onsil-test' },
  );
  onTestFinished(() => client.endAsync(true));
  return client;
}

const subscribed = (client: ReturnType<typeof connectMqtt>) =>
  new Promise((resolve) =>
    client.once('packetreceive', function wait(packet) {
      if (packet.cmd === 'suback') resolve(undefined);
      else client.once('packetreceive', wait);
    }),
  );

describe('the MQTT door', () => {
  it('stores what a node publishes, flat or as a batch, and survives nonsense between', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    await subscribed(connect(broker.url, house));
    const publisher = await aPublisher(broker.url);
    const at = Date.now() - MINUTE_MS;
    await publisher.publishAsync(house.topic, 'not json', { qos: 1 });
    await publisher.publishAsync('farm/999/n01/state', JSON.stringify({ temperature: 1 }), { qos: 1 });
    await publisher.publishAsync(house.topic, JSON.stringify({ at, temperature: 12.5, humidity: 80 }), { qos: 1 });
    await publisher.publishAsync(
      house.topic,
      JSON.stringify({ readings: [{ sensor: 'temperature', at: at + 1_000, value: 12.6 }] }),
      { qos: 1 },
    );
    expect(await pollUntil(house.stored, (values) => values.length === 3)).toEqual([12.5, 80, 12.6]);
  });

  it('takes what was published while the server was away', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    const first = connect(broker.url, house);
    await subscribed(first);
    await first.endAsync();
    const publisher = await aPublisher(broker.url);
    for (let i = 0; i < 20; i += 1) {
      await publisher.publishAsync(house.topic, JSON.stringify({ at: Date.now() - i * MINUTE_MS, temperature: i }), {
        qos: 1,
      });
    }
    connect(broker.url, house);
    expect(await pollUntil(house.stored, (values) => values.length === 20)).toHaveLength(20);
  });

  it('acknowledges only what is stored: a message whose commit failed comes again', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    let failures = 2;
    const flaky: Gate = {
      accept: (device, sent) => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('disk full')) : house.gate.accept(device, sent);
      },
    };
    const client = connect(broker.url, { ...house, gate: flaky });
    await subscribed(client);
    const publisher = await aPublisher(broker.url);
    await publisher.publishAsync(house.topic, JSON.stringify({ at: Date.now(), temperature: 20 }), { qos: 1 });
    expect(await pollUntil(house.stored, (values) => values.length === 1, 15_000)).toEqual([20]);
    expect(failures).toBeLessThan(0);
  });
});

describe('the message of a node', () => {
  it('is a batch or a flat state with an optional time', () => {
    expect(readingsIn('{"readings":[1,2]}')).toEqual([1, 2]);
    expect(readingsIn('{"at":"2026-11-21T00:00:00Z","temp":1.5,"name":"x"}')).toEqual([
      { sensor: 'temp', value: 1.5, at: '2026-11-21T00:00:00Z' },
    ]);
    expect(readingsIn('{"temp":2}')).toEqual([{ sensor: 'temp', value: 2, at: undefined }]);
    for (const text of ['', 'null', '[]', '21.5', '{}', '{"readings":3}', '{"state":"on"}']) {
      expect(readingsIn(text)).toBeUndefined();
    }
  });
});
