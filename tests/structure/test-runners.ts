import unit from '../../vitest.config.ts';
import faults from '../faults/vitest.config.ts';
import browser from '../playwright.config.ts';
import postgres from '../postgres/vitest.config.ts';
import webkit from '../webkit/vitest.config.ts';

/** What runs tests: the paths it takes, and those of them that it leaves to others. */
type Runner = { name: string; include: readonly RegExp[]; exclude: readonly RegExp[] };

type Patterns = string | RegExp | readonly (string | RegExp)[] | undefined;

/** A glob of `**`, `*` and `{a,b}` as an expression. */
function expressionOf(glob: string | RegExp): RegExp {
  if (glob instanceof RegExp) return glob;
  const source = glob.replaceAll(/[.+^$()|[\]\\]/g, '\\$&').replaceAll(/\*\*\/|\*|\{[^}]*\}/g, (part) => {
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).replaceAll(',', '|')})`;
    return part === '*' ? '[^/]*' : '(?:.*/)?';
  });
  return new RegExp(`^${source}$`);
}

const expressionsOf = (patterns: Patterns): RegExp[] => [patterns ?? []].flat().map(expressionOf);

type Project = { test: { name: string; include: readonly string[]; exclude?: readonly string[] } };
const isProject = (given: unknown): given is Project => Object(Object(given).test).include !== undefined;
const projects: readonly unknown[] = unit.test?.projects ?? [];

/** Every Vitest config, or each of its projects, and every project of Playwright. */
export const runners: readonly Runner[] = [
  ...projects.filter(isProject).map(({ test: { name, include, exclude } }) => {
    return { name, include: expressionsOf(include), exclude: expressionsOf(exclude) };
  }),
  { name: 'faults', include: expressionsOf(faults.test?.include), exclude: [] },
  { name: 'WebKit', include: expressionsOf(webkit.test?.include), exclude: [] },
  {
    name: 'PostgreSQL',
    // All else it runs a second time, on the other engine.
    include: expressionsOf(postgres.test?.include?.filter((one) => one.startsWith('tests/postgres/'))),
    exclude: [],
  },
  ...(browser.projects ?? []).map(({ name = '', testMatch, testIgnore }) => {
    return { name, include: expressionsOf(testMatch), exclude: expressionsOf(testIgnore) };
  }),
];

/** Test files that no runner takes, so that they never fail, or that more than one takes. */
export function runnerViolations(files: readonly string[], among: readonly Runner[] = runners): string[] {
  const isAmong = (file: string, expressions: readonly RegExp[]) => expressions.some((one) => one.test(file));
  return files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) => {
      const found = among.filter(({ include, exclude }) => isAmong(file, include) && !isAmong(file, exclude));
      return found.length === 1 ? [] : `${file} is run by ${found.map(({ name }) => name).join(' and ') || 'nothing'}`;
    });
}
