import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCycle, type Import, importsOf, type Module, modulesOf } from './support/module-graph.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Who may import whom: room → rooms. A room is the longest prefix that fits. `own` is the same feature or noun. */
const rooms: Record<string, readonly string[]> = {
  contract: ['contract'],
  'src/lib': ['contract', 'src/lib'],
  'src/ui': ['contract', 'src/lib', 'src/ui'],
  'src/offline': ['contract', 'src/lib', 'src/offline'],
  'src/api/call': ['contract', 'src/lib', 'src/offline', 'src/api/call'],
  'src/api/session': ['contract', 'src/lib', 'src/offline', 'src/api/call', 'src/api/session'],
  'src/api/read': ['contract', 'src/lib', 'src/offline', 'src/api/call', 'src/api/session', 'src/api/read'],
  'src/api/write': ['contract', 'src/lib', 'src/offline', 'src/api/call', 'src/api/session', 'src/api/write'],
  'src/api/worker': [
    'contract',
    'src/lib',
    'src/offline',
    'src/api/call',
    'src/api/session',
    'src/api/read',
    'src/api/worker',
  ],
  'src/api': ['contract', 'src/lib', 'src/offline', 'src/api'],
  'src/features': ['contract', 'src/lib', 'src/ui', 'src/offline', 'src/api', 'own'],
  src: ['contract', 'src'],
  sw: ['contract', 'src/lib', 'src/offline', 'sw'],
  server: ['contract', 'server'],
  tests: ['contract', 'server', 'src', 'sw', 'tests'],
};

/** Packages that have one home. */
const homes: Record<string, readonly string[]> = {
  dexie: ['src/offline'],
  'chart.js': ['src/ui/chart'],
  'react-chartjs-2': ['src/ui/chart'],
  'chartjs-plugin-zoom': ['src/ui/chart'],
  '@headlessui/react': ['src/ui'],
  kysely: ['server'],
  'better-sqlite3': ['server'],
  hono: ['server'],
  mqtt: ['server', 'tests'],
  suncalc: ['contract/time/sun.ts', 'server/demo'],
};

/** Where Korean may stand: what a user reads, and the words used twice. */
const koreanAllowed = [
  /^src\/.*\.tsx$/,
  /^contract\/(.*\/)?([\w-]+-text|data-[\w-]+|errors|sensor-types)\.ts$/,
  /^server\/(menu|demo|board)\//,
  /\.(test|spec)\.tsx?$/,
  /^tests\//,
];

const MAX_LINES = 400;
/** Rooms that nobody reads would let every rule below pass. */
const MIN_MODULES = 120;

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('tests/');
const liesIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

function violationsOf(modules: readonly Module[], imports: readonly Import[]): string[] {
  const found: string[] = [];
  for (const { from, to } of imports) {
    if (isTest(from)) continue;
    if (to.startsWith('package:')) {
      const home = homes[to.slice('package:'.length)];
      if (home && !home.some((place) => liesIn(from, place)))
        found.push(`${from} imports ${to}, whose home is ${home}`);
      continue;
    }
    if (!mayImport(from, to)) found.push(`${from} may not import ${to}`);
  }
  for (const { file, text, lines } of modules) {
    if (lines > MAX_LINES && !file.endsWith('.gen.ts')) found.push(`${file} has ${lines} lines`);
    if (/\p{Script=Hangul}/u.test(withoutComments(text)) && !koreanAllowed.some((pattern) => pattern.test(file))) {
      found.push(`${file} holds Korean`);
    }
    // A parameter of an address is written as code is.
    if (!/^[a-z0-9.$_-]+$/.test(path.basename(file).replace(/\$\w+/, '$')))
      found.push(`${file} is not named in kebab-case`);
  }
  const cycle = findCycle(imports.filter(({ from, to }) => !isTest(from) && !to.startsWith('package:')));
  if (cycle) found.push(`import cycle: ${cycle.join(' → ')}`);
  return found;
}

