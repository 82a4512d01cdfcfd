import { aDevice } from '../support/store/store.ts';
import type { Example, World } from './examples.ts';

const deviceFields = { name: '1동 제어기', code: 'ctl-1', kind: 'controller', place: '1동 입구', note: '' };

/** A device of the owner's farm, for a write to change. */
async function anotherDevice({ server: { store }, farmId }: World) {
  const code = `n${crypto.randomUUID().slice(0, 8)}`;
  const { deviceId, channels } = await aDevice(store, farmId, ['TEMPERATURE'], { code });
  return { deviceId, code, sensor: channels.get('temperature') ?? 0 };
}

const storedDevice = (code: string) => ({ name: '시험 장치', code, kind: 'controller', place: '', note: '' });

const badDevice = [
  { body: { name: '' }, field: 'name' },
  { body: { code: '1동' }, field: 'code' },
  { body: { code: 'N01/state' }, field: 'code' },
  { body: { kind: 'toaster' }, field: 'kind' },
  { body: { note: 'x'.repeat(501) }, field: 'note' },
];

const storedSensor = (deviceIndex: number) => ({
  deviceIndex,
  code: 'temperature',
  type: 'TEMPERATURE',
  name: 'TEMPERATURE',
  areaName: '1동',
  intervalMs: 60_000,
  plausibleMin: null,
  plausibleMax: null,
});

const badSensor = [
  { body: { code: '온도' }, field: 'code' },
  { body: { code: 'at' }, field: 'code' },
  { body: { type: 'VOLTAGE' }, field: 'type' },
  { body: { name: ' ' }, field: 'name' },
  { body: { areaName: '' }, field: 'areaName' },
  { body: { intervalMs: 10 }, field: 'intervalMs' },
  { body: { plausibleMin: 30, plausibleMax: 20 }, field: 'plausibleMax' },
  // Conflicts with the type's own limit at the other end.
  { body: { plausibleMin: 6000 }, field: 'plausibleMax' },
];

/** Examples of devices, their keys and their sensors. */
export const deviceExamples = {
  manageDevices: {
    input: ({ farmId }) => ({ query: { search: '장치', sort: '-lastSeenAt', page: 1, size: 5, farmIndex: farmId } }),
    bad: [
      { query: { sort: 'key' }, field: 'sort' },
      { query: { farmIndex: 'x' }, field: 'farmIndex' },
    ],
  },
  getDevice: {
    input: async (world) => ({ params: { id: (await anotherDevice(world)).deviceId } }),

    bad: [{ params: { id: 'first' }, field: 'id' }],
  },
  deviceRefusals: {
    input: async (world) => ({ params: { id: (await anotherDevice(world)).deviceId } }),

    bad: [{ params: { id: 'first' }, field: 'id' }],
  },
  dropCode: {
    input: async (world) => ({ params: { id: (await anotherDevice(world)).deviceId }, body: { code: 'battery' } }),

    bad: [
      { body: { code: '전지' }, field: 'code' },
      // This code belongs to a sensor of the device.
      { body: { code: 'temperature' }, field: 'code' },
    ],
  },
  reclaimCode: {
    input: async (world) => ({ params: { id: (await anotherDevice(world)).deviceId, code: 'battery' } }),

    bad: [{ params: { id: 1, code: '-' }, field: 'code' }],
  },
  createDevice: {
    input: ({ farmId }) => ({
      body: { ...deviceFields, code: `c${crypto.randomUUID().slice(0, 8)}`, farmIndex: farmId },
    }),

    bad: [...badDevice, { body: { code: 'n01' }, field: 'code' }, { body: { farmIndex: '1' }, field: 'farmIndex' }],
  },
  updateDevice: {
    input: async (world) => {
      const { deviceId, code } = await anotherDevice(world);
      return { params: { id: deviceId }, body: { ...storedDevice(code), place: '2동', base: storedDevice(code) } };
    },

    bad: [...badDevice, { body: { code: 'n01' }, field: 'code' }, { body: { base: null }, field: 'base' }],
  },
  deleteDevice: {
    input: async (world) => ({
      params: { id: (await anotherDevice(world)).deviceId },
      body: { confirmName: '시험 장치' },
    }),

    bad: [{ body: { confirmName: '다른 이름' }, field: 'confirmName' }],
  },
  issueDeviceKey: {
    input: async (world) => ({ params: { id: (await anotherDevice(world)).deviceId } }),

    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  revokeDeviceKey: {
    input: async (world) => ({ params: { id: (await anotherDevice(world)).deviceId } }),

    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  manageSensors: {
    input: ({ farmId }) => ({ query: { search: '1동', sort: 'readAt', page: 1, size: 5, farmIndex: farmId } }),
    bad: [
      { query: { sort: 'value' }, field: 'sort' },
      { query: { deviceIndex: 'x' }, field: 'deviceIndex' },
    ],
  },
  getSensor: {
    input: ({ sensor }) => ({ params: { id: sensor } }),

    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  createSensor: {
    input: async (world) => ({
      body: { ...storedSensor((await anotherDevice(world)).deviceId), code: 'co2', type: 'CO2', name: '이산화탄소' },
    }),

    bad: [...badSensor, { body: { code: 'temperature' }, field: 'code' }],
  },
  updateSensor: {
    input: async (world) => {
      const { deviceId, sensor } = await anotherDevice(world);
      const base = storedSensor(deviceId);
      return { params: { id: sensor }, body: { ...base, name: '온도', areaName: '2동', base } };
    },

    bad: [...badSensor, { body: { base: null }, field: 'base' }],
  },
  deleteSensor: {
    input: async (world) => ({
      params: { id: (await anotherDevice(world)).sensor },
      body: { confirmName: 'TEMPERATURE' },
    }),

    bad: [{ body: { confirmName: '다른 이름' }, field: 'confirmName' }],
  },
  calibrateSensor: {
    input: async (world) => ({
      params: { id: (await anotherDevice(world)).sensor },
      body: { sinceOn: '2026-11-01', correction: -0.4 },
    }),

    bad: [
      { body: { sinceOn: '2026-02-30' }, field: 'sinceOn' },
      { body: { sinceOn: '2999-01-01' }, field: 'sinceOn' },
      { body: { correction: '0.4' }, field: 'correction' },
      { body: { correction: 0.00001 }, field: 'correction' },
    ],
  },
  dropCalibration: {
    input: async (world) => {
      const { sensor } = await anotherDevice(world);
      await world.server.store.db
        .insertInto('calibration')
        .values({
          farm_id: world.farmId,
          channel_id: sensor,
          since: Date.parse('2026-11-01T00:00:00+09:00'),
          correction: 1,
          user_id: world.ids.owner,
          noted_at: 0,
        })
        .execute();
      return { params: { id: sensor, sinceOn: '2026-11-01' } };
    },

    bad: [{ params: { id: 1, sinceOn: 'yesterday' }, field: 'sinceOn' }],
  },
} satisfies Record<string, Example>;
