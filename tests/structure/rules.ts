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
  doors,
  emptyNames,
  engines,
  exceptions,
  homes,
  homesOfNames,
  koreanAllowed,
  limits,
  notNouns,
  rooms,
  screens,
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
    ...product.flatMap(doorViolations),
    ...imports.flatMap(heldNumberViolations(modules)),
    ...nounViolations(modules),
    ...(cycle ? [`import cycle: ${cycle.join(' → ')}`] : []),
    ...modules.flatMap(fileViolations),
    ...modules.flatMap(plainWordViolations),
    ...folderViolations(modules),
    ...modules.filter(({ file }) => !isTest(file)).flatMap(functionViolations),
    ...modules.filter(({ file }) => liesIn(file, 'contract')).flatMap(unitViolations),
    ...unusedExports(modules, [...imports, ...importsOfConfigurations(root)]),
    ...dependencyViolations(root, imports),
  ];
}

/** Rows of rooms.ts that nothing in the house needs: one that outlives its reason lets the next mistake in. */
export function unneededRows(root: string, modules: readonly Module[]): string[] {
  const product = modules.flatMap((module) => importsOf(root, module)).filter(({ from }) => !isTest(from));
  const from = (place: string, to: (one: Import) => boolean) =>
    product.some((one) => liesIn(one.from, place) && to(one));
  const isThere = (place: string) => existsSync(path.join(root, place));
  const nounOf = (file: string) => file.split('/')[1];
  const hangul = modules.filter(({ text }) => /\p{Script=Hangul}/u.test(withoutComments(text)));
  return [
    ...Object.keys(rooms).filter((room) => !isThere(room)),
    ...Object.keys(serverRoot).filter((file) => !isThere(file)),
    ...sharedServerFiles.filter((file) => !product.some((one) => one.to === file && nounOf(one.from) !== nounOf(file))),
    ...Object.entries(commonsAsk).flatMap(([file, asked]) =>
      asked.filter((one) => !from(file, ({ to }) => to === one)),
    ),
    ...Object.entries(engines).flatMap(([engine, asking]) =>
      asking.filter((file) => !from(file, ({ to }) => liesIn(to, engine))),
    ),
    ...Object.entries(homes).flatMap(([name, places]) =>
      places
        .filter((place) => !from(place, ({ to }) => to === `package:${name}`))
        .map((place) => `${name} in ${place}`),
    ),
    ...doors.filter((door) => !modules.some(({ file }) => door.test(file))).map(String),
    ...notNouns.filter((noun) => !isThere(`server/${noun}`)),
    ...screens.filter((screen) => !isThere(`src/features/${screen}`)),
    ...koreanAllowed.filter((pattern) => !hangul.some(({ file }) => pattern.test(file))).map(String),
    ...Object.keys(exceptions).filter((folder) => !isThere(folder)),
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
  const engine = Object.keys(engines).find((folder) => liesIn(to, folder));
  if (engine && !liesIn(from, engine)) return (engines[engine] ?? []).includes(from);
  const [, own, ...deeper] = from.split('/');
  const [, other] = to.split('/');
  if (other === 'demo' && own !== 'demo') return from === 'server/main.ts';
  // A program of its own, on another machine.
  if (other === 'controller' && own !== 'controller') return false;
  if (deeper.length === 0) return (serverRoot[from] ?? []).some((place) => liesIn(to, place));
  if (to === 'server/config.ts') return true;
  if (Object.hasOwn(serverRoot, to)) return own === 'demo' && to === 'server/server.ts';
  // What every noun may ask knows no noun, or the nouns would ask each other by way of it.
  if (serverCommons.includes(own ?? ''))
    return serverCommons.includes(other ?? '') || (commonsAsk[from] ?? []).includes(to);
  return own === other || serverCommons.includes(other ?? '') || sharedServerFiles.includes(to);
}

/** What knows of requests and answers is a door; the rest of a noun is told what it needs. */
function doorViolations({ from, to }: Import): string[] {
  const isTransport = liesIn(to, 'server/http') || to === 'package:hono';
  const [room, own, ...deeper] = from.split('/');
  const isInNoun = room === 'server' && deeper.length > 0 && !['demo', ...serverCommons].includes(own ?? '');
  if (!isTransport || !isInNoun || doors.some((door) => door.test(from))) return [];
  return [`${from} imports ${to.replace('package:', '')} and is no door`];
}

/** A noun is called the same in the contract, on the server and in the app. */
function nounViolations(modules: readonly Module[]): string[] {
  const known = new Set(
    modules.flatMap(({ file }) => (liesIn(file, 'contract') ? [...path.dirname(file).split('/'), stemOf(file)] : [])),
  );
  const unknown = (room: string, others: readonly string[]) => {
    const depth = room.split('/').length;
    const folders = modules.flatMap(({ file }) => {
      const rest = file.split('/').slice(depth);
      return liesIn(file, room) && rest.length > 1 ? [rest[0] ?? ''] : [];
    });
    return [...new Set(folders)]
      .filter((noun) => !known.has(noun) && !others.includes(noun))
      .map((noun) => `${room}/${noun} is called like nothing in the contract`);
  };
  return [...unknown('server', notNouns), ...unknown('src/features', screens)];
}

const stemOf = (file: string) => path.basename(file).replace(/\..*$/, '');

/** Names of figures, and those of them that every test may use because they are what they say. */
const FIGURE = /^(MAX|MIN)_|_(MS|S|MINUTES|HOURS|DAYS|BYTES|LINES|POINTS)$/;
const UNITS = ['SECOND_MS', 'MINUTE_MS', 'HOUR_MS', 'DAY_MS', 'SEOUL_OFFSET_MS'];

/** A test that takes the figure it promises from the code it tests holds nothing; one that says what it is does. */
function heldNumberViolations(modules: readonly Module[]): (one: Import) => string[] {
  const texts = new Map(modules.map(({ file, text }) => [file, text]));
  return ({ from, to, names }) => {
    if (!/\.(test|spec)\.tsx?$/.test(from) || isTest(to) || to.startsWith('package:')) return [];
    return names
      .filter((name) => FIGURE.test(name) && !UNITS.includes(name))
      .filter((name) => !texts.get(from)?.includes(`expect(${name})`))
      .map((name) => `${from} holds ${name} of ${to} and not the figure`);
  };
}

/** Numbers of the wire whose name says what they count or in which unit they are. */
const SAYS_UNIT =
  /^(index|id|year|month|channel|protocol|version|position|litres|count|total|status|port|days|farms|endedSessions)$|([a-z](Index|Pct|C|Ms|Sec|Min|Hours|Days|M2|Bytes|Mps|Count))$/;

/**
 * A number of the wire says its unit, by its name or by a comment: above it, above what it is a part of, or above the
 * number before it, as of `begin` and `end`.
 */
function unitViolations({ file, text, parsed }: Module): string[] {
  if (isTest(file)) return [];
  const told = new Set<unknown>();
  const found: string[] = [];
  visitNodes(parsed.program, (node) => {
    if (node.type !== 'ObjectExpression' || !Array.isArray(node.properties)) return;
    const isWholeTold = told.has(node) || isOneLineTold(text, node);
    let isBeforeTold = false;
    for (const property of node.properties) {
      const { start = 0, key, value }: { start?: number; key?: unknown; value?: unknown } = property;
      const isTold: boolean = isWholeTold || isBeforeTold || text.slice(0, start).trimEnd().endsWith('*/');
      if (isTold) visitNodes(value, (inner) => inner.type === 'ObjectExpression' && told.add(inner));
      const name = String(Reflect.get(Object(key), 'name'));
      isBeforeTold = isTold && isNumber(text, value);
      if (isNumber(text, value) && !isTold && !SAYS_UNIT.test(name)) found.push(`${file}: ${name} says no unit`);
    }
  });
  return found;
}

/** Whether all of an object stands on one line with a comment above. */
function isOneLineTold(text: string, { start, end }: SyntaxNode): boolean {
  const above = text.slice(0, text.lastIndexOf('\n', start)).trimEnd();
  return !text.slice(start, end).includes('\n') && above.endsWith('*/');
}

/** Whether a schema is one of a number, whatever may be missing around it. */
function isNumber(text: string, value: unknown): boolean {
  const { start, end }: { start?: number; end?: number } = Object(value);
  const source = text.slice(start, end).replace(/^(z\.(nullable|optional|_default)\()+/, '');
  return /^z\.(number|int)\(/.test(source);
}

function fileViolations({ file, text, lines }: Module): string[] {
  const found: string[] = [];
  const name = stemOf(file);
  if (lines > limits.file) found.push(`${file} has ${lines} lines`);
  if (/\p{Script=Hangul}/u.test(withoutComments(text)) && !koreanAllowed.some((pattern) => pattern.test(file)))
    found.push(`${file} holds Korean`);
  // A parameter of an address is written as code is.
  if (!/^[a-z0-9.$_-]+$/.test(path.basename(file).replace(/\{\$\w+\}|\$\w+/, '$')))
    found.push(`${file} is not named in kebab-case`);
  if (emptyNames.test(name) && !liesIn(file, 'src/routes') && !liesIn(file, 'server/db/migrations'))
    found.push(`${file} has a name that says nothing`);
  if (/^\s*export \{[^}]*\} from/m.test(text)) found.push(`${file} hands on another module`);
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
    /^tests\/.*\/(main|global-setup)\.ts$/.test(file) ||
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
