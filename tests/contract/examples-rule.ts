import { reservationCompositeDefaults } from '#contract/control/rule/reservation-composite.ts';
import { reservationGhgDefaults } from '#contract/control/rule/reservation-ghg.ts';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { type RuleFamily, type RuleFields, ruleFamilies } from '#contract/control/rule/rule.ts';
import { waterSensorDefaults } from '#contract/control/rule/water-sensor.ts';
import { waterTimeDefaults } from '#contract/control/rule/water-time.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { addRule } from '#server/control/rule-commands.ts';
import { aDevice } from '../support/store/store.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Channels that rules use. */
type Channels = Record<'valve' | 'soil' | 'air' | 'vent' | 'fan' | 'co2' | 'supply', number>;

type NamedType = 'WATER' | 'SOIL_MOISTURE' | 'TEMPERATURE' | 'VENT' | 'FAN' | 'CO2' | 'CO2_SUPPLY';

/** Channels for rules, of a farm with one channel of each type. */
export const channelsOf = (of: (type: NamedType) => number): Channels => ({
  valve: of('WATER'),
  soil: of('SOIL_MOISTURE'),
  air: of('TEMPERATURE'),
  vent: of('VENT'),
  fan: of('FAN'),
  co2: of('CO2'),
  supply: of('CO2_SUPPLY'),
});

/** A rule of each family, as a grower would write it. */
export const formsOf = ({ valve, soil, air, vent, fan, co2, supply }: Channels) =>
  ({
    'water-time': {
      ...waterTimeDefaults,
      days: [1, 4],
      name: '아침 관수',
      starts: ['06:30'],
      steps: [{ valve, amount: 20 }],
    },
    'water-sensor': {
      ...waterSensorDefaults,
      days: [1, 2, 3, 4, 5, 6, 7],
      seasons: [],
      windows: [],
      name: '흙 보고 관수',
      sensors: [soil],
      fromPct: 28,
      toPct: 34,
      steps: [{ valve, doseMin: 10 }],
      dailyMax: { minutes: 60 },
    },
    'reservation-target': {
      ...reservationTargetDefaults,
      name: '낮 환기',
      sensors: [air],
      targets: [{ from: 'sunrise', to: 'sunset', value: 25 }],
      actuators: [vent],
    },
    'reservation-composite': {
      ...reservationCompositeDefaults,
      name: '무더위',
      when: {
        match: 'all',
        items: [
          {
            kind: 'sensor',
            sensors: [air],
            by: 'max',
            op: 'above',
            value: 33,
            value2: null,
            hysteresis: 0.5,
            forMin: 0,
          },
        ],
      },
      actions: [{ channel: fan, levelPct: 100, forSec: 600, litres: null, afterSec: 0 }],
    },
    'reservation-ghg': {
      ...reservationGhgDefaults,
      windows: [],
      name: '아침 탄산',
      co2Sensors: [co2],
      supplies: [supply],
      vents: [vent],
    },
  }) satisfies { [Family in RuleFamily]: RuleFields & { family: Family } };

/** A shared farm with everything that rules need. */
export async function aRuleFarm(world: World) {
  const farmIndex = await aSharedFarm(world);
  const types = ['WATER', 'SOIL_MOISTURE', 'TEMPERATURE', 'VENT', 'FAN', 'CO2', 'CO2_SUPPLY'] as const;
  const { channels } = await aDevice(world.server.store, farmIndex, types);
  const of = (type: (typeof types)[number]) => channels.get(type.toLowerCase()) ?? 0;
  return { farmIndex, forms: formsOf(channelsOf(of)) };
}

async function aRule(world: World, family: RuleFamily) {
  const { farmIndex, forms } = await aRuleFarm(world);
  const [id, fields] = [crypto.randomUUID(), forms[family]];
  const { store } = world.server;
  await store.db.transaction().execute((trx) => addRule(trx, { farmId: farmIndex, id }, fields, Date.now()));
  return { farmIndex, id, fields };
}

const missing = () => ({ params: { id: NOBODY } });

type Verb = 'manage' | 'get' | 'create' | 'update' | 'switch' | 'delete';

