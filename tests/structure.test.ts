import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInMenu } from '../contract/menu/data-menu.ts';
import { importsOf, modulesOf, ROOMS } from './structure/module-graph.ts';
import { limits } from './structure/rooms.ts';
import { unneededRows, violationsOf } from './structure/rules.ts';
import { runners, runnerViolations } from './structure/test-runners.ts';

const root = path.resolve(import.meta.dirname, '..');
const modules = modulesOf(root);

/** Violations in a small tree of files. */
function violationsIn(files: Record<string, string>): string[] {
  const planted = path.join(os.tmpdir(), `onsil-structure-${process.pid}`);
  try {
    for (const room of ROOMS) mkdirSync(path.join(planted, room), { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(planted, file)), { recursive: true });
      writeFileSync(path.join(planted, file), text);
    }
    return violationsOf(planted, modulesOf(planted));
  } finally {
    rmSync(planted, { recursive: true, force: true });
  }
}

const aFunction = (lines: number) => `export function long() {\n${'  one();\n'.repeat(lines - 2)}}\n`;

describe('the house', () => {
  it('is seen whole', () => {
    const written = ROOMS.flatMap((room) =>
      readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
        .map((file) => path.posix.join(room, file))
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('.gen.')),
    );
    expect(modules.map(({ file }) => file).sort()).toEqual(written.sort());
    expect(written.length).toBeGreaterThan(1_000);
  });

  it('keeps its rules', () => {
    expect(violationsOf(root, modules)).toEqual([]);
  });
});

describe('a test file', () => {
  const files = modules.map(({ file }) => file);

  it('is run by exactly one config', () => {
    expect(runnerViolations(files)).toEqual([]);
    for (const { name, include } of runners) {
      expect(
        files.filter((file) => include.some((one) => one.test(file))),
        name,
      ).not.toEqual([]);
    }
  });

  it.each([
    ['tests/bench/a.test.ts', 'nothing'],
    ['server/farm/a.spec.ts', 'nothing'],
    ['sw/a.test.tsx', 'nothing'],
    ['tests/e2e/a.test.ts', 'nothing'],
    ['tests/webkit/deeper/a.spec.ts', 'nothing'],
  ])('%s is run by %s, which is seen', (file, by) => {
    expect(runnerViolations([file])).toEqual([`${file} is run by ${by}`]);
  });

  it('that two configs would run is seen', () => {
    const [rooms, faults] = ['rooms', 'faults'].map((name) => runners.find((one) => one.name === name));
    if (!rooms || !faults) throw new Error('no runners');
    const both = [rooms, { ...faults, include: rooms.include }];
    expect(runnerViolations(['server/farm/a.test.ts'], both)).toEqual([
      'server/farm/a.test.ts is run by rooms and faults',
    ]);
  });
});

describe('the table of the house', () => {
  it('has no row that nothing needs', () => {
    expect(unneededRows(root, modules)).toEqual([]);
  });

  it('and one that nothing needs any more is seen', () => {
    const rest = modules.filter(({ file }) => file !== 'server/audit/commands.ts' && file !== 'server/http/write.ts');
    expect(unneededRows(root, rest)).toContain('server/audit/commands.ts');
  });
});

