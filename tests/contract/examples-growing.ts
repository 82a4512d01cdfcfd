import { randomUUID } from 'node:crypto';
import type { ObservationFields } from '#contract/growing/observation.ts';
import { addObservation } from '#server/growing/commands.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';
import { aCropOn } from './examples-crop.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** An observation of a crop as it is stored. */
const observed = (farmIndex: number, cropId: string): ObservationFields => ({
  farmIndex,
  cropId,
  house: '1동',
  tree: '12',
  season: '비대기',
  observedAt: '2026-09-01T01:30:00.000Z',
  shootCm: null,
  fruitMm: 52.4,
  brix: 8.2,
  acidityPct: null,
  leafSpad: null,
  leafColour: 4,
  pests: ['redMite'],
  otherPest: '',
  note: '',
  confirmed: [],
});

/** An observation of a crop of a farm, for a call to find. */
export async function anObservationOn(
  { server: { store }, ids }: World,
  farmIndex: number,
  cropId: string,
): Promise<{ id: string; fields: ObservationFields }> {
  const id = randomUUID();
  const fields = observed(farmIndex, cropId);
  await store.db.transaction().execute((trx) => addObservation(trx, id, fields, { userId: ids.owner, at: Date.now() }));
  return { id, fields };
}

async function anObservation(world: World) {
  const farmIndex = await aSharedFarm(world);
  return anObservationOn(world, farmIndex, await aCropOn(world, farmIndex));
}

const bad = [
  { body: { cropId: NOBODY }, field: 'cropId' },
  { body: { brix: 82 }, field: 'brix' },
  { body: { brix: 24 }, field: 'brix' },
  { body: { leafColour: 2.5 }, field: 'leafColour' },
  { body: { observedAt: '2999-01-01T00:00:00Z' }, field: 'observedAt' },
  { body: { pests: ['none', 'scab'] }, field: 'pests' },
  { body: { pests: ['wolf'] }, field: 'pests.0' },
  { body: { fruitMm: null, brix: null, leafColour: null, pests: [] }, field: 'note' },
  { body: { tree: 'a'.repeat(21) }, field: 'tree' },
  { body: { tree: '0' }, field: 'tree' },
];

/** Examples of observations of growth. */
export const growingExamples = {
  createObservation: {
    input: async (world) => {
      const farmIndex = await aSharedFarm(world);
      return { body: { id: randomUUID(), ...observed(farmIndex, await aCropOn(world, farmIndex)) } };
    },

    bad: [...bad, { body: { id: 'first' }, field: 'id' }],
  },
  getObservation: {
    input: async (world) => ({ params: { id: (await anObservation(world)).id } }),

    bad: [{ params: { id: '17' }, field: 'id' }],
  },
  updateObservation: {
    input: async (world) => {
      const { id, fields } = await anObservation(world);
      return { params: { id }, body: { ...fields, fruitMm: 53.1, base: fields } };
    },

    bad: [...bad, { body: { base: null }, field: 'base' }, { body: { farmIndex: 1 }, field: 'farmIndex' }],
  },
  deleteObservation: {
    input: async (world) => ({ params: { id: (await anObservation(world)).id }, body: {} }),

    bad: [{ params: { id: '17' }, field: 'id' }],
  },
  manageObservations: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId, sort: '-brix', from: '2026-01-01', to: '2026-12-31' } }),
    bad: [
      { query: { sort: 'colour' }, field: 'sort' },
      { query: { from: '2026-02-30' }, field: 'from' },
      { query: { cropId: '5' }, field: 'cropId' },
    ],
  },
  observedTrees: {
    input: ({ farmId }) => ({ params: { id: farmId } }),

    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  cropGrowth: {
    input: async (world) => ({ params: { id: await aCropOn(world, await aSharedFarm(world)) } }),

    bad: [{ params: { id: 'x'.repeat(41) }, field: 'id' }],
  },
} satisfies Record<string, Example>;
