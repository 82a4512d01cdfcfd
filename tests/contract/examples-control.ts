import { defaultSettings } from '#contract/control/actuator.ts';
import { setActuator } from '#server/control/actuators.ts';
import { askedCommand } from '#server/control/command-life.ts';
import { saveLockOut, saveOverride, stopFarm } from '#server/control/commands.ts';
import { saveCommands } from '#server/control/engine/command-store.ts';
import { addTrips } from '#server/control/engine/memory-store.ts';
import { addRule } from '#server/control/rule-commands.ts';
import { aDevice } from '../support/store/store.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';
import { formsOf } from './examples-rule.ts';

const id = (last: number) => `00000000-0000-4000-8000-0000000000${last}`;
const [RULE, COMMAND] = [id(71), id(72)];

/** A shared farm with a commanded valve, whose controller is attached to the server. */
async function aCommandedFarm(world: World) {
  const { server } = world;
  const { store, controllers } = server;
  const farmId = await aSharedFarm(world);
  const device = `gate${farmId}`;
  const { channels } = await aDevice(store, farmId, ['WATER', 'SOIL_MOISTURE', 'CO2_SUPPLY', 'VENT'], { code: device });
  const [valve = 0, soil = 0, vent = 0] = ['water', 'soil_moisture', 'vent'].map((code) => channels.get(code));
  const there = { isReachable: () => true, version: () => 1 };
  controllers.attach(farmId, device, { ...there, tell: () => {}, send: () => {}, beat: () => {} });
  const settings = { ...defaultSettings('WATER'), isCommanded: true };
  const supply = { ...defaultSettings('CO2_SUPPLY'), isCommanded: true };
  await store.db.transaction().execute(async (trx) => {
    await setActuator(trx, { farmId, channel: valve }, settings);
    await setActuator(trx, { farmId, channel: channels.get('co2_supply') ?? 0 }, supply);
    await setActuator(trx, { farmId, channel: vent }, { ...defaultSettings('VENT'), isCommanded: true });
  });
  return { farmId, valve, soil, vent, settings, store, by: { userId: world.ids.owner, at: Date.now() } };
}

const missing = [{ params: { id: 'x' }, field: 'id' }];

