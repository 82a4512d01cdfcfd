import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Machine, pidsOf } from './network.ts';

const layout = path.resolve(import.meta.dirname, '../../docs/ha');

/** A program that a fault may kill and that is started again. */
export type Program = {
  readonly pid: number;
  start(): void;
  kill(signal: NodeJS.Signals): void;
  /** Kills it, and resolves when it has gone. */
  end(): Promise<void>;
};

function aProgram(start: () => ChildProcess): Program {
  let child = start();
  return {
    get pid() {
      return child.pid ?? 0;
    },
    start() {
      child = start();
    },
    kill: (signal) => void child.kill(signal),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Appends what a program prints to a file of its own. */
function logged(dir: string, name: string) {
  const log = openSync(path.join(dir, `${name}.log`), 'a');
  return ['ignore', log, log] as const;
}

export type Node = Machine & { etcd: Program; patroni: Program; data: string };

/** etcd and Patroni of a machine, with the configuration of docs/ha and folders below `dir`. */
export function startNode(machine: Machine, dir: string): Node {
  const home = path.join(dir, machine.name);
  mkdirSync(home, { mode: 0o700 });
  const owner = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  chownSync(home, owner[0] ?? 0, owner[1] ?? 0);
  const data = path.join(home, 'data');
  // Each machine has a /run of its own, because sockets are named by the port.
  const enter = 'mount -t tmpfs none /run && mkdir -m 1777 /run/postgresql && exec "$@"';
  const who = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const inside = (name: string, env: Record<string, string>, command: readonly string[]) =>
    spawn('ip', ['netns', 'exec', machine.name, 'sh', '-c', enter, name, ...who, ...command], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
      stdio: [...logged(dir, `${machine.name}-${name}`)],
    });
  const etcd = aProgram(() =>
    inside('etcd', { ...etcdSettings(machine), ETCD_DATA_DIR: path.join(home, 'etcd') }, ['etcd']),
  );
  const settings = {
    PATRONI_NAME: machine.name,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine.address}:8008`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine.address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
  };
  const patroni = aProgram(() => inside('patroni', settings, ['patroni', path.join(layout, 'patroni.yml')]));
  return { ...machine, etcd, patroni, data };
}

/** The settings in docs/ha/etcd.env, which are those of pg1, for another machine. */
function etcdSettings({ name, address }: Machine): Record<string, string> {
  const lines = readFileSync(path.join(layout, 'etcd.env'), 'utf8').matchAll(/^(ETCD_\w+)=(.*)$/gm);
  const given = Object.fromEntries([...lines].map(([, key = '', value = '']) => [key, value]));
  const own = Object.entries(given).map(([key, value]) => [
    key,
    key.endsWith('_URLS') ? value.replace('10.77.0.11', address) : value,
  ]);
  return { ...Object.fromEntries(own), ETCD_NAME: name };
}

export function startProxy(file: string, dir: string): Program {
  return aProgram(() =>
    spawn('haproxy', ['-db', '-f', path.join(layout, file)], { stdio: [...logged(dir, file)], cwd: dir }),
  );
}

/** The process id of a machine's postmaster. */
export const postmasterOf = ({ data }: Node): number =>
  Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Stops every process of PostgreSQL and Patroni of a machine in its tracks, or lets them go on. */
export function freeze(node: Node, isFrozen: boolean): void {
  const pids = pidsOf(node).filter((pid) => pid !== node.etcd.pid);
  for (const pid of pids) {
    try {
      process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    } catch {
      // It has just ended by itself.
    }
  }
}
