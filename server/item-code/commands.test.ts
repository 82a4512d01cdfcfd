import { expect, it } from 'vitest';
import { aStore } from '../../tests/support/temporary.ts';
import { addBuiltInItems, addItemCode } from './commands.ts';

it('a new item gets the number after the highest, whatever else its code could be read as', async () => {
  const store = await aStore();
  await addBuiltInItems(store);
  const add = (itemsName: string) =>
    store.db.transaction().execute((trx) => addItemCode(trx, { itemsName, position: 1, isRetired: false }, 0));
  expect(await add('댕유지')).toBe('CRO501');
  for (const code of ['CRO1e9', 'CRO4e0020', 'CRO']) {
    await store.db.insertInto('item_code').values({ code, name: code, position: 2, deleted_at: null }).execute();
  }
  expect(await add('하귤')).toBe('CRO502');
});
