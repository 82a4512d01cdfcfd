import pg from 'pg';
import { pollUntil } from '../support/poll-until.ts';
import { machines } from './network.ts';
import { type Node, startNode } from './programs.ts';

type Member = { name: string; role: string; state: string; lag?: number | string; timeline?: number };

const ROOT = 'postgres://postgres:change-me-1@';

export type DatabaseCluster = {
  nodes: readonly Node[];
  node(name: string): Node;
  /** Waits until one leads, one follows synchronously and one follows, all on one timeline. */
  untilWhole(): Promise<void>;
  primary(): Promise<Node>;
  standby(): Promise<Node>;
  switchOver(): Promise<void>;
  /** Asks the primary as its administrator, past the proxy. */
  ask<T>(question: (client: pg.Client) => Promise<T>, database?: string): Promise<T>;
  end(): Promise<void>;
};

/** Starts three machines with PostgreSQL, Patroni and etcd; resolves once they are one cluster. */
export async function startDatabases(dir: string): Promise<DatabaseCluster> {
  const nodes = machines.map((machine) => startNode(machine, dir));
  const node = (name: string) => nodes.find((one) => one.name === name) ?? raise(`there is no machine ${name}`);

  /** As the first machine that answers sees them. */
  const members = async (): Promise<Member[]> => {
    for (const { address } of nodes) {
      const asked = fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) });
      const answer = await asked.then((one) => one.json()).catch(() => undefined);
      if (answer?.members) return answer.members;
    }
    return [];
  };
  const inRole = async (role: string): Promise<Node> => {
    const isThere = (all: readonly Member[]) => all.some((one) => one.role === role);
    const all = await pollUntil(members, isThere, 60_000);
    return node(all.find((one) => one.role === role)?.name ?? '');
  };
  const cluster: DatabaseCluster = {
    nodes,
    node,
    async untilWhole() {
      await pollUntil(members, isWhole, 120_000);
    },
    primary: () => inRole('leader'),
    standby: () => inRole('sync_standby'),
    async switchOver() {
      const leader = await inRole('leader');
      const { name: candidate } = await inRole('sync_standby');
      await fetch(`http://${leader.address}:8008/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('patroni:change-me-4')}` },
        body: JSON.stringify({ leader: leader.name, candidate }),
      });
    },
    async ask(question, database = 'onsil') {
      const { address } = await inRole('leader');
      const client = new pg.Client({ connectionString: `${ROOT}${address}:5432/${database}` });
      await client.connect();
      try {
        return await question(client);
      } finally {
        await client.end();
      }
    },
    async end() {
      await Promise.all(nodes.flatMap(({ patroni, etcd }) => [patroni.end(), etcd.end()]));
    },
  };
  await cluster.untilWhole();
  return cluster;
}

function isWhole(members: readonly Member[]): boolean {
  const inRole = (role: string) => members.filter((one) => one.role === role);
  const isAlike = new Set(members.map(({ timeline }) => timeline)).size === 1;
  const isClose = members.every(({ lag = 0, state }) => Number(lag) < 1_000_000 && /running|streaming/.test(state));
  const hasRoles = inRole('leader').length === 1 && inRole('sync_standby').length === 1;
  return members.length === machines.length && isAlike && isClose && hasRoles;
}

function raise(message: string): never {
  throw new Error(message);
}
