import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ruleFamilies } from '#contract/control/rule/rule.ts';
import { HOUR_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { aCommandedFarm } from '../../tests/support/control/simulated-control.ts';
import { temporaryDir } from '../../tests/support/temporary.ts';
import { tablesOfFarms } from '../db/migrations/index.ts';
import { demoFarms } from './farms.ts';
import { setUpControl } from './rules.ts';
import { removeDemo } from './seed.ts';

async function aFarmWithItsRules() {
  const [wimi] = demoFarms;
  if (!wimi) throw new Error('there is a first farm');
  const farm = await aCommandedFarm(startOfSeoulDate('2026-07-16') + 8 * HOUR_MS);
  const codes = wimi.houses.flatMap(({ channels }) => channels.map(({ code }) => code));
  const channels = new Map(codes.map((code) => [code, farm.channel(code)]));
  const { farmId } = farm;
  await farm.store.db.transaction().execute((trx) => setUpControl(trx, wimi, { farmId, channels, at: farm.now() }));
  return farm;
}

it('shows rules that its own form takes, and a vent that one of them opens on a summer morning', async () => {
  const farm = await aFarmWithItsRules();
  let rules = 0;
  for (const family of ruleFamilies) {
    const { body } = await farm.call('GET', `/api/manage/${family}`);
    for (const { id } of body.rows) {
      const { body: rule } = await farm.call('GET', `/api/${family}/${id}`);
      expect((await farm.call('PUT', `/api/${family}/${id}`, rule.fields)).status, rule.fields.name).toBe(200);
      rules += 1;
    }
  }
  expect(rules).toBe(3);
  await farm.pass(120);
  expect(await farm.reading('h2-vent')).toBeGreaterThan(0);
});

it('leaves nothing behind when it is taken out, however it was worked with', async () => {
  const { store, pass } = await aFarmWithItsRules();
  await pass(30);
  await removeDemo(store, temporaryDir());
  for (const table of tablesOfFarms) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(store.db);
    expect(rows, table).toEqual([]);
  }
});
