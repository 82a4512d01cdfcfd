import { expect, it } from 'vitest';
import { aFarm } from '../../tests/support/store/store.ts';
import { aStore } from '../../tests/support/temporary.ts';
import { emptyMemory } from './decide/decide.ts';
import type { Explanation } from './decide/world.ts';
import { dropOldDecisions, pageOfDecisions } from './decisions.ts';
import { addDecisions, saveMemory } from './engine/memory-store.ts';

const now = Date.UTC(2026, 10, 22);
const PORTION = 2_000;
const MOST = 20_000;

it('of the log of a farm the newest 20,000 entries stay, whatever another farm has', async () => {
  const store = await aStore();
  const say = (at: number): Explanation => {
    return { at, rule: null, actuator: 31, layer: 'rule', outcome: 'kept', reason: 'REST', figures: [], by: null };
  };
  const aLog = async (entries: number) => {
    const farmId = await aFarm(store);
    await store.db.transaction().execute(async (trx) => {
      await saveMemory(trx, { farmId, memory: emptyMemory, term: 1, at: now });
      for (let first = 0; first < entries; first += PORTION) {
        const rows = Array.from({ length: Math.min(PORTION, entries - first) }, (_, at) =>
          say(now - entries + first + at),
        );
        await addDecisions(trx, farmId, rows);
      }
    });
    return async () => {
      const rows = await store.db.selectFrom('decision').select('at').where('farm_id', '=', farmId).execute();
      return { count: rows.length, oldest: Math.min(...rows.map(({ at }) => at)) - now };
    };
  };
  const [long, short] = [await aLog(MOST + 3), await aLog(3)];
  await dropOldDecisions(store, now);
  expect(await long()).toEqual({ count: MOST, oldest: -MOST });
  expect(await short()).toEqual({ count: 3, oldest: -3 });
});

it('a page of what moved equipment is full, however much else the log has to say', async () => {
  const store = await aStore();
  const farmId = await aFarm(store);
  const line = { rule: null, actuator: 31, layer: 'rule', reason: 'REST', figures: [], by: null } as const;
  await store.db.transaction().execute(async (trx) => {
    for (let hour = 0; hour < 20; hour += 1) {
      const outcomes = ['started', 'waiting', 'kept', 'blocked', 'stopped'] as const;
      const said = outcomes.map((outcome, at) => ({ ...line, outcome, at: now + hour * 3_600_000 + at }));
      await addDecisions(trx, farmId, said);
    }
  });
  const { rows, total } = await pageOfDecisions(store, farmId, { actuator: 31, kind: 'act', page: 1, size: 8 });
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => ['stopped', 'started']).flat());
  expect(total).toBe(40);
});
