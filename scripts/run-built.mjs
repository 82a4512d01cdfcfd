import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './setup.mjs';

/** Runs a program of the built server; builds only where there is none, for a server may run on what is there. */
export async function runBuilt(name) {
  const program = path.join(root, 'dist/server', name);
  if (!existsSync(program)) {
    ensureDependencies();
    const { build } = await import('./build.mjs');
    await build();
  }
  process.chdir(root);
  await import(pathToFileURL(program).href);
}