/** A comment may give an example of what a user reads. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

function mayImport(from: string, to: string): boolean {
  const room = Object.keys(rooms)
    .filter((name) => liesIn(from, name))
    .sort((a, b) => b.length - a.length)[0];
  if (!room) return false;
  return (rooms[room] ?? []).some((allowed) =>
    allowed === 'own' ? from.split('/')[2] === to.split('/')[2] && liesIn(to, room) : liesIn(to, allowed),
  );
}

/** A noun of the server may ask another only for its reads and writes; the demonstration is known to main.ts alone. */
const serverCommons = ['kernel', 'db', 'http', 'live'];
const sharedServerFiles = [
  'queries.ts',
  'series.ts',
  'commands.ts',
  'device-cache.ts',
  'users.ts',
  'password.ts',
  'attempt-tally.ts',
  'sign-in-limit.ts',
  'rollup.ts',
  'accept.ts',
];

function serverViolations(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => !isTest(from) && from.startsWith('server/') && to.startsWith('server/'))
    .filter(({ from, to }) => {
      const [own, other] = [from.split('/'), to.split('/')];
      if (own.length < 3) return other[1] === 'demo' && from !== 'server/main.ts';
      if (other.length < 3) return other[1] === 'main.ts' || other[1] === 'app.ts';
      if (own[1] === other[1] || serverCommons.includes(other[1] ?? '')) return false;
      return !sharedServerFiles.includes(other[2] ?? '');
    })
    .map(({ from, to }) => `${from} may not import ${to}`);
}

const modules = modulesOf(root);
const imports = modules.flatMap((module) => importsOf(root, module));

describe('the house', () => {
  it('is seen whole', () => {
    expect(modules.length).toBeGreaterThan(MIN_MODULES);
    expect(imports.length).toBeGreaterThan(3 * MIN_MODULES);
  });

  it('keeps its rooms apart', () => {
    expect([...violationsOf(modules, imports), ...serverViolations(imports)]).toEqual([]);
  });

  it('sees a planted violation of every kind', () => {
    const planted = path.join(os.tmpdir(), `onsil-structure-${process.pid}`);
    const plant = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(planted, file)), { recursive: true });
      writeFileSync(path.join(planted, file), text);
    };
    for (const room of ['contract', 'server', 'src', 'sw', 'tests'])
      mkdirSync(path.join(planted, room), { recursive: true });
    try {
      plant('contract/a.ts', `import '../server/farm/queries.ts';\nimport Dexie from 'dexie';\nconst word = '온실';`);
      plant('server/farm/queries.ts', `export * from '../menu/routes.ts';`);
      plant('server/menu/routes.ts', `import('../farm/queries.ts');\n${'\n'.repeat(MAX_LINES)}`);
      plant('src/features/one/a.tsx', `import '../two/B.tsx';`);
      plant('src/features/two/B.tsx', `export const b = 1;`);
      plant('sw/sw.ts', `import '#src/api/call/call.ts';`);
      plant('src/api/call/call.ts', '');
      const plantedModules = modulesOf(planted);
      const plantedImports = plantedModules.flatMap((module) => importsOf(planted, module));
      const all = [...violationsOf(plantedModules, plantedImports), ...serverViolations(plantedImports)].join('\n');
      expect(all).toContain('contract/a.ts may not import server/farm/queries.ts');
      expect(all).toContain('contract/a.ts imports package:dexie');
      expect(all).toContain('contract/a.ts holds Korean');
      expect(all).toContain('server/farm/queries.ts may not import server/menu/routes.ts');
      expect(all).toContain('server/menu/routes.ts has 401 lines');
      expect(all).toContain('src/features/one/a.tsx may not import src/features/two/B.tsx');
      expect(all).toContain('src/features/two/B.tsx is not named in kebab-case');
      expect(all).toContain('sw/sw.ts may not import src/api/call/call.ts');
      expect(all).toContain('import cycle: server/farm/queries.ts → server/menu/routes.ts → server/farm/queries.ts');
    } finally {
      rmSync(planted, { recursive: true, force: true });
    }
  });
});

describe('ARCHITECTURE.md', () => {
  const text = existsSync(path.join(root, 'ARCHITECTURE.md'))
    ? readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
    : '';

  it('names files that exist, and stays short', () => {
    const named = [...text.matchAll(/`((?:contract|server|src|sw|tests|scripts)\/[\w./$-]+\.(?:tsx?|mjs))`/g)].map(
      ([, file]) => file ?? '',
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    expect(text.split('\n').length).toBeLessThanOrEqual(120);
  });
});
