// npm run test:postgres: the server's tests on a PostgreSQL of their own. Arguments go to Vitest: a path, -t 'a title'.
import path from 'node:path';
import { cleanEnv, ensureBroker, ensureDependencies, ensurePostgres, ensureProxy, root, run } from './setup.mjs';

ensureDependencies();
const env = cleanEnv({
  POSTGRES_BIN: ensurePostgres(),
  MOSQUITTO_PATH: ensureBroker(),
  CADDY_PATH: ensureProxy(),
});
const vitest = path.join(root, 'node_modules/.bin/vitest');
const config = path.join('tests', 'postgres', 'vitest.config.ts');
process.exitCode = run(vitest, ['run', '--config', config, ...process.argv.slice(2)], env) ? 0 : 1;
