import { openStore } from '#server/db/open.ts';
import { startCluster } from '../support/store/postgres-cluster.ts';
import { addressOf, administer, TEMPLATE } from '../support/store/test-database.ts';
import { beginNoting, takeNoted } from './asked-statements.ts';
import { listDistributed } from './farm-keys.ts';
import { statementProblems } from './farm-statements.ts';

/**
 * Starts one cluster for the run, with the template of all test databases. Its data may be lost. After the last test it
 * looks through every statement of the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster({
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  });
  process.env.TEST_DATABASE_URL = cluster.url;
  await administer((client) => client.query(`create database ${TEMPLATE}`));
  await (await openStore(addressOf(TEMPLATE))).close();
  beginNoting();
  return async () => {
    try {
      const problems = await administer(
        async (client) => statementProblems(client, await listDistributed(client), takeNoted()),
        TEMPLATE,
      );
      if (problems.length === 0) return;
      // Vitest prints what is thrown here, but takes the run for passed.
      process.exitCode = 1;
      throw new Error(`not every statement is of one farm:\n${problems.join('\n')}`);
    } finally {
      await cluster.remove();
    }
  };
}