export const controlExamples = {
  getControl: { input: async (world) => ({ params: { id: (await aCommandedFarm(world)).farmId } }), bad: missing },
  getProtections: { input: async (world) => ({ params: { id: (await aCommandedFarm(world)).farmId } }), bad: missing },
  controlLog: {
    input: ({ farmId }) => ({ params: { id: farmId }, query: { outcome: 'started', from: '2026-11-01' } }),
    bad: [
      { query: { outcome: 'flown' }, field: 'outcome' },
      { query: { kind: 'flight' }, field: 'kind' },
      { query: { from: 'yesterday' }, field: 'from' },
    ],
  },
  setOverride: {
    input: async (world) => {
      const { farmId, valve } = await aCommandedFarm(world);
      return { params: { id: farmId }, body: { channel: valve, levelPct: 100, minutes: 10 } };
    },
    bad: [
      { body: { levelPct: 101 }, field: 'levelPct' },
      { body: { minutes: 721 }, field: 'minutes' },
    ],
  },
  holdKey: {
    input: async (world) => {
      const { farmId, vent } = await aCommandedFarm(world);
      return { params: { id: farmId }, body: { channel: vent, levelPct: 100, minutes: 10 } };
    },
    bad: [
      { body: { levelPct: 50 }, field: 'levelPct' },
      { body: { isAgain: 1 }, field: 'isAgain' },
    ],
  },
  letGoKey: {
    input: async (world) => {
      const { farmId, vent, store, by } = await aCommandedFarm(world);
      const ends = { endsAt: by.at + 600_000, heldUntil: by.at + 10_000 };
      const hand = { id: id(74), levelPct: 100, litres: null, ...ends };
      await store.db.transaction().execute((trx) => saveOverride(trx, { farmId, channel: vent }, hand, by));
      return { params: { id: farmId, channel: vent } };
    },
    bad: [{ params: { id: 'x', channel: '1' }, field: 'id' }],
  },
  endOverride: {
    input: async (world) => {
      const { farmId, valve, store, by } = await aCommandedFarm(world);
      const hand = { id: id(73), levelPct: 0, endsAt: by.at + 600_000, litres: null };
      await store.db.transaction().execute((trx) => saveOverride(trx, { farmId, channel: valve }, hand, by));
      return { params: { id: farmId, channel: valve } };
    },
    bad: [{ params: { id: 'x', channel: '1' }, field: 'id' }],
  },
  stopAll: {
    input: async (world) => ({ params: { id: (await aCommandedFarm(world)).farmId }, body: { minutes: 30 } }),
    bad: [{ body: { minutes: 4 }, field: 'minutes' }],
  },
  liftStopAll: {
    input: async (world) => {
      const { farmId, store, by } = await aCommandedFarm(world);
      await store.db.transaction().execute((trx) => stopFarm(trx, farmId, { id: id(74), minutes: 30 }, by));
      return { params: { id: farmId } };
    },
    bad: missing,
  },
  peopleInside: {
    input: async (world) => ({ params: { id: (await aCommandedFarm(world)).farmId }, body: { minutes: 60 } }),
    bad: [{ body: { minutes: 0 }, field: 'minutes' }],
  },
  peopleLeft: { input: async (world) => ({ params: { id: (await aCommandedFarm(world)).farmId } }), bad: missing },
  updateActuator: {
    input: async (world) => {
      const { valve, settings } = await aCommandedFarm(world);
      return { params: { id: valve }, body: { ...settings, maxRunSec: 1_800, base: settings } };
    },
    bad: [
      { body: { maxRunSec: 5 }, field: 'maxRunSec' },
      { body: { blindDuty: { onMin: 10, offMin: 20 } }, field: 'blindDuty' },
      { body: { flowChannel: 999_999 }, field: 'flowChannel' },
      { body: { upstream: [999_999] }, field: 'upstream' },
    ],
  },
  updateInterlock: {
    input: async (world) => {
      const { vent } = await aCommandedFarm(world);
      const base = { isOn: true, limitPct: null, value: null, holdSec: null, reason: '' };
      return {
        params: { id: vent, interlock: 'wind' },
        body: { ...base, limitPct: 20, value: 6, reason: '바람받이', base },
      };
    },
    bad: [
      { body: { value: 12 }, field: 'value' },
      { body: { reason: '' }, field: 'reason' },
    ],
  },
  lockOut: {
    input: async (world) => ({ params: { id: (await aCommandedFarm(world)).valve }, body: { reason: '밸브 교체' } }),
    bad: [{ body: { reason: '' }, field: 'reason' }],
  },
  liftLockOut: {
    input: async (world) => {
      const { farmId, valve, store, by } = await aCommandedFarm(world);
      await store.db
        .transaction()
        .execute((trx) => saveLockOut(trx, { farmId, channel: valve }, { reason: '밸브 교체', endsAt: null }, by));
      // Other examples change people's names.
      const people = store.db.selectFrom('user').select('name').where('id', '=', by.userId);
      const { name } = await people.executeTakeFirstOrThrow();
      return { params: { id: valve }, body: { confirmName: name } };
    },
    bad: [{ body: { confirmName: 3 }, field: 'confirmName' }],
    // The lock of another person.
    exceptions: { writer: 403 },
  },
  clearTrip: {
    input: async (world) => {
      const { farmId, valve, store, by } = await aCommandedFarm(world);
      await store.db.transaction().execute((trx) => addTrips(trx, farmId, [{ channel: valve, by: 'UNPROVED' }], by.at));
      return { params: { id: valve }, body: { note: '필터를 청소함' } };
    },
    bad: [{ body: { note: '' }, field: 'note' }],
  },
  clearRule: {
    input: async (world) => {
      const { farmId, valve, soil, store, by } = await aCommandedFarm(world);
      const other = { air: 0, vent: 0, fan: 0, co2: 0, supply: 0 };
      const rule = `${RULE.slice(0, -6)}${String(farmId).padStart(6, '0')}`;
      const fields = formsOf({ valve, soil, ...other })['water-sensor'];
      await store.db.transaction().execute((trx) => addRule(trx, { farmId, id: rule }, fields, by.at));
      return { params: { id: farmId }, body: { rule, note: '센서를 다시 꽂음' } };
    },
    bad: [{ body: { rule: 'soil' }, field: 'rule' }],
  },
  getCommand: {
    input: async (world) => {
      const { farmId, valve, store, by } = await aCommandedFarm(world);
      const command = `${COMMAND.slice(0, -6)}${String(farmId).padStart(6, '0')}`;
      const planned = { id: command, run: id(75), channel: valve, do: 'on', levelPct: 100, maxRunSec: 600 } as const;
      const life = askedCommand({ ...planned, type: 'WATER' }, by.at);
      const whole = { ...planned, litres: null, why: 'manual', rule: null } as const;
      await store.db
        .transaction()
        .execute((trx) => saveCommands(trx, farmId, [{ planned: whole, life, term: 1, seq: 1 }]));
      return { params: { id: command } };
    },
    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
} satisfies Record<string, Example>;
