import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of SQLite's files or of backups, which do not apply. */
const ofFiles = [
  'server/backup/**',
  'server/db/sqlite/**',
  'tests/contract/full-disk.test.ts',
  'tests/contract/lost-database.test.ts',
  'tests/contract/operation.test.ts',
  'tests/contract/restored-server.test.ts',
  'tests/contract/secrets.test.ts',
];

// Runs the server's tests again, on a PostgreSQL.
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    maxWorkers: 2,
    include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts', 'tests/postgres/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...ofFiles],
    globalSetup: ['tests/postgres/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    allowOnly: false,
    testTimeout: 30_000,
    // A cluster is created before the first test of a file.
    hookTimeout: 60_000,
  },
});
