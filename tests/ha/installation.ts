import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createUser } from '#server/auth/account/users.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { openPostgres } from '#server/db/postgres/store.ts';
import { pollUntil } from '../support/poll-until.ts';
import { PASSWORD, signIn } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { aDevice, aFarm } from '../support/store/store.ts';
import { type DatabaseCluster, startDatabases } from './cluster.ts';
import { APP_ADDRESSES, layNetwork, PUBLIC_ADDRESS } from './network.ts';
import { type Program, startProxy } from './programs.ts';

/** What a process has printed about leases, and when a fault ended it. */
export type AppProcess = ServerProcess & { address: string; killedAt?: number };

export type Farm = { farmId: number; key: string; channelId: number };

export type Installation = {
  databases: DatabaseCluster;
  /** Where browsers and gateways reach it. */
  url: string;
  /** Of the owner of all farms. */
  token: string;
  farms: readonly Farm[];
  /** Processes that run, by address. */
  apps: Map<string, AppProcess>;
  /** Every process that ever ran. */
  history: AppProcess[];
  startApp(address: string): Promise<void>;
  /** How many writes a primary has acknowledged that was cut off from everybody. */
  writtenAlone: number;
  end(): Promise<void>;
};

const DATABASE_URL = 'postgres://onsil:change-me-5@127.0.0.1:5432/onsil';

/** Starts databases, proxies and processes as docs/ha lays them out, with farms that have a device each. */
export async function startInstallation(dir: string, farmCount: number): Promise<Installation> {
  layNetwork();
  // In its first two seconds a proxy takes every machine for the primary.
  const proxies: Program[] = [startProxy('haproxy-database.cfg', dir)];
  const databases = await startDatabases(dir);
  await databases.ask(async (client) => {
    await client.query("create role onsil login password 'change-me-5'");
    await client.query("create database onsil owner onsil encoding 'UTF8'");
  }, 'postgres');
  const farms = await fill(farmCount);
  const apps = new Map<string, AppProcess>();
  const history: AppProcess[] = [];
  const dataDir = path.join(dir, 'onsil');
  mkdirSync(dataDir);
  const startApp = async (address: string) => {
    const env = { DATABASE_URL, DATA_DIR: dataDir, PROCESSES: 'many', TRUST_PROXY: '10.77.0.0/24', LOG_LEVEL: 'info' };
    const app = { ...(await startServerProcess({ ...env, HOST: address, PORT: '8080' })), address };
    apps.set(address, app);
    history.push(app);
  };
  for (const address of APP_ADDRESSES) await startApp(address);
  proxies.push(startProxy('haproxy-public.cfg', dir));
  const url = `http://${PUBLIC_ADDRESS}`;
  const isUp = () =>
    fetch(`${url}/api/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await pollUntil(isUp, (ok) => ok, 20_000);
  const { token } = await signIn(url, 'grower');
  return {
    databases,
    url,
    token,
    farms,
    apps,
    history,
    startApp,
    writtenAlone: 0,
    async end() {
      for (const app of apps.values()) app.kill('SIGKILL');
      await Promise.all([...proxies.map((one) => one.end()), databases.end()]);
    },
  };
}

/** Makes the owner, and farms with a device each. */
async function fill(count: number): Promise<Farm[]> {
  // The proxy takes a moment to find the primary.
  const open = () => openPostgres(DATABASE_URL).catch((error: unknown) => new Error('the database', { cause: error }));
  const store = await pollUntil(open, (one) => !isDatabaseUnavailable(one), 30_000);
  if (store instanceof Error) throw store;
  const ownerId = await createUser(store, {
    login: 'grower',
    name: 'grower',
    password: PASSWORD,
    authority: 'ROLE_USER',
    isNew: false,
  });
  const farms: Farm[] = [];
  for (let n = 0; n < count; n += 1) {
    const farmId = await aFarm(store, { ownerId, name: `농장 ${n}` });
    const { key, channels } = await aDevice(store, farmId, ['TEMPERATURE']);
    farms.push({ farmId, key, channelId: channels.get('temperature') ?? 0 });
  }
  await store.close();
  return farms;
}
