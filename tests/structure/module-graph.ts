import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';

export type Import = { from: string; to: string; specifier: string; names: readonly string[] };
export type Module = { file: string; text: string; lines: number; parsed: ParseResult };
/** A node of the syntax tree, with the fields that the rules use. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

export const ROOMS = ['contract', 'server', 'src', 'sw', 'tests'];

/** The imported name for everything of a module: `import * as x`, `import()`, `export *`. */
export const EVERYTHING = '*';

/** Every hand-written TypeScript module of the rooms, as paths from the root. */
export function modulesOf(root: string): Module[] {
  const walk = (dir: string): string[] =>
    readdirSync(path.join(root, dir), { withFileTypes: true }).flatMap((entry) => {
      const file = `${dir}/${entry.name}`;
      if (entry.isDirectory()) return walk(file);
      return /\.tsx?$/.test(entry.name) && !entry.name.includes('.gen.') ? [file] : [];
    });
  return ROOMS.flatMap(walk).map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const parsed = parseSync(file, text);
    if (parsed.errors.length > 0) throw new Error(`${file} does not parse: ${parsed.errors[0]?.message}`);
    return { file, text, lines: text.split('\n').length - 1, parsed };
  });
}

/**
 * Static, dynamic and re-exporting imports of a module, resolved as by the bundler: relative, `#room/…`, or a package.
 * Throws for an import by expression, which no rule could follow.
 */
export function importsOf(root: string, { file, text, parsed: { module, program } }: Module): Import[] {
  const found: { specifier: string; names: string[] }[] = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      names: entries.map(
        ({ importName }) => importName.name ?? (importName.kind === 'Default' ? 'default' : EVERYTHING),
      ),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, names: [importName.name ?? EVERYTHING] }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      specifier: literalOf(file, text.slice(moduleRequest.start, moduleRequest.end)),
      names: [EVERYTHING],
    })),
    ...namedInCode(file, text, program),
  ];
  return found.map(({ specifier, names }) => ({ from: file, to: resolve(root, file, specifier), specifier, names }));
}

/** Visits every node of a syntax tree, with the name that its value is assigned to. */
export function visitNodes(node: unknown, visit: (node: SyntaxNode, name: string | undefined) => void): void {
  walkNodes(node, undefined, visit);
}

function walkNodes(
  node: unknown,
  name: string | undefined,
  visit: (node: SyntaxNode, name: string | undefined) => void,
): void {
  if (Array.isArray(node)) {
    for (const one of node) walkNodes(one, name, visit);
    return;
  }
  if (!isNode(node)) return;
  const own = nameOf(node) ?? name;
  visit(node, own);
  for (const value of Object.values(node)) if (typeof value === 'object') walkNodes(value, own, visit);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

function nameOf(node: SyntaxNode): string | undefined {
  const named = node.id ?? (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) ? node.key : undefined);
  const name = typeof named === 'object' && named !== null ? Reflect.get(named, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Modules that are referenced without an import: `import('./x.ts').Name` in a type, `new URL('…', import.meta.url)`.
 */
function namedInCode(file: string, text: string, program: unknown): { specifier: string; names: string[] }[] {
  const found: string[] = [];
  visitNodes(program, (node) => {
    const source = text.slice(node.start, node.end);
    if (node.type === 'TSImportType') found.push(literalOf(file, textOf(text, node.source)));
    if (node.type === 'CallExpression' && source.startsWith('import.meta.glob'))
      throw new Error(`${file} imports by a pattern, which no rule can follow`);
    const [, asset] = (node.type === 'NewExpression' && /^new URL\(([^,]+),\s*import\.meta\.url\)$/.exec(source)) || [];
    if (asset !== undefined) found.push(literalOf(file, asset.trim()));
  });
  return found.map((specifier) => ({ specifier, names: [EVERYTHING] }));
}

function textOf(text: string, node: unknown): string {
  return isNode(node) ? text.slice(node.start, node.end) : '';
}

function literalOf(file: string, expression: string): string {
  const literal = /^(['"])([^'"]+)\1$/.exec(expression)?.[2];
  if (literal === undefined) throw new Error(`${file} imports ${expression}, which no rule can follow`);
  return literal;
}

function resolve(root: string, from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  const target = bare.startsWith('#')
    ? bare.slice(1)
    : bare.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(from), bare))
      : undefined;
  if (target === undefined) return `package:${packageOf(bare)}`;
  if (!existsSync(path.join(root, target))) throw new Error(`${from} imports ${specifier}, which is not there`);
  return target;
}

/** Distinguishes `zod` from `zod/mini`, because one of them is four times as large. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:') || specifier.startsWith('virtual:') || specifier.startsWith('zod'))
    return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The first import cycle, as a list of files; type-only imports count, too. */
export function findCycle(imports: readonly Import[]): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string): string[] | undefined => {
    const at = trail.indexOf(file);
    if (at >= 0) return [...trail.slice(at), file];
    if (done.has(file)) return undefined;
    trail.push(file);
    for (const to of next.get(file) ?? []) {
      const cycle = visit(to);
      if (cycle) return cycle;
    }
    trail.pop();
    done.add(file);
    return undefined;
  };
  for (const file of next.keys()) {
    const cycle = visit(file);
    if (cycle) return cycle;
  }
  return undefined;
}