describe('a planted violation is seen', () => {
  it.each<[what: string, files: Record<string, string>, found: string]>([
    [
      'the contract imports the server',
      { 'contract/a.ts': `import '../server/b.ts';`, 'server/b.ts': '' },
      'contract/a.ts may not import server/b.ts',
    ],
    [
      'a feature imports another',
      { 'src/features/one/a.tsx': `import '../two/b.tsx';`, 'src/features/two/b.tsx': '' },
      'src/features/one/a.tsx may not import src/features/two/b.tsx',
    ],
    [
      'a feature imports a route',
      { 'src/features/one/a.tsx': `import '#src/routes/b.tsx';`, 'src/routes/b.tsx': '' },
      'src/features/one/a.tsx may not import src/routes/b.tsx',
    ],
    [
      'a part of the screen imports the client',
      { 'src/ui/a.tsx': `import '#src/api/call/b.ts';`, 'src/api/call/b.ts': '' },
      'src/ui/a.tsx may not import src/api/call/b.ts',
    ],
    [
      'the client goes against its own direction',
      { 'src/api/call/a.ts': `import '../read/b.ts';`, 'src/api/read/b.ts': '' },
      'src/api/call/a.ts may not import src/api/read/b.ts',
    ],
    [
      'the worker imports the client',
      { 'sw/sw.ts': `import '#src/api/call/b.ts';`, 'src/api/call/b.ts': '' },
      'sw/sw.ts may not import src/api/call/b.ts',
    ],
    [
      'the worker imports what is the app’s alone',
      { 'sw/sw.ts': `import '#src/lib/b.ts';`, 'src/lib/b.ts': '' },
      'sw/sw.ts may not import src/lib/b.ts',
    ],
    [
      'a room that every noun may ask asks a noun',
      { 'server/kernel/a.ts': `import '../farm/queries.ts';`, 'server/farm/queries.ts': '' },
      'server/kernel/a.ts may not import server/farm/queries.ts',
    ],
    [
      'a folder stands in no room',
      { 'src/elsewhere/a.ts': `import '#src/lib/b.ts';`, 'src/lib/b.ts': '' },
      'src/elsewhere/a.ts may not import src/lib/b.ts',
    ],
    [
      'a noun asks for a file that another keeps to itself',
      { 'server/farm/a.ts': `import '../menu/routes.ts';`, 'server/menu/routes.ts': '' },
      'server/farm/a.ts may not import server/menu/routes.ts',
    ],
    [
      'a noun asks what is for one engine alone',
      { 'server/farm/a.ts': `import '../db/sqlite/b.ts';`, 'server/db/sqlite/b.ts': '' },
      'server/farm/a.ts may not import server/db/sqlite/b.ts',
    ],
    [
      'a noun calls the writes of another',
      { 'server/farm/a.ts': `import '../menu/commands.ts';`, 'server/menu/commands.ts': '' },
      'server/farm/a.ts may not import server/menu/commands.ts',
    ],
    [
      'the product imports a test',
      { 'src/lib/a.ts': `import '../../tests/support/b.ts';`, 'tests/support/b.ts': '' },
      'src/lib/a.ts may not import tests/support/b.ts',
    ],
    [
      'the server imports a test',
      { 'server/farm/a.ts': `import '../../tests/support/b.ts';`, 'tests/support/b.ts': '' },
      'server/farm/a.ts may not import tests/support/b.ts',
    ],
    [
      'a folder of the client stands in no room',
      { 'src/api/elsewhere/a.ts': `import '#src/lib/b.ts';`, 'src/lib/b.ts': '' },
      'src/api/elsewhere/a.ts may not import src/lib/b.ts',
    ],
    [
      'what is no door knows of answers',
      { 'server/farm/commands.ts': `import '../http/write.ts';`, 'server/http/write.ts': '' },
      'server/farm/commands.ts imports server/http/write.ts and is no door',
    ],
    [
      'what is no door knows of requests',
      { 'server/farm/queries.ts': `import 'hono';` },
      'server/farm/queries.ts imports hono and is no door',
    ],
    [
      'the server calls a noun as the contract does not',
      { 'server/alarm/a.ts': '', 'contract/alert/alert.ts': '' },
      'server/alarm is called like nothing in the contract',
    ],
    [
      'the app calls a noun as the contract does not',
      { 'src/features/alarm/a.ts': '', 'contract/alert/alert.ts': '' },
      'src/features/alarm is called like nothing in the contract',
    ],
    [
      'a test takes its figure from what it tests',
      {
        'src/lib/a.ts': 'export const IDLE_MS = 1;',
        'src/lib/a.test.ts': `import { IDLE_MS } from './a.ts';\nwait(IDLE_MS - 1);`,
      },
      'src/lib/a.test.ts holds IDLE_MS of src/lib/a.ts and not the figure',
    ],
    [
      'a number of the wire says no unit',
      { 'contract/farm/farm.ts': `export const farm = z.object({ size: z.nullable(z.number()) });` },
      'contract/farm/farm.ts: size says no unit',
    ],
    [
      'a noun knows the demonstration',
      { 'server/farm/a.ts': `import '../demo/demo.ts';`, 'server/demo/demo.ts': '' },
      'server/farm/a.ts may not import server/demo/demo.ts',
    ],
    [
      'the server knows the demonstration',
      { 'server/server.ts': `import './demo/demo.ts';`, 'server/demo/demo.ts': '' },
      'server/server.ts may not import server/demo/demo.ts',
    ],
    [
      'the server knows the reference controller',
      { 'server/server.ts': `import './controller/a.ts';`, 'server/controller/a.ts': '' },
      'server/server.ts may not import server/controller/a.ts',
    ],
    [
      'the reference controller asks the server',
      { 'server/controller/a.ts': `import '../kernel/b.ts';`, 'server/kernel/b.ts': '' },
      'server/controller/a.ts may not import server/kernel/b.ts',
    ],
    [
      'the reference controller takes more of the contract than a maker would copy',
      { 'server/controller/a.ts': `import '#contract/time/b.ts';`, 'contract/time/b.ts': '' },
      'server/controller/a.ts may not import contract/time/b.ts',
    ],
    [
      'a noun imports the whole app',
      { 'server/farm/a.ts': `import '../app.ts';`, 'server/app.ts': '' },
      'server/farm/a.ts may not import server/app.ts',
    ],
    [
      'a file at the root of the server imports a noun',
      { 'server/config.ts': `import './farm/a.ts';`, 'server/farm/a.ts': '' },
      'server/config.ts may not import server/farm/a.ts',
    ],
    [
      'a style is taken by another than the app',
      { 'src/lib/a.ts': `import '#src/styles.css';`, 'src/styles.css': '' },
      'src/lib/a.ts may not import src/styles.css',
    ],
    ['a package is used away from home', { 'src/features/one/a.ts': `import 'dexie';` }, 'whose home is src/offline'],
    ['a chart package is used away from home', { 'src/ui/a.ts': `import 'chart.js';` }, 'whose home is src/ui/chart'],
    [
      'SQL is written as text outside the database',
      { 'server/farm/a.ts': `import { sql } from 'kysely';` },
      'server/farm/a.ts imports sql of kysely, whose home is server/db',
    ],
    [
      'everything of the query builder is taken outside the database',
      { 'server/farm/a.ts': `import * as kysely from 'kysely';` },
      'server/farm/a.ts imports sql of kysely, whose home is server/db',
    ],
    [
      'statements are prepared outside the database',
      { 'server/kernel/a.ts': `import 'better-sqlite3';` },
      'server/kernel/a.ts imports better-sqlite3, whose home is server/db',
    ],
    ['a package has no home', { 'server/farm/a.ts': `import 'left-pad';` }, 'which has no home'],
    ['the app takes the large zod', { 'src/lib/a.ts': `import 'zod';` }, 'src/lib/a.ts imports zod, which has no home'],
    ['the app asks Node', { 'src/lib/a.ts': `import 'node:fs';` }, 'src/lib/a.ts imports node:fs'],
    [
      'modules import each other',
      { 'contract/a.ts': `import './b.ts';`, 'contract/b.ts': `import('./a.ts');` },
      'import cycle: contract/a.ts → contract/b.ts → contract/a.ts',
    ],
    ['Korean stands among code', { 'contract/a.ts': `const word = '온실';` }, 'contract/a.ts holds Korean'],
    [
      'a grower is told a developer’s word',
      { 'src/features/a.tsx': `const words = <p>세션이 끝났습니다</p>;` },
      'src/features/a.tsx says 세션 to a grower: ',
    ],
    [
      'a grower is told a developer’s word before anything else is loaded',
      { 'index.html': '<p>캐시를 지우세요</p>' },
      'index.html says 캐시 to a grower: ',
    ],
    ['a file is not in kebab-case', { 'src/lib/B.ts': '' }, 'src/lib/B.ts is not named in kebab-case'],
    ['a file has an empty name', { 'src/lib/utils.ts': '' }, 'src/lib/utils.ts has a name that says nothing'],
    ['a module hands on another', { 'src/lib/a.ts': `export * from './b.ts';`, 'src/lib/b.ts': '' }, 'hands on all of'],
    [
      'a module hands on a part of another',
      { 'src/lib/a.ts': `export { one } from './b.ts';`, 'src/lib/b.ts': 'export const one = 1;' },
      'src/lib/a.ts hands on another module',
    ],
    [
      'a file lies too deep',
      { 'src/features/one/two/three/a.ts': '' },
      'src/features/one/two/three/a.ts lies too deep',
    ],
    ['a file is too long', { 'src/lib/a.ts': '\n'.repeat(401) }, 'src/lib/a.ts has 401 lines'],
    ['a function is too long', { 'src/lib/a.ts': aFunction(81) }, 'src/lib/a.ts: long has 81 lines'],
    [
      'a component is too long',
      { 'src/ui/a.tsx': aFunction(121).replace('long', 'Long') },
      'src/ui/a.tsx: Long has 121 lines',
    ],
    [
      'a folder holds too much',
      Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`server/farm/a${n}.ts`, ''])),
      'server/farm holds 26 modules',
    ],
    [
      'nobody names an export',
      { 'src/lib/a.ts': 'export const one = 1;' },
      'src/lib/a.ts exports one, which nobody names',
    ],
    [
      'a version is not exact',
      { 'package.json': '{"devDependencies":{"vitest":"^4.0.0"}}' },
      'package.json asks for vitest ^4.0.0',
    ],
    [
      'a dependency is not used',
      { 'package.json': '{"dependencies":{"hono":"4.0.0"}}' },
      'package.json asks for hono, which nothing imports',
    ],
  ])('%s', (_, files, found) => {
    expect(violationsIn(files).join('\n')).toContain(found);
  });

  it('and a component of the length that is allowed is not one', () => {
    const files = {
      'src/ui/a.tsx': aFunction(limits.component).replace('long', 'Long'),
      'src/ui/b.tsx': `import { Long } from './a.tsx';\nLong();`,
    };
    expect(violationsIn(files)).toEqual([]);
  });

  it.each([
    ['an expression names a module', `import(name);`, 'imports name, which no rule can follow'],
    ['a pattern names modules', `import.meta.glob('./*.ts');`, 'imports by a pattern'],
    ['the address of a worker names what is not there', `new URL('./b.ts', import.meta.url);`, 'which is not there'],
    ['a style that is imported is not there', `import './b.css';`, 'which is not there'],
    ['a template names a module', 'import(`./b.ts`);', 'which no rule can follow'],
  ])('%s', (_, text, found) => {
    expect(() => violationsIn({ 'src/lib/a.ts': text })).toThrow(found);
  });
});

