import { expect, it } from 'vitest';
import { type PendingDecision, TermLost } from './farm-engine.ts';
import { createWaiting, type Deciding, inGroups } from './in-groups.ts';

/** Farms to decide for; `store` decides what happens when a group is stored. */
function aWorld(store: (farms: number[]) => void, onLook: (farmId: number) => void = () => {}) {
  const log: string[] = [];
  const farmOf = new Map<PendingDecision, number>();
  const namesOf = (decisions: readonly PendingDecision[]) => decisions.map((decide) => farmOf.get(decide) ?? 0);
  const deciding: Deciding = {
    begin: async () => {},
    async decide(farmId) {
      log.push(`decide ${farmId}`);
      onLook(farmId);
      const decide: PendingDecision = { write: async () => {}, send: () => 0 };
      farmOf.set(decide, farmId);
      return decide;
    },
    async store(decisions) {
      store(namesOf(decisions));
      log.push(`store ${namesOf(decisions).join()}`);
    },
    done: (farmId) => void log.push(`send ${farmId}`),
    failed: (farmId) => void log.push(`failed ${farmId}`),
  };
  const waiting = createWaiting();
  const run = (...farms: number[]) => inGroups(farms, waiting, deciding, undefined);
  return { log, waiting, run };
}

it('farms are stored together, and sent only then', async () => {
  const { log, run } = aWorld(() => {});
  await run(1, 2);
  expect(log).toEqual(['decide 1', 'decide 2', 'store 1,2', 'send 1', 'send 2']);
});

it('one that cannot be stored does not keep the others', async () => {
  const { log, run } = aWorld((farms) => {
    if (farms.includes(2)) throw new Error('it cannot be stored');
  });
  await run(1, 2, 3);
  expect(log.slice(3)).toEqual(['store 1', 'send 1', 'failed 2', 'store 3', 'send 3']);
});

it('nothing is sent when somebody else has begun to decide', async () => {
  const { log, run } = aWorld(() => {
    throw new TermLost();
  });
  await expect(run(1, 2)).rejects.toThrow(TermLost);
  expect(log).toEqual(['decide 1', 'decide 2']);
});

it('whoever waits goes first, and for a farm that was just looked at what was decided is stored first', async () => {
  const { log, waiting, run } = aWorld(
    () => {},
    (farmId) => {
      if (farmId !== 2) return;
      void waiting.add(1);
      void waiting.add(4);
    },
  );
  await run(1, 2, 3, 4);
  expect(log.filter((line) => !line.startsWith('send'))).toEqual([
    'decide 1',
    'decide 2',
    'store 1,2',
    'decide 1',
    'store 1',
    'decide 4',
    'store 4',
    'decide 3',
    'store 3',
  ]);
});

it('nobody is left waiting, or kept in memory, when another process decides', async () => {
  const { waiting } = aWorld(() => {});
  const told: number[] = [];
  const callers = [1, 1, 2].map((farmId) => waiting.add(farmId).then(() => told.push(farmId)));
  waiting.release();
  await Promise.all(callers);
  expect(told).toEqual([1, 1, 2]);
  expect(waiting.first()).toBeUndefined();
});
