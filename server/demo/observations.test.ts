import { expect, it } from 'vitest';
import { observationAt } from '#contract/growing/observation.ts';
import { aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { fieldsOf, findObservation } from '../growing/queries.ts';
import { demoFarms } from './farms.ts';
import { noteObservations } from './observations.ts';

const NOW = Date.UTC(2026, 10, 22, 5);

it('trees of the demonstration were measured for two seasons, as a form would have taken it, and only once', async () => {
  const store = await aStore();
  const farmId = await aFarm(store);
  const farm_code = demoFarms[0]?.code ?? '';
  await store.db.insertInto('demo_state').values({ farm_id: farmId, farm_code, state: '{}' }).execute();
  await store.db
    .insertInto('item_code')
    .values({ code: 'CRO901', name: '한라봉', position: 1, deleted_at: null })
    .execute();
  const crop = { farm_id: farmId, crop_id: '00000000-0000-4000-8000-000000000001', item_code: 'CRO901', house: '1동' };
  const rest = { variety: '', area_m2: null, tree_count: null, planted_on: null, created_at: 0, deleted_at: null };
  await store.db
    .insertInto('crop')
    .values({ ...crop, ...rest, cultivation: 'unheated', status: 'growing', bud_break_on: '2026-04-10' })
    .execute();
  const noted = () => store.db.selectFrom('observation').select(['observation_id as id', 'tree']).execute();

  await noteObservations(store, NOW);
  const rows = await noted();
  expect(new Set(rows.map(({ tree }) => tree)).size).toBe(8);
  const schema = observationAt(() => NOW);
  const seasons = new Set<string>();
  for (const { id } of rows) {
    const found = await findObservation(store, id);
    if (!found) throw new Error(`${id} is not to be found`);
    expect(schema.safeParse(fieldsOf(found)).error, id).toBeUndefined();
    seasons.add(found.observedAt < '2026-04-10' ? 'last' : 'this');
  }
  expect(seasons).toEqual(new Set(['last', 'this']));

  await noteObservations(store, NOW);
  expect(await noted()).toHaveLength(rows.length);
});
