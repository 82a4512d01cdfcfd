import { openStore } from '#server/db/open.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { addressOf, administer, TEMPLATE } from '../support/test-database.ts';

/** Starts one cluster for the run, with the template of all test databases. Its data may be lost. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster({
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  });
  process.env.TEST_DATABASE_URL = cluster.url;
  await administer((client) => client.query(`create database ${TEMPLATE}`));
  await (await openStore(addressOf(TEMPLATE))).close();
  return () => cluster.remove();
}
