import type { MqttClient } from 'mqtt';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import { pollUntil } from '../../tests/support/poll-until.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aBroker, anOldListener, aPublisher } from '../../tests/support/services/broker.ts';
import type { Broker } from '../../tests/support/services/broker-process.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { createDeviceCache } from '../device/device-cache.ts';
import type { Gate } from './accept.ts';
import { connectMqtt, type MqttDeps, readingsIn } from './mqtt.ts';
import { findRefused } from './refused-readings.ts';

const log = pino({ level: 'silent' });

async function aHouse() {
  const store = await aStore();
  const farmId = await aFarm(store);
  const { deviceId } = await aDevice(store, farmId);
  const gate = aGate(store);
  const stored = async () =>
    (await store.db.selectFrom('reading').select('value').orderBy('at').orderBy('channel_id').execute()).map(
      ({ value }) => value,
    );
  const refused = async () => {
    const { counts } = await findRefused(store, { farmId, deviceId }, Date.now());
    return Object.fromEntries(counts.map(({ reason, count }) => [reason, count]));
  };
  const directory = createDeviceCache(store);
  return { store, farmId, gate, stored, refused, directory, topic: `farm/${farmId}/n01/state` };
}

type House = Awaited<ReturnType<typeof aHouse>>;

/** Connects the ingest; resolves when the broker has confirmed the subscription. */
async function open(
  url: string,
  { directory, gate }: Pick<House, 'directory' | 'gate'>,
  more: Partial<MqttDeps> = {},
): Promise<MqttClient> {
  const settings = { url, username: undefined, password: undefined };
  const deps = { directory, gate, log, clientId: 'onsil-test', now: Date.now, ...more };
  const client = connectMqtt(settings, deps);
  onTestFinished(() => client.endAsync(true));
  await subscribed(client);
  return client;
}

const subscribed = (client: MqttClient) =>
  new Promise((resolve) =>
    client.once('packetreceive', function wait(packet) {
      if (packet.cmd === 'suback') resolve(undefined);
      else client.once('packetreceive', wait);
    }),
  );

/** Publishes like a sensor node, with QoS 1; resolves when the broker has the message. */
async function aNode(broker: Broker, topic: string) {
  const client = await aPublisher(broker.url);
  return (state: unknown, { retain = false, to = topic } = {}) =>
    client.publishAsync(to, typeof state === 'string' ? state : JSON.stringify(state), { qos: 1, retain });
}

describe('the MQTT door', () => {
  it('stores what a node publishes, flat or as a batch, and counts nonsense between', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    await open(broker.url, house);
    const publish = await aNode(broker, house.topic);
    const at = Date.now() - MINUTE_MS;
    await publish('not json');
    await publish({ temperature: 1 }, { to: 'farm/999/n01/state' });
    await publish({ at, temperature: 12.5, humidity: 80 });
    await publish({ readings: [{ sensor: 'temperature', at: at + 1_000, value: 12.6 }] });
    expect(await pollUntil(house.stored, (values) => values.length === 3)).toEqual([12.5, 80, 12.6]);
    expect(await house.refused()).toEqual({ MALFORMED: 1 });
  });

  it('takes what a controller reports of an actuator for a reading of it, once, and not from one without the time', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    let knowsTime = true;
    await open(broker.url, house, { knowsTime: () => knowsTime });
    const publish = await aNode(broker, house.topic);
    const at = new Date(Date.now() - MINUTE_MS).toISOString();
    const rest = { targetPct: 40, isMoving: false, isEstimated: false, run: null, id: null, endsAt: null, fault: null };
    const state = { v: 1, at, levelPct: 40, source: 'command', ...rest };
    const to = house.topic.replace(/state$/, 'humidity/state');
    await publish(state, { to, retain: true });
    await publish(state, { to, retain: true });
    await publish({ ...state, levelPct: 140 }, { to });
    await pollUntil(house.refused, ({ MALFORMED = 0 }) => MALFORMED > 0);
    expect(await house.stored()).toEqual([40]);
    knowsTime = false;
    await publish({ ...state, at: new Date().toISOString() }, { to });
    expect(await pollUntil(house.refused, ({ UNDATED = 0 }) => UNDATED > 0)).toMatchObject({ UNDATED: 1 });
    expect(await house.stored()).toEqual([40]);
  });

  it('takes what was published while the server was away', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    const first = await open(broker.url, house);
    await first.endAsync();
    const publish = await aNode(broker, house.topic);
    for (let i = 0; i < 20; i += 1) await publish({ at: Date.now() - i * MINUTE_MS, temperature: i });
    await open(broker.url, house);
    expect(await pollUntil(house.stored, (values) => values.length === 20)).toHaveLength(20);
  });

  it('acknowledges only what is stored: a message whose commit failed comes again', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    let failures = 2;
    const flaky: Gate = {
      ...house.gate,
      accept: (device, sent, arrival) => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('disk full')) : house.gate.accept(device, sent, arrival);
      },
    };
    await open(broker.url, { ...house, gate: flaky });
    const publish = await aNode(broker, house.topic);
    await publish({ at: Date.now(), temperature: 20 });
    expect(await pollUntil(house.stored, (values) => values.length === 1, 15_000)).toEqual([20]);
    expect(failures).toBeLessThan(0);
  });

  it('refuses a message over 2 MB without looking into it', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    await open(broker.url, house);
    const publish = await aNode(broker, house.topic);
    const at = Date.now();
    await publish({ at, temperature: 20, filler: 'x'.repeat(2_000_000) });
    await publish({ at, temperature: 21, filler: 'x'.repeat(1_999_900) });
    expect(await pollUntil(house.stored, (values) => values.length > 0)).toEqual([21]);
    expect(await house.refused()).toEqual({ TOO_LARGE: 1 });
  });

  it('knows a farm by one spelling of its index alone', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    await open(broker.url, house);
    const publish = await aNode(broker, house.topic);
    const at = Date.now();
    for (const alias of [`0${house.farmId}`, `00${house.farmId}`, `${house.farmId}.0`, ` ${house.farmId}`]) {
      await publish({ at, temperature: 1 }, { to: `farm/${alias}/n01/state` });
    }
    await publish({ at, temperature: 2 });
    expect(await pollUntil(house.stored, (values) => values.length > 0)).toEqual([2]);
  });
});

