import { expect, it } from 'vitest';
import { aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { fillBoard } from './board.ts';

it('the board has a pinned notice that holds, a question that was answered, and a note of one farm', async () => {
  const store = await aStore();
  const now = Date.UTC(2026, 10, 22, 5);
  const farmId = await aFarm(store);
  await fillBoard(store, { farmId, users: { admin: 1, grower: 2, family: 3 }, now });
  const posts = await store.db.selectFrom('post').selectAll().orderBy('created_at').execute();
  expect(posts.map((post) => [post.farm_id, post.kind, post.is_pinned, post.until_on])).toEqual([
    [0, 'post', 0, null],
    [0, 'notice', 1, '2026-11-29'],
    [farmId, 'post', 0, null],
  ]);
  const comments = await store.db.selectFrom('comment').select('post_id').execute();
  expect(comments).toEqual([{ post_id: posts[0]?.post_id }]);
});
