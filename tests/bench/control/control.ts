import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'vite';
import { benchOverHttp } from './over-http.ts';
import { benchOverMqtt } from './over-mqtt.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Control: the times a grower waits for, decisions for many farms, and the growth of the log. */
export async function benchControl(folder: string): Promise<void> {
  await benchOverHttp(folder);
  await benchOverMqtt(folder);
  execFileSync(process.execPath, [await builtProgram(), folder], { stdio: 'inherit' });
}

/** Built as the server is: module by module, as the bench itself is run, it works a third longer. */
async function builtProgram(): Promise<string> {
  const outDir = path.join(root, '.cache/bench/control');
  const rolldownOptions = { input: ['tests/bench/control/in-process.ts'] };
  const built = { ssr: true, rolldownOptions, outDir, emptyOutDir: true, target: 'node20', minify: false };
  await build({ root, configFile: false, logLevel: 'error', publicDir: false, build: built });
  return path.join(outDir, 'in-process.js');
}
