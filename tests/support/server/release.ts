import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const HASHED = /-([\w-]{8})\.(js|css)$/;

type Release = {
  /** Folder from which a server can start; contains dist/app. */
  home: string;
  /** The build id. */
  build: string;
  remove(): void;
};

/**
 * The built app as a later build would leave it: every chunk has a new name, beside the old ones unless `keepsOld` is
 * false, and a new document and worker that use the new names. `worker` is code to insert before the worker's.
 */
export function aRelease({ build = 'release00002', worker = '', keepsOld = true } = {}): Release {
  const home = mkdtempSync(path.join(os.tmpdir(), 'onsil-release-'));
  const app = path.join(home, 'dist/app');
  const now = readFileSync(path.join(root, 'dist/build-stamp'), 'utf8');
  cpSync(path.join(root, 'dist/app'), app, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  const shell = readFileSync(path.join(app, 'sw.js'), 'utf8');
  // Assets of earlier builds may be there, too; only those the worker precaches belong to this one.
  const names = readdirSync(path.join(app, 'assets')).filter((name) => HASHED.test(name) && shell.includes(name));
  const renamed = new Map(
    names.map((name) => [name, name.replace(HASHED, (_, hash, type) => `-${turn(hash)}.${type}`)]),
  );
  const pattern = new RegExp([...renamed.keys()].map((name) => name.replace(/[.$]/g, '\\$&')).join('|'), 'g');
  const rewrite = (text: string) => text.replace(pattern, (name) => renamed.get(name) ?? name).replaceAll(now, build);
  for (const [name, next] of renamed) {
    const file = path.join(app, 'assets', name);
    writeFileSync(path.join(app, 'assets', next), rewrite(readFileSync(file, 'utf8')));
    if (!keepsOld) rmSync(file);
  }
  writeFileSync(path.join(app, 'index.html'), rewrite(readFileSync(path.join(app, 'index.html'), 'utf8')));
  // The worker fetches the document again only when its revision has changed.
  const revised = rewrite(shell).replace(/("revision":")\w+(","url":"index\.html")/, `$1${build}$2`);
  if (!revised.includes(`"${build}"`)) throw new Error('the document has no revision in the worker');
  writeFileSync(path.join(app, 'sw.js'), `${worker}\n${revised}`);
  return { home, build, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** A different hash of the same length. */
function turn(hash: string): string {
  return `${hash.slice(1)}${hash.startsWith('Z') ? 'Y' : 'Z'}`;
}
