import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { onCleanup } from '../../tests/support/on-cleanup.ts';
import { itOnSqlite } from '../../tests/support/store/it-on-sqlite.ts';
import { placeOf } from '../../tests/support/store/test-database.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';
import { openStore, type Store } from './open.ts';
import type { GatedReading } from './reading-writer.ts';
import { readSetting } from './setting.ts';
import { writeInvalidatedCache } from './write-invalidated-cache.ts';

describe('what was read', () => {
  let file: string;
  let store: Store;
  let readings: number;
  let ask: (name: string) => Promise<string | undefined>;
  beforeEach(async () => {
    file = path.join(temporaryDir(), 'onsil.db');
    store = await opened();
    readings = 0;
    const remember = writeInvalidatedCache<string | undefined>(store, ['catalogue']);
    ask = (name) =>
      remember(name, async () => {
        readings += 1;
        const setting = store.db.selectFrom('setting').select('value').where('name', '=', name);
        return (await setting.executeTakeFirst())?.value;
      });
  });

  const opened = async () => {
    const fresh = await openStore(await placeOf(file));
    onCleanup(() => fresh.close());
    return fresh;
  };
  const reading: GatedReading = { farmId: 1, channelId: 1, at: 0, value: 20, flag: 0 };
  const write = (name: string, value: string) => store.db.insertInto('setting').values({ name, value }).execute();

  it('is read once for all who ask until something is written', async () => {
    await write('a', '1');
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['1', '1', undefined]);
    expect(await ask('a')).toBe('1');
    expect(readings).toBe(2);
  });

  it('is kept while other tables are written', async () => {
    await write('a', '1');
    await ask('a');
    await store.db.insertInto('item_code').values({ code: 'CRO1', name: '', position: 1, deleted_at: null }).execute();
    expect(await ask('a')).toBe('1');
    const rememberedOfFarms = writeInvalidatedCache<number>(store, ['farms']);
    let asked = 0;
    const askFarms = () => rememberedOfFarms('', async () => (asked += 1));
    expect(await askFarms()).toBe(1);
    await store.db.transaction().execute(async (trx) => {
      await store.readings.insert(trx, [[reading]]);
      await store.readings.heard(trx, [{ farmId: 1, deviceId: 1 }], 0);
    });
    await write('b', '2');
    expect(await askFarms()).toBe(1);
  });

  it('is kept of nobody who is not known', async () => {
    await ask('a');
    await ask('a');
    expect(readings).toBe(2);
  });

  it('of readings is forgotten with every reading', async () => {
    const rememberedOfReadings = writeInvalidatedCache<number>(store, ['readings']);
    let asked = 0;
    const askReadings = () => rememberedOfReadings('', async () => (asked += 1));
    await askReadings();
    expect(await askReadings()).toBe(1);
    await store.db.transaction().execute((trx) => Promise.resolve(store.readings.insert(trx, [[reading]])));
    expect(await askReadings()).toBe(2);
  });

  it('is forgotten with whatever is inserted, changed or deleted', async () => {
    expect(await ask('a')).toBeUndefined();
    await write('a', '1');
    expect(await ask('a')).toBe('1');
    await store.db.updateTable('setting').set({ value: '2' }).where('name', '=', 'a').execute();
    expect(await ask('a')).toBe('2');
    await store.db.deleteFrom('setting').execute();
    expect(await ask('a')).toBeUndefined();
  });

  // On PostgreSQL no other process may write.
  itOnSqlite('is forgotten with what another process writes', async () => {
    await write('a', '1');
    expect(await ask('a')).toBe('1');
    const other = await opened();
    await other.db.updateTable('setting').set({ value: '2' }).where('name', '=', 'a').execute();
    expect(await ask('a')).toBe('2');
  });

  it('never is what a transaction had not committed', async () => {
    await write('a', '1');
    await ask('a');
    const undone = store.db.transaction().execute(async (trx) => {
      await trx.updateTable('setting').set({ value: 'never' }).where('name', '=', 'a').execute();
      const asked = ask('a');
      return Promise.reject(new Error(`undone ${typeof asked}`));
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await ask('a')).toBe('1');
  });

  it('is forgotten with what was read inside a transaction that is undone', async () => {
    await write('a', '1');
    const remember = writeInvalidatedCache<string>(store, ['catalogue']);
    const askIn = ({ db }: Pick<Store, 'db'>) => remember('a', async () => (await readSetting({ db }, 'a')) ?? '');
    const undone = store.db.transaction().execute(async (trx) => {
      await trx.updateTable('setting').set({ value: 'never' }).execute();
      expect(await askIn({ db: trx })).toBe('never');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await askIn(store)).toBe('1');
  });

  it('is not a failure: the next who asks tries again', async () => {
    const remember = writeInvalidatedCache<number>(store, ['catalogue']);
    await expect(remember('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await remember('a', async () => 1)).toBe(1);
  });
});
