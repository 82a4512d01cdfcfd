import { randomUUID } from 'node:crypto';
import { addCrop } from '#server/crop/commands.ts';
import { aSharedFarm, type Example, type World } from './examples.ts';

const fields = {
  itemCode: 'CRO001',
  variety: '',
  house: '1동',
  areaM2: 1650,
  treeCount: 120,
  plantedOn: '2018-03-10',
  budBreakOn: null,
  cultivation: 'unheated',
  status: 'growing',
} as const;

/** A crop on a farm of the owner, for a write to change. */
async function aCrop(world: World): Promise<{ id: string; farmIndex: number }> {
  const farmIndex = await aSharedFarm(world);
  return { id: await aCropOn(world, farmIndex), farmIndex };
}

/** A crop on a farm, by its id. */
export async function aCropOn({ server: { store } }: World, farmIndex: number): Promise<string> {
  const id = randomUUID();
  await store.db.transaction().execute((trx) => addCrop(trx, id, { ...fields, farmIndex }, Date.now()));
  return id;
}

const bad = [
  { body: { itemCode: 'CRO999' }, field: 'itemCode' },
  { body: { areaM2: 0 }, field: 'areaM2' },
  { body: { treeCount: 1.5 }, field: 'treeCount' },
  { body: { plantedOn: '2018-02-30' }, field: 'plantedOn' },
  { body: { plantedOn: '2999-01-01' }, field: 'plantedOn' },
  { body: { budBreakOn: '2001-03-01' }, field: 'budBreakOn' },
  { body: { cultivation: 'space' }, field: 'cultivation' },
  { body: { status: 'sold' }, field: 'status' },
];

const anItem = (name: string) => ({ itemsName: name, position: 40, isRetired: false });

/** Examples of crops and item codes. */
export const cropExamples = {
  createCrop: {
    input: async (world) => ({ body: { ...fields, farmIndex: await aSharedFarm(world) } }),

    bad: [...bad, { body: { id: 'first' }, field: 'id' }],
  },
  getCrop: {
    input: async (world) => ({ params: { id: (await aCrop(world)).id } }),

    bad: [{ params: { id: '17' }, field: 'id' }],
  },
  updateCrop: {
    input: async (world) => {
      const { id, farmIndex } = await aCrop(world);
      const base = { ...fields, farmIndex };
      return { params: { id }, body: { ...base, treeCount: 130, base } };
    },

    bad: [...bad, { body: { base: null }, field: 'base' }, { body: { farmIndex: 1 }, field: 'farmIndex' }],
  },
  deleteCrop: {
    input: async (world) => ({ params: { id: (await aCrop(world)).id }, body: { confirmName: '한라봉' } }),

    bad: [{ body: { confirmName: '레드향' }, field: 'confirmName' }],
  },
  farmCrops: {
    input: ({ farmId }) => ({ params: { id: farmId } }),

    bad: [{ params: { id: 'x' }, field: 'id' }],
  },
  manageCrops: {
    input: ({ farmId }) => ({ query: { farmIndex: farmId, sort: '-budBreakOn' } }),
    bad: [{ query: { sort: 'colour' }, field: 'sort' }],
  },
  itemCodes: {
    input: () => ({ params: { prefix: 'CRO' } }),
    bad: [{ params: { prefix: 'cro%' }, field: 'prefix' }],
  },
  adminItemCodes: {
    input: () => ({ query: { search: '향' } }),
    as: 'administrator',
    bad: [{ query: { size: '0' }, field: 'size' }],
  },
  createItemCode: {
    input: () => ({ body: anItem(`새 품목 ${randomUUID().slice(0, 8)}`) }),
    as: 'administrator',
    bad: [{ body: { itemsName: ' ' }, field: 'itemsName' }],
  },
  updateItemCode: {
    input: async ({ server: { store } }) => {
      const code = `CRO${randomUUID().slice(0, 6)}`;
      const base = anItem(`품목 ${code}`);
      await store.db
        .insertInto('item_code')
        .values({ code, name: base.itemsName, position: base.position, deleted_at: null })
        .execute();
      return { params: { code }, body: { ...base, isRetired: true, base } };
    },
    as: 'administrator',
    bad: [{ body: { position: 0 }, field: 'position' }],
  },
} satisfies Record<string, Example>;