const familyExamples = (family: RuleFamily): Record<Verb, Example> => ({
  manage: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId, sort: '-changedAt' } }),
    bad: [{ query: { sort: 'mood' }, field: 'sort' }],
  },
  get: {
    input: async (world) => ({ params: { id: (await aRule(world, family)).id } }),
    missing,
    bad: [{ params: { id: '17' }, field: 'id' }],
  },
  create: {
    input: async (world) => {
      const { farmIndex, forms } = await aRuleFarm(world);
      return { body: { ...forms[family], farmIndex } };
    },
    bad: [
      { body: { name: ' ' }, field: 'name' },
      { body: { days: [] }, field: 'days' },
      { body: { validFrom: '2026-07-01', validTo: '2026-06-01' }, field: 'validTo' },
      { body: { seasons: ['한여름'] }, field: 'seasons' },
      { body: { enabled: true, mode: 'act' }, field: 'enabled' },
    ],
  },
  update: {
    input: async (world) => {
      const { id, fields } = await aRule(world, family);
      return { params: { id }, body: { ...fields, priority: 3, base: fields } };
    },
    missing: ({ body }) => ({ ...missing(), body }),
    bad: [
      { body: { priority: 10 }, field: 'priority' },
      { body: { mode: 'act', enabled: true }, field: 'enabled' },
    ],
  },
  switch: {
    input: async (world) => {
      const { id } = await aRule(world, family);
      const body = { enabled: true, mode: 'watch', base: { enabled: false, mode: 'watch' } };
      return { params: { id }, body };
    },
    missing: ({ body }) => ({ ...missing(), body }),
    bad: [
      { body: { enabled: 1 }, field: 'enabled' },
      { body: { mode: 'act' }, field: 'enabled' },
    ],
  },
  delete: {
    input: async (world) => {
      const { id, fields } = await aRule(world, family);
      return { params: { id }, body: { confirmName: fields.name } };
    },
    missing: ({ body }) => ({ ...missing(), body }),
    bad: [{ body: { confirmName: '다른 이름' }, field: 'confirmName' }],
  },
});

const [composite, target, ghg, sensor, time] = [
  familyExamples('reservation-composite'),
  familyExamples('reservation-target'),
  familyExamples('reservation-ghg'),
  familyExamples('water-sensor'),
  familyExamples('water-time'),
];

/** The family of a page; any family without a page. */
const familyOf = (page = '') => ruleFamilies.find((family) => page.includes(family)) ?? 'water-time';

/** Examples of rules. */
export const ruleExamples = {
  rehearseRule: {
    input: async (world, page) => {
      const { farmIndex, forms } = await aRuleFarm(world);
      return { body: { farmIndex, days: 1, fields: forms[familyOf(page)] } };
    },
    bad: [
      { body: { days: 15 }, field: 'days' },
      { body: { id: 'soil' }, field: 'id' },
      { body: { fields: { ...waterTimeDefaults, name: '아침', starts: ['06:30'], steps: [] } }, field: 'fields.steps' },
    ],
  },
  getRuleChoices: {
    input: ({ farmId }) => ({ params: { id: farmId } }),
    missing: () => ({ params: { id: 999_999 } }),
    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  manageReservationComposite: composite.manage,
  getReservationComposite: composite.get,
  createReservationComposite: composite.create,
  updateReservationComposite: composite.update,
  switchReservationComposite: composite.switch,
  deleteReservationComposite: composite.delete,
  manageReservationTarget: target.manage,
  getReservationTarget: target.get,
  createReservationTarget: target.create,
  updateReservationTarget: target.update,
  switchReservationTarget: target.switch,
  deleteReservationTarget: target.delete,
  manageReservationGhg: ghg.manage,
  getReservationGhg: ghg.get,
  createReservationGhg: ghg.create,
  updateReservationGhg: ghg.update,
  switchReservationGhg: ghg.switch,
  deleteReservationGhg: ghg.delete,
  manageWaterSensor: sensor.manage,
  getWaterSensor: sensor.get,
  createWaterSensor: sensor.create,
  updateWaterSensor: sensor.update,
  switchWaterSensor: sensor.switch,
  deleteWaterSensor: sensor.delete,
  manageWaterTime: time.manage,
  getWaterTime: time.get,
  createWaterTime: time.create,
  updateWaterTime: time.update,
  switchWaterTime: time.switch,
  deleteWaterTime: time.delete,
} satisfies Partial<Record<EndpointName, Example>>;
