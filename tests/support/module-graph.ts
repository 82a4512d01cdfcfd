import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

export type Import = { from: string; to: string; specifier: string };
export type Module = { file: string; text: string; lines: number };

const ROOMS = ['contract', 'server', 'src', 'sw', 'tests'];

/** Every TypeScript module of the rooms, as paths from the root. */
export function modulesOf(root: string): Module[] {
  const walk = (dir: string): string[] =>
    readdirSync(path.join(root, dir), { withFileTypes: true }).flatMap((entry) => {
      const file = `${dir}/${entry.name}`;
      if (entry.isDirectory()) return walk(file);
      return /\.tsx?$/.test(entry.name) && !entry.name.includes('.gen.') ? [file] : [];
    });
  return ROOMS.flatMap(walk).map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, text, lines: text.split('\n').length - 1 };
  });
}

/** Static, dynamic and re-exporting imports of a module, resolved as the bundler does: relative, `#room/…`, or a package. */
export function importsOf(root: string, { file, text }: Module): Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return specifiers.map((specifier) => ({ from: file, to: resolve(root, file, specifier), specifier }));
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

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:') || specifier.startsWith('virtual:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The first import cycle, as the files it runs through; type-only imports count too. */
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
