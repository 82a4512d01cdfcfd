import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import {
  EVERYTHING,
  findCycle,
  type Import,
  importsOf,
  type Module,
  type SyntaxNode,
  visitNodes,
} from './module-graph.ts';
import { plainWordViolations } from './plain-words.ts';
import {
  commonsAsk,
  emptyNames,
  exceptions,
  homes,
  homesOfNames,
  koreanAllowed,
  limits,
  rooms,
  serverCommons,
  serverRoot,
  sharedServerFiles,
} from './rooms.ts';

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('tests/');
const liesIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`);
const isPackage = ({ to }: Import) => to.startsWith('package:');

/** Everything in a tree that breaks a rule, a line each. */
export function violationsOf(root: string, modules: readonly Module[]): string[] {
  const imports = modules.flatMap((module) => importsOf(root, module));
  const product = imports.filter(({ from }) => !isTest(from));
  const cycle = findCycle(product.filter((one) => !isPackage(one)));
  return [
    ...product.filter(isPackage).flatMap(packageViolations),
    ...product.filter((one) => !isPackage(one)).flatMap(roomViolations),
    ...(cycle ? [`import cycle: ${cycle.join(' → ')}`] : []),
    ...modules.flatMap(fileViolations),
    ...modules.flatMap(plainWordViolations),
    ...folderViolations(modules),
    ...modules.filter(({ file }) => !isTest(file)).flatMap(functionViolations),
    ...unusedExports(modules, [...imports, ...importsOfConfigurations(root)]),
    ...dependencyViolations(root, imports),
  ];
}

function packageViolations({ from, to, names }: Import): string[] {
  const name = to.slice('package:'.length);
  if (name.startsWith('node:'))
    return liesIn(from, 'server') ? [] : [`${from} imports ${name}, which only the server has`];
  const home = homes[name];
  if (!home) return [`${from} imports ${name}, which has no home in tests/structure/rooms.ts`];
  if (!home.some((place) => liesIn(from, place))) return [`${from} imports ${name}, whose home is ${home.join(', ')}`];
  return Object.entries(homesOfNames)
    .filter(([one]) =>
      names.some(
        (imported) => one === `${name} ${imported}` || (imported === EVERYTHING && one.startsWith(`${name} `)),
      ),
    )
    .filter(([, places]) => !places.some((place) => liesIn(from, place)))
    .map(([one, places]) => `${from} imports ${one.split(' ')[1]} of ${name}, whose home is ${places.join(', ')}`);
}

function roomViolations({ from, to }: Import): string[] {
  const isAllowed = mayImport(from, to) && (!liesIn(from, 'server') || mayAskInServer(from, to));
  return isAllowed ? [] : [`${from} may not import ${to}`];
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

/** A noun of the server may ask another only where a shared file says so; the demonstration is known to main.ts alone. */
function mayAskInServer(from: string, to: string): boolean {
  if (!liesIn(to, 'server')) return true;
  const [, own, ...deeper] = from.split('/');
  const [, other] = to.split('/');
  if (other === 'demo' && own !== 'demo') return from === 'server/main.ts';
  if (deeper.length === 0) return (serverRoot[from] ?? []).some((place) => liesIn(to, place));
  if (to === 'server/config.ts') return true;
  if (Object.hasOwn(serverRoot, to)) return own === 'demo' && to === 'server/server.ts';
  // What every noun may ask knows no noun, or the nouns would ask each other by way of it.
  if (serverCommons.includes(own ?? ''))
    return serverCommons.includes(other ?? '') || (commonsAsk[from] ?? []).includes(to);
  return own === other || serverCommons.includes(other ?? '') || sharedServerFiles.includes(to);
}

function fileViolations({ file, text, lines }: Module): string[] {
  const found: string[] = [];
  const name = path.basename(file).replace(/\..*$/, '');
  if (lines > limits.file) found.push(`${file} has ${lines} lines`);
  if (/\p{Script=Hangul}/u.test(withoutComments(text)) && !koreanAllowed.some((pattern) => pattern.test(file)))
    found.push(`${file} holds Korean`);
  // A parameter of an address is written as code is.
  if (!/^[a-z0-9.$_-]+$/.test(path.basename(file).replace(/\{\$\w+\}|\$\w+/, '$')))
    found.push(`${file} is not named in kebab-case`);
  if (emptyNames.test(name) && !liesIn(file, 'src/routes') && !liesIn(file, 'server/db/migrations'))
    found.push(`${file} has a name that says nothing`);
  if (/^\s*export \* from/m.test(text)) found.push(`${file} hands on all of another module`);
  if (file.split('/').length - 1 > limits.depth && !liesIn(file, 'src/routes')) found.push(`${file} lies too deep`);
  return found;
}

/** A comment may give an example of what a user reads. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

function folderViolations(modules: readonly Module[]): string[] {
  const sizes = new Map<string, number>();
  for (const { file } of modules) {
    if (/\.(test|spec)\.tsx?$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([folder, size]) => size > limits.folder && !Object.hasOwn(exceptions, folder))
    .map(([folder, size]) => `${folder} holds ${size} modules`);
}

function functionViolations({ file, text, parsed }: Module): string[] {
  const found: string[] = [];
  // A migration is a list of statements, and never changes once it has run.
  if (liesIn(file, 'server/db/migrations')) return found;
  visitNodes(parsed.program, (node, name) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return;
    const lines = linesOf(text, node);
    const isComponent = file.endsWith('.tsx') && /^[A-Z]/.test(name ?? '');
    const limit = isComponent ? limits.component : limits.function;
    if (lines > limit) found.push(`${file}: ${name ?? 'a function'} has ${lines} lines`);
  });
  return found;
}

function linesOf(text: string, { start, end }: SyntaxNode): number {
  return text.slice(start, end).split('\n').length;
}

/** Exports that no other module names. Those of routes and of configurations are read by tools. */
function unusedExports(modules: readonly Module[], imports: readonly Import[]): string[] {
  const named = new Map<string, Set<string>>();
  for (const { to, names } of imports) {
    const known = named.get(to) ?? new Set();
    for (const name of names) known.add(name);
    named.set(to, known);
  }
  const isForTools = (file: string) =>
    liesIn(file, 'src/routes') ||
    file.endsWith('config.ts') ||
    /^tests\/.*\/main\.ts$/.test(file) ||
    file === 'src/first-paint/prerender.tsx';
  return modules
    .filter(({ file }) => !isForTools(file) && !/\.(test|spec)\.tsx?$/.test(file))
    .flatMap(({ file, parsed }) => {
      const used = named.get(file) ?? new Set();
      if (used.has(EVERYTHING)) return [];
      return parsed.module.staticExports
        .flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? 'default'))
        .filter((name) => !used.has(name))
        .map((name) => `${file} exports ${name}, which nobody names`);
    });
}

/** What the configurations at the root of the package import. */
function importsOfConfigurations(root: string): Import[] {
  return ['vite.config.ts', 'vite.first-paint.ts', 'vitest.config.ts', 'tailwind.config.ts']
    .filter((file) => existsSync(path.join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return importsOf(root, { file, text, lines: 0, parsed: parseSync(file, text) });
    });
}

/** Versions are exact, and each dependency of the product is imported by it. */
function dependencyViolations(root: string, imports: readonly Import[]): string[] {
  const file = path.join(root, 'package.json');
  if (!existsSync(file)) return [];
  const {
    dependencies = {},
    devDependencies = {},
  }: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  const imported = new Set(imports.filter(({ from }) => !isTest(from)).map(({ to }) => to.replace(/^package:/, '')));
  const inexact = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
  );
  const unused = Object.keys(dependencies).filter((name) => ![...imported].some((one) => liesIn(one, name)));
  return [
    ...inexact.map(([name, version]) => `package.json asks for ${name} ${version}, which is no exact version`),
    ...unused.map((name) => `package.json asks for ${name}, which nothing imports`),
  ];
}
