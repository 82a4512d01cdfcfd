import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '../support/poll-until.ts';
import type { Installation } from './installation.ts';
import { linesOf } from './judge.ts';
import { setCable, setEtcdReach } from './network.ts';
import { freeze, postmasterOf } from './programs.ts';
import { writeAlone } from './written-alone.ts';

export type Fault = {
  title: string;
  /** Brings it about, and mends it; resolves when nothing more will be done. `begins` is called at the first blow. */
  happen(installation: Installation, begins: () => void): Promise<void>;
};

const SECOND_MS = 1_000;

export const faults: readonly Fault[] = [
  {
    title: 'SIGKILL of the primary’s postmaster',
    async happen({ databases }, begins) {
      const primary = await databases.primary();
      begins();
      process.kill(postmasterOf(primary), 'SIGKILL');
    },
  },
  {
    title: 'SIGKILL of postmaster and Patroni, which comes back after 30 s',
    async happen({ databases }, begins) {
      const primary = await databases.primary();
      begins();
      await primary.patroni.end();
      process.kill(postmasterOf(primary), 'SIGKILL');
      await pause(30 * SECOND_MS);
      primary.patroni.start();
    },
  },
  {
    title: 'the primary’s cable is pulled for 60 s',
    async happen(installation, begins) {
      const primary = await installation.databases.primary();
      begins();
      setCable(primary, false);
      const written = writeAlone(primary);
      await pause(60 * SECOND_MS);
      installation.writtenAlone += await written();
      setCable(primary, true);
    },
  },
  {
    title: 'the primary is cut off from etcd alone for 40 s',
    async happen({ databases }, begins) {
      const primary = await databases.primary();
      begins();
      setEtcdReach(primary, false);
      await pause(40 * SECOND_MS);
      setEtcdReach(primary, true);
    },
  },
  {
    title: 'primary and Patroni stand still for 45 s, then go on',
    async happen({ databases }, begins) {
      const primary = await databases.primary();
      begins();
      freeze(primary, true);
      await pause(45 * SECOND_MS);
      freeze(primary, false);
    },
  },
  {
    title: 'SIGKILL of the synchronous standby',
    async happen({ databases }, begins) {
      const standby = await databases.standby();
      begins();
      process.kill(postmasterOf(standby), 'SIGKILL');
    },
  },
  {
    title: 'SIGKILL of the process with the leases, which comes back after 30 s',
    async happen({ apps, startApp }, begins) {
      const holder = [...apps.values()].find((app) => holds(app, 'jobs'));
      if (!holder) throw new Error('no process holds the lease of the jobs');
      begins();
      holder.killedAt = Date.now();
      holder.kill('SIGKILL');
      apps.delete(holder.address);
      await pause(30 * SECOND_MS);
      await startApp(holder.address);
      await pollUntil(() => [...apps.values()].some((app) => holds(app, 'jobs')), Boolean, 30_000);
    },
  },
  {
    title: 'all of etcd is away for 30 s',
    async happen({ databases }, begins) {
      begins();
      await Promise.all(databases.nodes.map(({ etcd }) => etcd.end()));
      await pause(30 * SECOND_MS);
      for (const { etcd } of databases.nodes) etcd.start();
    },
  },
  {
    title: 'a clean switchover',
    async happen({ databases }, begins) {
      begins();
      await databases.switchOver();
    },
  },
  {
    title: 'both standbys are away for 40 s',
    async happen({ databases }, begins) {
      const primary = await databases.primary();
      const standbys = databases.nodes.filter((one) => one !== primary);
      begins();
      for (const standby of standbys) {
        await standby.patroni.end();
        process.kill(postmasterOf(standby), 'SIGKILL');
      }
      await pause(40 * SECOND_MS);
      for (const { patroni } of standbys) patroni.start();
    },
  },
];

/** Whether a process has a lease, by what it said last of having it; a renewal that failed is no end of it. */
function holds(app: Parameters<typeof linesOf>[0], name: string): boolean {
  const said = linesOf(app).filter(({ lease, msg }) => lease === name && /(taken|takes) over$/.test(msg));
  return said.at(-1)?.msg === 'this process has taken over';
}