describe('a state without a time', () => {
  it('is of the moment it arrives when it was published under the door’s eyes', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    await open(broker.url, house);
    const publish = await aNode(broker, house.topic);
    const before = Date.now();
    await publish({ temperature: 20 });
    await pollUntil(house.stored, (values) => values.length === 1);
    const { at } = await house.store.db.selectFrom('reading').select('at').executeTakeFirstOrThrow();
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('is refused and counted when it waited while the server was down: 60 of 60, and the dated among them are stored', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    const first = await open(broker.url, house);
    await first.endAsync();
    const publish = await aNode(broker, house.topic);
    const at = Date.now() - MINUTE_MS;
    for (let i = 0; i < 60; i += 1) {
      await publish({ temperature: i });
      if (i % 20 === 0) await publish({ at: at + i, temperature: 100 + i });
    }
    await open(broker.url, house);
    await publish({ temperature: 33 });
    expect(await pollUntil(house.stored, (values) => values.includes(33))).toEqual([100, 120, 140, 33]);
    expect(await house.refused()).toEqual({ UNDATED: 60 });
  });

  it('is never dated when the broker retained it, however often the server starts', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    const publish = await aNode(broker, house.topic);
    await publish({ temperature: 25 }, { retain: true });
    for (let start = 0; start < 3; start += 1) {
      const client = await open(broker.url, house);
      await publish({ at: Date.now(), humidity: 60 + start });
      await pollUntil(house.stored, (values) => values.length === start + 1);
      await client.endAsync();
    }
    expect(await house.stored()).toEqual([60, 61, 62]);
  });

  it('is refused when its node asks the broker to retain it: a bridge may bring it later', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    await open(broker.url, house);
    const publish = await aNode(broker, house.topic);
    await publish({ temperature: 25 }, { retain: true });
    await publish({ at: Date.now(), temperature: 26 }, { retain: true });
    expect(await pollUntil(house.stored, (values) => values.length > 0)).toEqual([26]);
    expect(await house.refused()).toEqual({ UNDATED: 1 });
  });

  it('is refused when it comes a second time', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    let hasFailed = false;
    const flaky: Gate = {
      ...house.gate,
      accept: (device, sent, arrival) => {
        if (hasFailed) return house.gate.accept(device, sent, arrival);
        hasFailed = true;
        return Promise.reject(new Error('disk full'));
      },
    };
    await open(broker.url, { ...house, gate: flaky });
    const publish = await aNode(broker, house.topic);
    await publish({ temperature: 20 });
    await pollUntil(house.refused, ({ UNDATED = 0 }) => UNDATED > 0, 15_000);
    expect(await house.stored()).toEqual([]);
  });

  it('is refused once the subscription it came under is more than a minute old', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    let ahead = 0;
    await open(broker.url, house, { now: () => Date.now() + ahead });
    const publish = await aNode(broker, house.topic);
    ahead = 59 * SECOND_MS;
    await publish({ temperature: 20 });
    await pollUntil(house.stored, (values) => values.length === 1);
    ahead = 61 * SECOND_MS;
    await publish({ temperature: 21 });
    expect(await pollUntil(house.refused, ({ UNDATED = 0 }) => UNDATED > 0)).toEqual({ UNDATED: 1 });
    expect(await house.stored()).toEqual([20]);
  });

  it('goes on being taken under the next subscription', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    let now = Date.now();
    const client = await open(broker.url, house, { now: () => now, renewMs: 100 });
    now += 150;
    // The first confirmation may belong to an earlier subscription.
    await subscribed(client);
    await subscribed(client);
    // The first identifier is 300 ms old now, the next one 150 ms; the limit is 200 ms.
    now += 150;
    const publish = await aNode(broker, house.topic);
    await publish({ temperature: 21 });
    expect(await pollUntil(house.stored, (values) => values.length > 0)).toEqual([21]);
  });
});

describe('a broker that knows nothing newer than MQTT 3.1.1', () => {
  it('brings dated states, those published while the server was away, too', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    const url = await anOldListener(broker);
    const first = await open(url, house);
    expect(first.options.protocolVersion).toBe(4);
    const publish = await aNode(broker, house.topic);
    const at = Date.now() - MINUTE_MS;
    await publish({ at, temperature: 20 });
    await pollUntil(house.stored, (values) => values.length === 1);
    await first.endAsync();
    await publish({ at: at + 1_000, temperature: 21 });
    await open(url, house);
    expect(await pollUntil(house.stored, (values) => values.length === 2)).toEqual([20, 21]);
  });

  it('says nothing of a message’s age: one without a time is refused by name', async () => {
    const broker = await aBroker();
    const house = await aHouse();
    const publish = await aNode(broker, house.topic);
    await publish({ temperature: 25 }, { retain: true });
    await open(await anOldListener(broker), house);
    await publish({ temperature: 26 });
    await publish({ at: Date.now(), temperature: 27 });
    expect(await pollUntil(house.stored, (values) => values.length > 0)).toEqual([27]);
    expect(await house.refused()).toEqual({ UNDATED: 2 });
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
      expect(readingsIn(text)).toBe('MALFORMED');
    }
  });
});
