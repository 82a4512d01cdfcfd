import { aDevice, aFarm } from '../support/store/store.ts';
import type { Example, World } from './examples.ts';

const RANGE = { begin: '2026-11-20', end: '2026-11-21' };

/** A thermometer of a lead farm whose owner has nothing to do with the other people. */
async function aLeadSensor({ server: { store }, ids }: World): Promise<number> {
  const farmId = await aFarm(store, { ownerId: ids.administrator, name: '선도농가' });
  await store.db.updateTable('farm').set({ is_lead_farm: 1 }).where('farm_id', '=', farmId).execute();
  return (await aDevice(store, farmId)).channels.get('temperature') ?? 0;
}

/** A lead farm of the administrator, beside the own farm. */
async function aComparison(world: World) {
  const channel = await aLeadSensor(world);
  const { farmId } = await world.server.store.db
    .selectFrom('channel')
    .select('farm_id as farmId')
    .where('channel_id', '=', channel)
    .executeTakeFirstOrThrow();
  return { farmIndex: world.farmId, leadFarmIndex: farmId, channels: String(channel) };
}

async function aHumiditySensor({ server: { store }, farmId }: World): Promise<number> {
  const row = await store.db
    .selectFrom('channel')
    .select('channel_id as index')
    .where('farm_id', '=', farmId)
    .where('type', '=', 'HUMIDITY')
    .executeTakeFirstOrThrow();
  return row.index;
}

const month: Example = {
  input: ({ farmId }) => ({ query: { farmIndex: farmId, baseDate: '2026-11' } }),

  bad: [
    { query: { farmIndex: 'x', baseDate: '2026-11' }, field: 'farmIndex' },
    { query: { farmIndex: '1', baseDate: '2026-13' }, field: 'baseDate' },
    { query: { farmIndex: '1', baseDate: '2026-11-01' }, field: 'baseDate' },
    { query: { farmIndex: '1' }, field: 'baseDate' },
  ],
};

/** Examples of comparison, humidity and statistics. */
export const monitorExamples = {
  leadTargets: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId } }),

    bad: [{ query: { farmIndex: 'x' }, field: 'farmIndex' }],
  },
  leadRecord: {
    input: async (world) => ({ query: { mySensors: world.sensor, leadSensors: await aLeadSensor(world), ...RANGE } }),

    bad: [
      { query: { ...RANGE, leadSensors: '1' }, field: 'mySensors' },
      { query: { ...RANGE, mySensors: 'x' }, field: 'mySensors' },
      { query: { ...RANGE, mySensors: '1', leadSensors: 'x' }, field: 'leadSensors' },
    ],
  },
  leadTiles: {
    input: async (world) => ({ query: { ...(await aComparison(world)), level: '1h', tiles: '640,641' } }),

    bad: [
      { query: { farmIndex: '1', leadFarmIndex: '2', channels: '1', level: '5m', tiles: '640' }, field: 'level' },
      { query: { farmIndex: '1', channels: '1', level: '1h', tiles: '640' }, field: 'leadFarmIndex' },
    ],
  },
  leadTileChanges: {
    input: async (world) => {
      const { channels: _, ...farms } = await aComparison(world);
      return { query: { ...farms, since: 0 } };
    },

    bad: [{ query: { farmIndex: '1', leadFarmIndex: '2', since: '-1' }, field: 'since' }],
  },
  humidityTargets: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId } }),

    bad: [{ query: { farmIndex: 'x' }, field: 'farmIndex' }],
  },
  humidity: {
    input: async (world) => ({ query: { sensorIndex: await aHumiditySensor(world) } }),

    bad: [{ query: { sensorIndex: '' }, field: 'sensorIndex' }],
  },
  innerStatistics: month,
  flowStatistics: month,
  growthStatistics: month,
} satisfies Record<string, Example>;
