import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults } from './faults.ts';
import { heldElsewhere } from './held-elsewhere.ts';
import { runScenario } from './scenario.ts';

/** `npm run test:faults` runs more. */
const SEEDS = [1, 2, 3];
/** Seeds that have found a fault of the product, by row. */
const FOUND: Record<number, readonly number[]> = { 12: [141, 143, 157], 13: [154] };

test.each(faults)(
  'fault $row, $title: nothing lost, doubled, out of order, foreign, untrue or stuck',
  async (fault) => {
    for (const seed of [...(fault.writesATurn ? SEEDS.slice(0, 1) : SEEDS), ...(FOUND[fault.row] ?? [])]) {
      const { writes, ...wrong } = await runScenario(fault, seed);
      expect(writes, `writes of seed ${seed}`).toBeGreaterThanOrEqual(10);
      expect(wrong, `seed ${seed}`).toEqual({ lost: 0, doubled: 0, disordered: 0, foreign: 0, untrue: 0, stuck: 0 });
    }
  },
);

test('32 rows are told here, or held by a test of that name', () => {
  const told = faults.flatMap(({ row }) => (row > 0 ? [row] : []));
  const rows = [...told, ...heldElsewhere.map(({ row }) => row)].toSorted((a, b) => a - b);
  expect(rows).toEqual(Array.from({ length: 32 }, (_, at) => at + 1));
  for (const { file, test: title } of heldElsewhere) expect(readFileSync(file, 'utf8')).toContain(`test('${title}'`);
});
