import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './setup.mjs';

/** Runs a program of the built server. Builds only when dist/ is missing, because a server may be running from it. */
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
