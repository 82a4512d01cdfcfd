import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../free-port.ts';

export type Cluster = {
  /** URL of its first database; others differ in the path. */
  url: string;
  /** Ends it like a power failure, without a message to its clients. */
  kill(): Promise<void>;
  /** Starts it again; as a standby it answers reads, and would follow a primary if there were one. */
  restart(as?: 'primary' | 'standby'): Promise<void>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
};

/**
 * A real PostgreSQL on its own port. By default it does not flush to disk, so it survives a kill but not a power
 * failure; `settings` (command line settings) may change that.
 */
export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'onsil-postgres-'));
  const who = ownerOf(dir);
  const data = path.join(dir, 'data');
  const how = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(programOf('initdb'), ['-D', data, ...how], { ...who, cwd: dir, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const given = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    ...settings,
  });
  const options = given.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;

  const signal = path.join(data, 'standby.signal');
  async function restart(as: 'primary' | 'standby' = 'primary'): Promise<void> {
    if (as === 'standby') writeFileSync(signal, '');
    else rmSync(signal, { force: true });
    child = spawn(programOf('postgres'), ['-D', data, '-p', `${port}`, ...options], {
      ...who,
      cwd: dir,
      stdio: 'ignore',
    });
    await untilReady(url, child);
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    if (child?.kill(signal)) await gone;
    child = undefined;
  }

  await restart();
  return {
    url,
    kill: () => end('SIGQUIT'),
    restart,
    async remove() {
      await end('SIGQUIT');
      // Hundreds of thousands of files: nobody waits for the minutes that their removal can take.
      spawn('rm', ['-rf', dir], { detached: true, stdio: 'ignore' }).unref();
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (child.exitCode !== null) throw new Error('PostgreSQL did not start', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** PostgreSQL refuses to run as root, so the folder gets the user of Debian's package. */
export function ownerOf(dir: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [numberOf('-u'), numberOf('-g')];
  chownSync(dir, uid, gid);
  return { uid, gid };
}

/** Path of a program of PostgreSQL, in the folder that scripts/setup.mjs found. */
function programOf(name: string): string {
  const folder = process.env.POSTGRES_BIN;
  if (!folder) throw new Error('POSTGRES_BIN is not set: run these tests by npm run test:postgres.');
  return path.join(folder, name);
}
