import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { faults } from './faults.ts';
import { tell } from './story.ts';

/** `npm run test:faults` tells more. */
const SEEDS = [1, 2, 3];

test.each(faults)(
  'fault $row, $title: nothing lost, doubled, out of order, foreign, untrue or stuck',
  async (fault) => {
    for (const seed of fault.writesATurn ? SEEDS.slice(0, 1) : SEEDS) {
      const { writes, ...wrong } = await tell(fault, seed);
      expect(writes, `writes of seed ${seed}`).toBeGreaterThanOrEqual(10);
      expect(wrong, `seed ${seed}`).toEqual({ lost: 0, doubled: 0, disordered: 0, foreign: 0, untrue: 0, stuck: 0 });
    }
  },
);