describe('a new noun with a page', () => {
  const row = readFileSync(path.join(root, 'src/features/README.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| a noun with a page |'));
  const [noun = ''] = row?.split('One that is managed') ?? [];
  const files = [...noun.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
  const lists = files.filter((file) => !file.includes('<noun>'));

  it('touches twelve files', () => {
    expect(files).toHaveLength(12);
    expect(lists.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('is named in no other list of nouns', () => {
    const kinds = [
      /^contract\/([\w-]+)\//,
      /^server\/([\w-]+)\/routes\.ts$/,
      /^server\/([\w-]+)\/queries\.ts$/,
      /^server\/([\w-]+)\/commands\.ts$/,
      /^server\/db\/migrations\/\d+-([\w-]+)\.ts$/,
      /^src\/features\/([\w-]+)\//,
      /^tests\/contract\/examples-([\w-]+)\.ts$/,
    ];
    const imported = modules.map((module) => ({
      file: module.file,
      targets: importsOf(root, module).map(({ to }) => to),
    }));
    const found = kinds.flatMap((kind) => {
      const nounsIn = (named: readonly string[]) => new Set(named.flatMap((one) => kind.exec(one)?.[1] ?? []));
      const all = nounsIn(modules.map(({ file }) => file)).size;
      expect(all).toBeGreaterThan(5);
      return imported.filter(({ targets }) => nounsIn(targets).size > all / 2).map(({ file }) => file);
    });
    const pages = builtInMenu.flatMap(({ items }) => items.map(({ url }) => `'${url}'`));
    // Lists in a spec's browser code do not count: they do not fail for a page that is missing.
    const withPages = modules
      .filter(({ file }) => !file.startsWith('tests/e2e/'))
      .filter(({ text }) => pages.filter((url) => text.includes(url)).length > pages.length / 2);
    expect([...new Set([...found, ...withPages.map(({ file }) => file)])].sort()).toEqual([...lists].sort());
  });
});
