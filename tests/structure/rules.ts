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
import { plainWordViolations, plainWordViolationsOfData } from './plain-words.ts';
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

/** All violations in a tree, one line each. */
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
    ...plainWordViolationsOfData(root),
    ...folderViolations(modules),
    ...modules.filter(({ file }) => !isTest(file)).flatMap(functionViolations),
    ...modules.filter(({ file }) => liesIn(file, 'contract')).flatMap(unitViolations),
    ...unusedExports(modules, [...imports, ...importsOfConfigurations(root)]),
    ...dependencyViolations(root, imports),
  ];
}

/** Rows of rooms.ts that are not needed: an outdated exception would allow the next mistake. */
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

/** A noun of the server may import another only through a shared file; only main.ts may import the demonstration. */
function mayAskInServer(from: string, to: string): boolean {
  if (!liesIn(to, 'server')) return true;
  const engine = Object.keys(engines).find((folder) => liesIn(to, folder));
  if (engine && !liesIn(from, engine)) return (engines[engine] ?? []).includes(from);
  const [, own, ...deeper] = from.split('/');
  const [, other] = to.split('/');
  if (other === 'demo' && own !== 'demo') return from === 'server/main.ts';
  // A separate program, for another machine.
  if (other === 'controller' && own !== 'controller') return false;
  if (deeper.length === 0) return (serverRoot[from] ?? []).some((place) => liesIn(to, place));
  if (to === 'server/config.ts') return true;
  if (Object.hasOwn(serverRoot, to)) return own === 'demo' && to === 'server/server.ts';
  // Rooms that every noun may import must not import nouns, which would connect all of them.
  if (serverCommons.includes(own ?? ''))
    return serverCommons.includes(other ?? '') || (commonsAsk[from] ?? []).includes(to);
  return own === other || serverCommons.includes(other ?? '') || sharedServerFiles.includes(to);
}

/** Only doors may use requests and answers; other modules get what they need as arguments. */
function doorViolations({ from, to }: Import): string[] {
  const isTransport = liesIn(to, 'server/http') || to === 'package:hono';
  const [room, own, ...deeper] = from.split('/');
  const isInNoun = room === 'server' && deeper.length > 0 && !['demo', ...serverCommons].includes(own ?? '');
  if (!isTransport || !isInNoun || doors.some((door) => door.test(from))) return [];
  return [`${from} imports ${to.replace('package:', '')} and is no door`];
}

/** A noun has the same name in the contract, on the server and in the app. */
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

/** Names of constants, and below those that tests may import because they are definitions. */
const FIGURE = /^(MAX|MIN)_|_(MS|S|MINUTES|HOURS|DAYS|BYTES|LINES|POINTS)$/;
const UNITS = ['SECOND_MS', 'MINUTE_MS', 'HOUR_MS', 'DAY_MS', 'SEOUL_OFFSET_MS'];

/** A test that imports the number it should check proves nothing, unless it also asserts its value. */
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

/** Fields of the wire whose name tells what they count or their unit. */
const SAYS_UNIT =
  /^(index|id|year|month|channel|protocol|version|position|litres|count|total|status|port|days|farms|endedSessions)$|([a-z](Index|Pct|C|Ms|Sec|Min|Hours|Days|M2|Bytes|Mps|Count))$/;

/**
 * A number on the wire needs a unit, in its name or in a comment: above it, above the object that contains it, or above
 * the previous number, as for `begin` and `end`.
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

/** Whether an object is on one line, with a comment above. */
function isOneLineTold(text: string, { start, end }: SyntaxNode): boolean {
  const above = text.slice(0, text.lastIndexOf('\n', start)).trimEnd();
  return !text.slice(start, end).includes('\n') && above.endsWith('*/');
}

/** Whether a schema is a number, within any optional or nullable wrappers. */
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
  // Route parameters are written like identifiers.
  if (!/^[a-z0-9.$_-]+$/.test(path.basename(file).replace(/\{\$\w+\}|\$\w+/, '$')))
    found.push(`${file} is not named in kebab-case`);
  if (emptyNames.test(name) && !liesIn(file, 'src/routes') && !liesIn(file, 'server/db/migrations'))
    found.push(`${file} has a name that says nothing`);
  if (/^\s*export \{[^}]*\} from/m.test(text)) found.push(`${file} hands on another module`);
  if (/^\s*export \* from/m.test(text)) found.push(`${file} hands on all of another module`);
  if (file.split('/').length - 1 > limits.depth && !liesIn(file, 'src/routes')) found.push(`${file} lies too deep`);
  return found;
}

/** Comments may contain examples of Korean text. */
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
  // A migration is a list of statements, and is never changed after its release.
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

/** Exports that no other module imports. Tools read those of routes and configurations. */
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

/** Packages that configuration files at the root import. */
function importsOfConfigurations(root: string): Import[] {
  return ['vite.config.ts', 'vite.first-paint.ts', 'vitest.config.ts', 'tailwind.config.ts']
    .filter((file) => existsSync(path.join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return importsOf(root, { file, text, lines: 0, parsed: parseSync(file, text) });
    });
}

/** Versions must be exact, and the product must import each of its dependencies. */
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
