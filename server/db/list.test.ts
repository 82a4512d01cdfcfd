import { expect, it } from 'vitest';
import { isOnPostgres } from '../../tests/support/store/test-database.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { onePage, whole } from './list.ts';
import type { Store } from './open.ts';

const COUNT = 5_000;
/** Ordered differently by code points and by UTF-16. */
const houses = ['1동', '가', 'Ａ동', '🍊동', '', 'a%b'];

/** Observations in no order, without those of which the number is a multiple of 7. */
async function manyObservations({ db }: Store): Promise<void> {
  const rows = Array.from({ length: COUNT }, (_, n) => (n * 3_001) % COUNT).map((n) => ({
    ...{ farm_id: 1, observation_id: `id${n}`, crop_id: 'c', house: houses[n % 6] ?? '', tree: `${n % 100}` },
    ...{ season: '', observed_at: n % 50, shoot_cm: null, fruit_mm: n % 3 ? (n % 40) / 4 : null, brix: null },
    ...{ acidity_pct: null, leaf_spad: null, leaf_colour: null, pests: '[]', other_pest: '', note: '' },
    ...{ confirmed: '[]', user_id: n, created_at: 0, deleted_at: null },
  }));
  for (let from = 0; from < COUNT; from += 500) {
    await db
      .insertInto('observation')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  const sevenths = rows.map(({ user_id }) => user_id).filter((n) => n % 7 === 0);
  await db.deleteFrom('observation').where('user_id', 'in', sevenths).execute();
}

it('a list that is searched in portions has the same pages as one that is searched at once', async () => {
  const store = await aStore();
  await manyObservations(store);
  const portions = store.portionsOf('observation');
  // PostgreSQL searches beside this process.
  expect(portions.spans.length > 1).toBe(!isOnPostgres);
  const query = store.db.selectFrom('observation').selectAll().where('farm_id', '=', 1);
  const searched = ['observation.house', 'observation.tree'];
  const sorted = { at: 'observation.observed_at', house: 'observation.house', fruit: 'observation.fruit_mm' };
  const sorts = [undefined, 'at', '-at', 'house', '-house', 'fruit', '-fruit'] as const;
  for (const sort of sorts) {
    for (const search of [undefined, '7', '동 4', 'a%b', 'nothing like it']) {
      for (const [page, size] of [
        [1, 20],
        [7, 500],
      ] as const) {
        const ways = { searched, sorted, otherwise: 'observation.observation_id', isDescending: page > 1 };
        const asked = { sort, search, page, size };
        const found = await onePage(query, asked, { ...ways, portions });
        expect(found, JSON.stringify(asked)).toEqual(await onePage(query, asked, { ...ways, portions: whole }));
      }
    }
  }
});

it('counts empty values as the smallest, on both engines', async () => {
  const store = await aStore();
  await manyObservations(store);
  const query = store.db.selectFrom('observation').selectAll().where('farm_id', '=', 1);
  const ways = { searched: [], sorted: { fruit: 'observation.fruit_mm' }, otherwise: 'observation.observation_id' };
  const first = async (sort: 'fruit' | '-fruit') => {
    const { rows } = await onePage(query, { sort, search: undefined, page: 1, size: 1 }, ways);
    return rows[0]?.fruit_mm;
  };
  expect([await first('fruit'), await first('-fruit')]).toEqual([null, 9.75]);
});
