import path from 'node:path';
import { ConfigError, DATABASE_FILE, readDataDir } from './config.ts';
import { openStore } from './db/open.ts';
import { unsealDays } from './ingest/seal-days.ts';
import { lockDataDir } from './kernel/process/data-dir-lock.ts';

/** Unpacks all sealed days of the data folder into rows, for queries in SQL or for an older release. */
async function main(): Promise<void> {
  const dataDir = readDataDir(process.env);
  const lock = lockDataDir(dataDir);
  const store = await openStore(process.env.DATABASE_URL || path.join(dataDir, DATABASE_FILE));
  try {
    const days = await unsealDays(store);
    process.stdout.write(`${days} sealed days are rows again. With COLD=0 they stay so.\n`);
  } finally {
    await store.close();
    lock.release();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError || error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
