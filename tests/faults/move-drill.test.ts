import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '#server/db/open.ts';
import { pollUntil } from '../support/poll-until.ts';
import { aFilledFolder, contentIn } from '../support/server/filled-installation.ts';
import { runToEnd, startProgram } from '../support/server/operator-program.ts';
import { aServer } from '../support/server/server.ts';
import { type Cluster, startCluster } from '../support/store/postgres-cluster.ts';
import { temporaryDir } from '../support/temporary.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.remove());

const moving = (to: string, env: Record<string, string>) => startProgram('move', ['--to', to], env);

/** Kills the move while it waits for what somebody else has locked. */
async function killedAt(holding: string, ...[to, env]: Parameters<typeof moving>): Promise<void> {
  const holder = new pg.Client({ connectionString: cluster.url });
  await holder.connect();
  try {
    await holder.query(`begin; ${holding}`);
    const { gone, kill, said } = moving(to, env);
    const waiting = pollUntil(
      async () => (await holder.query('select from pg_locks where not granted')).rowCount,
      (count) => count === 1,
    );
    const ended = gone.then((code) => {
      throw new Error(`it ended with ${code}: ${said()}`);
    });
    await Promise.race([waiting, ended]);
    kill();
    await ended.catch(() => {});
  } finally {
    // What the killed one waited for is given to it, and it is found to be gone.
    await holder.end();
  }
}

const finished = (to: string, env: Record<string, string>) => runToEnd('move', ['--to', to], env);

const startedOn = async (dataDir: string, databaseUrl: string) =>
  String(await aServer({ dataDir, env: { DATABASE_URL: databaseUrl } }).catch((error: unknown) => error));

/** A row of the third batch that is read, put there by somebody who never says so. */
const IN_THE_THIRD = 'insert into reading values (45001, 45001, 1790000045001, 0, 0)';

it('a move killed anywhere goes on, and of both ends at most one is served', async () => {
  const dataDir = await aFilledFolder({ reading: 50_000 });
  const before = await contentIn(dataDir);
  const { url } = cluster;
  const there = [url, { DATA_DIR: dataDir }] as const;
  // What is to be locked has to be there.
  await (await openStore(url)).close();
  await killedAt(IN_THE_THIRD, ...there);
  expect(await startedOn(temporaryDir(), url)).toContain('cut short: run the same npm run move again');
  const half = await openStore(url);
  const progress = await half.db.selectFrom('move_progress').selectAll().where('name', '=', 'reading').execute();
  expect(progress).toMatchObject([{ row_count: 40_000, is_whole: 0 }]);
  await half.close();

  // All is there, and the source knows that it was left; the target does not know yet that it is whole.
  await killedAt('select from move for update', ...there);
  expect(await startedOn(dataDir, '')).toContain('was moved to postgres://');
  expect(await startedOn(temporaryDir(), url)).toContain('cut short: run the same npm run move again');
  expect(await finished(...there)).toMatch(/goes on where it stopped.*^reading +50000 /ms);

  const again = temporaryDir();
  const back = [again, { DATABASE_URL: url }] as const;
  await killedAt('lock table rollup', ...back);
  expect(await startedOn(again, '')).toContain('cut short: run the same npm run move again');
  expect(await finished(...back)).toContain('goes on where it stopped');
  expect(await contentIn(again)).toEqual(before);
});
