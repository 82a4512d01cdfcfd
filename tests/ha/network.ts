import { execFileSync } from 'node:child_process';

/** A database machine, under the name and address that the files of docs/ha give it. */
export type Machine = { name: string; address: string };

export const machines: readonly Machine[] = [
  { name: 'pg1', address: '10.77.0.11' },
  { name: 'pg2', address: '10.77.0.12' },
  { name: 'pg3', address: '10.77.0.13' },
];
export const APP_ADDRESSES = ['10.77.0.21', '10.77.0.22'];
export const PUBLIC_ADDRESS = '10.77.0.30';

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' });
const linkOf = ({ name }: Machine) => `to-${name}`;

/** Makes a network namespace for each machine, on one bridge. This process has to be in a network namespace of its own. */
export function layNetwork(): void {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'lan', 'type', 'bridge');
  for (const address of [...APP_ADDRESSES, PUBLIC_ADDRESS]) ip('addr', 'add', `${address}/24`, 'dev', 'lan');
  ip('link', 'set', 'lan', 'up');
  for (const machine of machines) {
    const { name, address } = machine;
    ip('netns', 'add', name);
    ip('link', 'add', linkOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', linkOf(machine), 'master', 'lan', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    // A rule can then come before the addresses of the machine itself.
    ip('-n', name, 'rule', 'add', 'pref', '100', 'lookup', 'local');
    ip('-n', name, 'rule', 'del', 'pref', '0');
  }
}

/** Pulls the cable of a machine, or puts it back. */
export function setCable(machine: Machine, isIn: boolean): void {
  ip('link', 'set', linkOf(machine), isIn ? 'up' : 'down');
}

/** Keeps a machine from every etcd, its own as well; everything else goes on. */
export function setEtcdReach({ name }: Machine, isOpen: boolean): void {
  ip('-n', name, 'rule', isOpen ? 'del' : 'add', 'pref', '10', 'ipproto', 'tcp', 'dport', '2379', 'prohibit');
}

/** Every process of a machine. */
export function pidsOf({ name }: Machine): number[] {
  return ip('netns', 'pids', name).trim().split('\n').filter(Boolean).map(Number);
}
