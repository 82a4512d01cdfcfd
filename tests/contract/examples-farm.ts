import { randomUUID } from 'node:crypto';
import { aFarm } from '../support/store/store.ts';
import { aSharedFarm, type Example, farmFields, type World } from './examples.ts';

const noWeather = { publicStationId: null, ambientMac: null, hasAmbientKeys: false };
export const ambientKeys = { apiKey: 'a1'.repeat(32), applicationKey: 'b2'.repeat(32) };

/** A deleted farm of the owner; `daysAgo` is the age of the deletion. */
export async function aDeletedFarm({ server: { store }, ids }: World, daysAgo = 0): Promise<number> {
  const farmId = await aFarm(store, { ownerId: ids.owner, name: farmFields.farmName });
  const deletedAt = Date.now() - daysAgo * 86_400_000;
  await store.db.updateTable('farm').set({ deleted_at: deletedAt }).where('farm_id', '=', farmId).execute();
  return farmId;
}

/** A crop that was just deleted. */
export async function aDeletedCrop({ server: { store } }: World, farmId: number): Promise<string> {
  const crop_id = randomUUID();
  await store.db
    .insertInto('crop')
    .values({
      farm_id: farmId,
      crop_id,
      item_code: 'CRO01',
      variety: '미니향',
      house: '1동',
      cultivation: '',
      status: '',
      area_m2: null,
      tree_count: null,
      planted_on: null,
      bud_break_on: null,
      created_at: 0,
      deleted_at: Date.now(),
    })
    .execute();
  return crop_id;
}

/** Examples of what belongs to farms. */
export const farmExamples = {
  awsInfo: {
    input: async (world) => ({
      params: { id: await aSharedFarm(world) },
      body: { publicStationId: '184', ambientMac: '00-0e-c6-20-0f-7b', ambientKeys, base: noWeather },
    }),

    bad: [
      { body: { publicStationId: '1' }, field: 'publicStationId' },
      { body: { ambientMac: '00:0E:C6' }, field: 'ambientMac' },
      { body: { ambientKeys: { ...ambientKeys, apiKey: 'short' } }, field: 'ambientKeys.apiKey' },
      { body: { ambientKeys: { apiKey: ambientKeys.apiKey } }, field: 'ambientKeys.applicationKey' },
      { body: { base: null }, field: 'base' },
    ],
  },
  leadFarms: {
    input: () => ({ query: { search: '농장', sort: '-isLeadFarm', page: 1, size: 5 } }),
    as: 'administrator',
    bad: [{ query: { sort: 'areaM2' }, field: 'sort' }],
  },
  setLeadFarm: {
    input: async (world) => ({ params: { id: await aSharedFarm(world) }, body: { isLeadFarm: true } }),
    as: 'administrator',
    bad: [{ body: { isLeadFarm: 'yes' }, field: 'isLeadFarm' }],
  },
  deletedThings: {
    input: () => ({ query: { search: '농장', sort: 'name', page: 1, size: 5 } }),
    as: 'administrator',
    bad: [{ query: { size: '0' }, field: 'size' }],
  },
  restoreDeleted: {
    input: async (world) => ({ body: { farmIndex: await aDeletedFarm(world), cropId: null } }),
    as: 'administrator',
    bad: [{ body: { farmIndex: 'one' }, field: 'farmIndex' }],
  },
} satisfies Record<string, Example>;
