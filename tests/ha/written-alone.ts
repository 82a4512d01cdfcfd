import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Machine } from './network.ts';

const EVERY_MS = 1_000;
/** A commit that waits for a standby is not waited for. */
const PATIENCE_MS = 3_000;

/**
 * Writes again and again at a machine itself, as somebody who was cut off together with it would. The returned function
 * ends that, and resolves with how many writes the machine has acknowledged.
 */
export function writeAlone({ name }: Machine): () => Promise<number> {
  let isOver = false;
  const writing = (async () => {
    let acknowledged = 0;
    for (; !isOver; await pause(EVERY_MS)) acknowledged += (await isWritten(name)) ? 1 : 0;
    return acknowledged;
  })();
  return () => {
    isOver = true;
    return writing;
  };
}

async function isWritten(name: string): Promise<boolean> {
  const address = 'postgres://postgres:change-me-1@127.0.0.1:5432/postgres';
  const text = 'create table written_alone (at integer); drop table written_alone';
  const child = spawn('ip', ['netns', 'exec', name, 'psql', address, '-c', text], { stdio: 'ignore' });
  const gone = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)));
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  return gone.finally(() => clearTimeout(late));
}
