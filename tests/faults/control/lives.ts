import { withAnyRules } from '../../support/control/any-rule.ts';
import { allTroubles, live, type Mutant } from '../../support/control/control-life.ts';
import { anOracle } from '../../support/control/control-oracle.ts';

/** Days of one life; the second night has frost. */
const DAYS = 2;
/** What has been lived so far is printed after this many lives: a long run may be stopped at any time. */
const TOLD_EVERY = 200;
const STEPS_A_MINUTE = 6;

type Line = { text: string; isWell: boolean };

/**
 * Simulates lives of a farm with all faults, from a seed on, and checks every property. Farms of even seeds have the
 * rules that use all of the house, those of odd seeds any. Prints each violation with the seed that reproduces it, then a
 * table.
 */
function* tableOfLives(lives: number, first: number): Generator<Line> {
  const begun = Date.now();
  const broken = new Map<string, number>();
  const ran = new Map<string, number>();
  const count = { looks: 0, commands: 0, lines: 0, trips: 0 };
  for (let seed = first; seed < first + lives; seed += 1) {
    const oracle = anOracle();
    const mutant: Mutant = seed % 2 === 0 ? {} : { farm: (farm) => withAnyRules(farm, seed) };
    live({ seed, days: DAYS, troubles: allTroubles, mutant }, (moment) => {
      oracle.see(moment);
      count.commands += moment.taken.length;
      if (!moment.decision) return undefined;
      count.looks += 1;
      count.lines += moment.decision.explanations.length;
      count.trips += moment.decision.trips.length;
      return undefined;
    });
    for (const one of new Set(oracle.violations.map((violation) => violation.split(' ')[0] ?? ''))) {
      broken.set(one, (broken.get(one) ?? 0) + 1);
      yield { text: `seed ${seed}: ${oracle.violations.find((text) => text.startsWith(one))}`, isWell: false };
    }
    for (const [type, steps] of Object.entries(oracle.seen)) ran.set(type, (ran.get(type) ?? 0) + steps);
    const lived = seed - first + 1;
    if (lived % TOLD_EVERY === 0) {
      const found = [...broken].map(([name, times]) => `${name} in ${times}`).join(', ') || 'none';
      const text = `seeds ${first}–${seed}: ${lived} lives, ${lived * DAYS} days, violations: ${found}; ${minutesSince(begun)} min`;
      yield { text, isWell: true };
    }
    if (lived === lives) yield* table({ first, lived, broken, ran, count, names: oracle.names });
  }
}

type Lived = {
  first: number;
  lived: number;
  broken: ReadonlyMap<string, number>;
  ran: ReadonlyMap<string, number>;
  count: Readonly<Record<'looks' | 'commands' | 'lines' | 'trips', number>>;
  names: readonly string[];
};

function* table({ first, lived, broken, ran, count, names }: Lived): Generator<Line> {
  const told = (figure: number) => figure.toLocaleString('en');
  const seeds = `${first}–${first + lived - 1}`;
  yield {
    text: `\n| seeds | days | looks | commands taken | lines of the log | trips |\n|${'---|'.repeat(6)}`,
    isWell: true,
  };
  const { looks, commands, lines, trips } = count;
  yield {
    text: `| ${seeds} | ${told(lived * DAYS)} | ${[looks, commands, lines, trips].map(told).join(' | ')} |`,
    isWell: true,
  };
  const hours = [...ran].map(([type, steps]) => `${type} ${told(Math.round(steps / STEPS_A_MINUTE / 60))} h`);
  yield { text: `\nequipment ran: ${hours.sort().join(', ')}\n`, isWell: true };
  yield { text: '| property | lives in which it broke |\n|---|---|', isWell: true };
  for (const name of names) {
    const failed = broken.get(name) ?? 0;
    yield { text: `| ${name} | ${failed} |`, isWell: failed === 0 };
  }
}

function minutesSince(begun: number): string {
  return ((Date.now() - begun) / 60_000).toFixed(1);
}

const [lives, first] = process.argv.slice(2).map(Number);
for (const { text, isWell } of tableOfLives(lives ?? 1, first ?? 1)) {
  process.stdout.write(`${text}\n`);
  if (!isWell) process.exitCode = 1;
}
