import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

type Started = [name: 'back-up' | 'restore' | 'move', args: readonly string[], env?: Record<string, string>];

/** Starts a built operator program as in a terminal; `gone` resolves with its exit code, null when it was killed. */
export function startProgram(...[name, args, env = {}]: Started) {
  const child = spawn(process.execPath, [path.join(root, 'dist/server', `${name}.js`), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part;
    });
  }
  const gone = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { gone, said: () => said, kill: () => child.kill('SIGKILL') };
}

/** Runs an operator program to its end and returns its output; throws when it fails. */
export async function runToEnd(...started: Started): Promise<string> {
  const { gone, said } = startProgram(...started);
  const code = await gone;
  if (code !== 0) throw new Error(`${started[0]} ended with ${code}: ${said()}`);
  return said();
}
