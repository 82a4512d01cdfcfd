import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from '../free-port.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export type ServerProcess = {
  url: string;
  pid: number;
  /** Its complete output. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or null when a signal ended it. */
  gone: Promise<number | null>;
};

/**
 * Starts the built server as a process; resolves once it answers. The caller has to stop it. It serves the app in
 * dist/app below `home`.
 */
export async function startServerProcess(env: Record<string, string>, home = root): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort());
  const child: ChildProcess = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', LOG_LEVEL: 'warn', DEMO: '0', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout?.on('data', (part) => {
    printed += part;
  });
  child.stderr?.on('data', (part) => {
    printed += part;
  });
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = `http://${env.HOST ?? '127.0.0.1'}:${port}`;
  const server = {
    url,
    pid: child.pid ?? 0,
    output: () => printed,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    gone,
  };
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${printed}`);
    if (Date.now() > deadline) throw new Error(`the server does not answer: ${printed}`);
    const answer = await fetch(`${url}/api/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return server;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
