import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Builds a program as the server is built, and returns its file. Module by module, as tests and benches are run, it
 * works a third longer.
 */
export async function builtProgram(input: string): Promise<string> {
  const { name, dir } = path.parse(input);
  const outDir = path.join(root, '.cache/built', dir);
  const options = { ssr: true, rolldownOptions: { input: [input] }, outDir, emptyOutDir: true };
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ...options, target: 'node20', minify: false },
  });
  return path.join(outDir, `${name}.js`);
}
