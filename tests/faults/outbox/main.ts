import 'fake-indexeddb/auto';
import { faults } from './faults.ts';
import { heldElsewhere } from './held-elsewhere.ts';
import type { Findings } from './judge.ts';
import { runScenario } from './scenario.ts';

const columns = [
  'writes',
  'lost',
  'doubled',
  'disordered',
  'foreign',
  'untrue',
  'stuck',
] as const satisfies readonly (keyof Findings)[];

type Line = { text: string; isWell: boolean };

/** Runs every fault with this many seeds; yields a table row for each. */
export async function* tableOfFaults(seeds: number): AsyncGenerator<Line> {
  yield { text: `| row | fault | seeds | ${columns.join(' | ')} |`, isWell: true };
  yield { text: `|${'---|'.repeat(columns.length + 3)}`, isWell: true };
  for (const fault of faults) {
    const sums = columns.map((name) => ({ name, sum: 0 }));
    for (let seed = 1; seed <= seeds; seed += 1) {
      const findings = await runScenario(fault, seed);
      for (const column of sums) column.sum += findings[column.name];
    }
    const figures = sums.map(({ sum }) => sum.toLocaleString('en')).join(' | ');
    yield {
      text: `| ${fault.row || '–'} | ${fault.title} | ${seeds} | ${figures} |`,
      isWell: sums.every(({ name, sum }) => name === 'writes' || sum === 0),
    };
  }
  yield { text: '\n| row | fault | held by |\n|---|---|---|', isWell: true };
  for (const { row, title, file, test } of heldElsewhere) {
    yield { text: `| ${row} | ${title} | \`${file}\`: ${test} |`, isWell: true };
  }
}
