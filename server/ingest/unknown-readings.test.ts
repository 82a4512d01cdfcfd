import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, seoulDate } from '#contract/time/time.ts';
import { pollUntil } from '../../tests/support/poll-until.ts';
import { aGate } from '../../tests/support/server/gate.ts';
import { aServer, aUser, signIn } from '../../tests/support/server/server.ts';
import { aBroker, aPublisher } from '../../tests/support/services/broker.ts';
import { aDevice, aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { dropOldUnknown, listUnknown } from './unknown-readings.ts';

/** A grower with a server, and a device that has a temperature sensor only. */
async function aGrower(env: Record<string, string> = {}) {
  const server = await aServer({ env });
  const { store } = server;
  const farmId = await aFarm(store, { ownerId: await aUser(store, 'grower') });
  const device = await aDevice(store, farmId, ['TEMPERATURE']);
  const grower = await signIn(server.url, 'grower');
  const json = { 'content-type': 'application/json' };
  return {
    store,
    farmId,
    device,
    read: async (path: string) => (await grower.call(path)).json(),
    send: async (readings: unknown[]) => {
      const headers = { ...json, authorization: `Bearer ${device.key}` };
      const body = JSON.stringify({ readings });
      return (await fetch(`${server.url}/api/ingest`, { method: 'POST', headers, body })).json();
    },
    register: async (code: string, more: object = {}) => {
      const where = { deviceIndex: device.deviceId, areaName: '1동', intervalMs: MINUTE_MS };
      const body = JSON.stringify({ code, type: 'HUMIDITY', name: '습도', ...where, ...more });
      return (await grower.call('/api/sensors', { method: 'POST', headers: json, body })).json();
    },
    drop: async (code: string) => {
      const path = `/api/devices/${device.deviceId}/unwanted-codes`;
      return (await grower.call(path, { method: 'POST', headers: json, body: JSON.stringify({ code }) })).json();
    },
    reclaim: async (code: string) =>
      (await grower.call(`/api/devices/${device.deviceId}/unwanted-codes/${code}`, { method: 'DELETE' })).json(),
    change: async (sensorId: number, body: object) =>
      grower.call(`/api/sensors/${sensorId}`, { method: 'PUT', headers: json, body: JSON.stringify(body) }),
  };
}

const MQTT = { timeout: 20_000 };

describe('a reading whose code no sensor has', () => {
  it('is kept, told on the device’s page, among what needs a hand, and becomes the first of its sensor', async () => {
    const { farmId, device, read, send, register } = await aGrower();
    // All four on one day of Seoul: a day has every reading, two days have means.
    const at = Math.floor(Date.now() / (10 * MINUTE_MS) - 1) * 10 * MINUTE_MS;
    const readings = [61, 62, 163, 64].map((value, i) => ({ sensor: 'humi', at: at + i * MINUTE_MS, value }));
    const answer = await send([...readings, { sensor: 'temperature', at, value: 20 }]);
    expect(answer).toMatchObject({ stored: 1, kept: 4, refused: 0 });
    expect(answer.problems[0]).toMatchObject({ status: 'kept', reason: 'UNKNOWN_SENSOR' });
    expect(answer.problems[0].message).toContain('24시간');

    const told = { code: 'humi', value: 64, at: new Date(at + 3 * MINUTE_MS).toISOString(), count: 4 };
    const refusals = await read(`/api/devices/${device.deviceId}/refusals`);
    expect(refusals).toMatchObject({ counts: [], unknown: [{ ...told, spanMs: 3 * MINUTE_MS }] });
    const quality = await read(`/api/quality/${farmId}`);
    expect(quality.unknown).toMatchObject([{ ...told, deviceIndex: device.deviceId, deviceName: '시험 장치' }]);

    const { data: sensor } = await register('humi');
    expect(sensor).toMatchObject({ value: 64, hasReadings: true });
    const span = `begin=${seoulDate(at)}&end=${seoulDate(at)}&sensors=${sensor.index}`;
    const { sensorGraph } = (await read(`/api/monitor/record?${span}`)).data;
    expect(sensorGraph[0].points.mean).toEqual([61, 62, 64]);
    expect((await read(`/api/quality/${farmId}`)).unknown).toEqual([]);
    expect(await send(readings)).toMatchObject({ stored: 0, duplicate: 4, kept: 0 });
  });

  it('counts in the buckets of its sensor as it would have through the gate', async () => {
    const grower = await aGrower();
    const other = await aGrower();
    const { send, register } = grower;
    const at = Date.now() - DAY_MS / 2;
    const readings = [50, 63.5, 200, 41].map((value, i) => ({ sensor: 'humi', at: at + i * 7 * MINUTE_MS, value }));
    await send(readings);
    const adopted = (await register('humi')).data.index;
    const direct = (await other.register('humi')).data.index;
    await other.send(readings);
    const rows = async ({ store: { db } }: typeof other, channelId: number) => ({
      reading: await db.selectFrom('reading').selectAll().where('channel_id', '=', channelId).orderBy('at').execute(),
      rollup: (await db.selectFrom('rollup').selectAll().where('channel_id', '=', channelId).execute()).sort(
        (a, b) => a.width - b.width || a.start - b.start,
      ),
    });
    const found = await rows(grower, adopted);
    expect(found.reading.map(({ flag }) => flag)).toEqual([0, 0, 1, 0]);
    expect(found).toEqual(await rows(other, direct));
  });

  it('comes to a sensor whose code is set right', async () => {
    const { send, register, change, read } = await aGrower();
    const { data } = await register('humy');
    await send([{ sensor: 'humi', at: Date.now(), value: 63 }]);
    expect((await change(data.index, { code: 'humi' })).status).toBe(200);
    expect(await read(`/api/sensors/${data.index}`)).toMatchObject({ code: 'humi', value: 63 });
  });

  it('makes its device not look well, as does whatever was refused', async () => {
    const { device, read, send, register } = await aGrower();
    const url = `/api/devices/${device.deviceId}`;
    const before = Date.now();
    expect(await read(url)).toMatchObject({ lastSeenAt: null, unstoredAt: null });
    await send([{ sensor: 'humi', value: 63 }]);
    const found = await read(url);
    expect(found.lastSeenAt).toBe(null);
    expect(Date.parse(found.unstoredAt)).toBeGreaterThanOrEqual(before);
    const { rows } = await read('/api/manage/devices');
    expect(rows).toMatchObject([{ unstoredAt: found.unstoredAt }]);
    await register('humi');
    expect(await read(url)).toMatchObject({ unstoredAt: null, lastSeenAt: found.unstoredAt });
    await send([{ sensor: 'temperature', at: Date.now() + DAY_MS, value: 20 }]);
    expect((await read(url)).unstoredAt).not.toBe(null);
  });

  it('is refused where it cannot become a sensor’s: no possible code, no number, no possible time', async () => {
    const { device, read, send } = await aGrower();
    const answer = await send([
      { sensor: '습도', value: 1 },
      { sensor: 'at', value: 1 },
      { sensor: 7, value: 1 },
      { sensor: 'humi', value: '63' },
      { sensor: 'humi', value: 63, at: Date.now() + DAY_MS },
    ]);
    expect(answer).toMatchObject({ kept: 0, refused: 5 });
    const { counts, unknown } = await read(`/api/devices/${device.deviceId}/refusals`);
    expect(unknown).toEqual([]);
    expect(counts.map(({ reason, count }: { reason: string; count: number }) => [reason, count])).toEqual(
      expect.arrayContaining([
        ['UNKNOWN_SENSOR', 3],
        ['NOT_A_NUMBER', 1],
        ['FUTURE', 1],
      ]),
    );
  });

  it('is kept through MQTT, too, but not one without a time that has waited', MQTT, async () => {
    const broker = await aBroker();
    const { farmId, device, read } = await aGrower({ MQTT_URL: broker.url });
    const publisher = await aPublisher(broker.url);
    const publish = (state: object, retain = false) =>
      publisher.publishAsync(`farm/${farmId}/n01/state`, JSON.stringify(state), { qos: 1, retain });
    const told = () => read(`/api/devices/${device.deviceId}/refusals`);
    await publish({ at: Date.now(), humi: 63 });
    const { unknown } = await pollUntil(told, (all) => all.unknown.length > 0, 15_000);
    expect(unknown).toMatchObject([{ code: 'humi', value: 63, count: 1 }]);
    await publish({ soil: 30 }, true);
    expect((await pollUntil(told, (all) => all.counts.length > 0, 15_000)).counts[0].reason).toBe('UNDATED');
  });
});

describe('a code that nobody wants', () => {
  it('is asked about nowhere, is no reason to look after its device, and is asked about again once it is wanted', async () => {
    const { farmId, device, read, send, drop, reclaim } = await aGrower();
    const url = `/api/devices/${device.deviceId}`;
    await send([{ sensor: 'battery', value: 3.7 }]);
    await drop('battery');
    expect(await send([{ sensor: 'battery', value: 3.6, at: Date.now() + 1 }])).toMatchObject({ kept: 1, refused: 0 });
    expect(await read(`${url}/refusals`)).toMatchObject({ unknown: [], unwanted: ['battery'], counts: [] });
    expect((await read(`/api/quality/${farmId}`)).unknown).toEqual([]);
    expect((await read(url)).unstoredAt).toBe(null);

    await reclaim('battery');
    const { unknown, unwanted } = await read(`${url}/refusals`);
    expect(unwanted).toEqual([]);
    expect(unknown).toMatchObject([{ code: 'battery', value: 3.6, count: 2 }]);
    expect((await read(url)).unstoredAt).not.toBe(null);
  });

  it('is forgotten to be one when a sensor gets the code', async () => {
    const { device, read, send, drop, register } = await aGrower();
    await send([{ sensor: 'humi', value: 63 }]);
    await drop('humi');
    expect((await register('humi')).data).toMatchObject({ value: 63 });
    expect(await read(`/api/devices/${device.deviceId}/refusals`)).toMatchObject({ unwanted: [] });
  });

  it('takes no room from the 16 that are asked about', async () => {
    const { device, read, send, drop } = await aGrower();
    const codes = Array.from({ length: 18 }, (_, i) => `c${i}`);
    expect(await send(codes.map((sensor) => ({ sensor, value: 1 })))).toMatchObject({ kept: 16, refused: 2 });
    await drop('c0');
    expect(await send([{ sensor: 'c16', value: 1 }])).toMatchObject({ kept: 1, refused: 0 });
    expect(await send([{ sensor: 'c17', value: 1 }])).toMatchObject({ kept: 0, refused: 1 });
    expect((await read(`/api/devices/${device.deviceId}/refusals`)).unknown).toHaveLength(16);
  });
});

describe('what is kept of a device', () => {
  const NOW = Date.UTC(2026, 10, 21, 3, 0);

  async function aHouse() {
    const store = await aStore();
    const farmId = await aFarm(store);
    const { known } = await aDevice(store, farmId);
    let now = NOW;
    const gate = aGate(store, { now: () => now });
    const kept = async () => (await listUnknown(store, farmId, now)).map(({ code, count }) => [code, count]);
    const pass = (ms: number) => {
      now += ms;
    };
    return { store, known, gate, kept, pass };
  }

  it('is bounded: 16 codes, 1440 readings of each, the newest', async () => {
    const { store, known, gate, kept } = await aHouse();
    const long = Array.from({ length: 1_500 }, (_, i) => ({ sensor: 'c00', at: NOW - i * MINUTE_MS, value: i }));
    await gate.accept(known, long);
    await gate.accept(known, [{ sensor: 'c00', at: NOW + MINUTE_MS, value: 0 }]);
    const [oldest] = await store.db.selectFrom('unknown_reading').select('at').orderBy('at').limit(1).execute();
    expect(oldest?.at).toBe(NOW + MINUTE_MS - 1_439 * MINUTE_MS);
    const many = Array.from({ length: 20 }, (_, i) => ({
      sensor: `c${String(i).padStart(2, '0')}`,
      at: NOW,
      value: i,
    }));
    const answer = await gate.accept(known, many);
    expect(answer).toMatchObject({ kept: 16, refused: 4 });
    expect(answer.problems.filter(({ status }) => status === 'refused').map(({ index }) => index)).toEqual([
      16, 17, 18, 19,
    ]);
    const all = await kept();
    expect(all).toHaveLength(16);
    expect(all[0]).toEqual(['c00', 1_440]);
  });

  it('is forgotten 24 hours after it came, and makes room', async () => {
    const { store, known, gate, kept, pass } = await aHouse();
    await gate.accept(known, [{ sensor: 'humi', value: 63 }]);
    pass(DAY_MS - 1);
    expect(await kept()).toEqual([['humi', 1]]);
    pass(1);
    expect(await kept()).toEqual([]);
    await dropOldUnknown(store, NOW + DAY_MS);
    expect(await store.db.selectFrom('unknown_reading').selectAll().execute()).toEqual([]);
  });

  it('holds at most one reading a second of those that carry no time', async () => {
    const { known, gate, kept, pass } = await aHouse();
    for (let i = 0; i < 10; i += 1) {
      await gate.accept(known, [
        { sensor: 'humi', value: i },
        { sensor: 'humi', value: i },
      ]);
      pass(200);
    }
    expect(await kept()).toEqual([['humi', 2]]);
  });
});
