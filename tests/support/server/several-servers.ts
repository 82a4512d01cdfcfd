import { aDevice, aFarm } from '../store/store.ts';
import { temporaryDir } from '../temporary.ts';
import { aServer, aUser, type SignedIn, signIn, type TestServer } from './server.ts';

/** Servers on one PostgreSQL and one folder, with a grower who is signed in at the first, and a device. */
export async function severalServers(count = 2) {
  const dataDir = temporaryDir();
  const env = { PROCESSES: 'many' };
  const servers: TestServer[] = [];
  for (let n = 0; n < count; n += 1) servers.push(await aServer({ dataDir, env }));
  const [first, second] = servers;
  if (!first || !second) throw new Error('there are no two servers');
  const ownerId = await aUser(first.store, 'grower');
  const farmId = await aFarm(first.store, { ownerId });
  const device = await aDevice(first.store, farmId);
  const grower = await signIn(first.url, 'grower');
  return { dataDir, env, first, second, farmId, device, grower };
}

/** A call of one who has signed in at another server. */
export const callAt = ({ url }: TestServer, { token }: SignedIn, path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
