import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of SQLite's files or of backups, which do not apply. */
const ofFiles = [
  'server/backup/**',
  'server/db/sqlite/**',
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
    // As in vitest.config.ts.
    isolate: false,
    include: ['server/**/*.test.ts', 'tests/contract/**/*.test.ts', 'tests/postgres/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...ofFiles],
    globalSetup: ['tests/postgres/global-setup.ts'],
    // Hooks after all tests run in the reverse order, and servers that end ask something, too.
    setupFiles: ['tests/postgres/setup.ts', 'tests/support/setup.ts'],
    allowOnly: false,
    // Its default of one second is shorter than a busy machine takes.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    // A cluster is created before the first test of a file.
    hookTimeout: 180_000,
    // After the last one all statements of the run are looked through.
    teardownTimeout: 180_000,
  },
});
