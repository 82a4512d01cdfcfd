// npm test: all checks. Its last line is "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  cleanEnv,
  ensureBroker,
  ensureBrowsers,
  ensureDependencies,
  ensurePostgres,
  ensureProxy,
  hasWebKit,
  root,
  run,
  spawnInto,
  WEBKIT_PACKAGES,
} from './setup.mjs';

ensureDependencies();
const browsers = ensureBrowsers();
const MOSQUITTO_PATH = ensureBroker();
const CADDY_PATH = ensureProxy();
const POSTGRES_BIN = ensurePostgres();
const reports = path.join(root, '.cache/reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total = { passed: 0, failed: 0 };
const failures = [];
/** Names, each with what its test said first. */
const failedTests = [];
const secondTries = [];

let begunAt = performance.now();

function note(name, passed, failed) {
  console.log(`${name}: ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`);
  begunAt = performance.now();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(name);
}

/** A check that passes or fails as a whole. */
function check(name, command, args, env = {}) {
  console.log(`\n── ${name}`);
  const isGood = run(command, args, cleanEnv(env));
  note(name, isGood ? 1 : 0, isGood ? 0 : 1);
  return isGood;
}

const reportOf = (name) => path.join(reports, `${name.replace(/\W+/g, '-')}.json`);
const suiteEnv = (name, env) =>
  cleanEnv({ ...env, ...browsers, MOSQUITTO_PATH, CADDY_PATH, POSTGRES_BIN, REPORT: reportOf(name) });

/**
 * Begins a test run beside the next ones, for one that leaves the processor idle. Returns what waits for its end, shows
 * its output and says whether it passed.
 */
function begin(name, command, args) {
  const output = path.join(reports, `${name}.txt`);
  const child = spawnInto(output, command, args(reportOf(name)), suiteEnv(name));
  return async () => {
    const isGood = await child;
    process.stdout.write(readFileSync(output));
    return isGood;
  };
}

/**
 * A test run whose report is counted. `tries`: how often it may be run until it passes. `begun`: the first of them, where
 * it was begun before.
 */
async function suite(name, command, args, count, { env = {}, tries = 1, begun } = {}) {
  console.log(`\n── ${name}`);
  const report = reportOf(name);
  const isGood = begun ? await begun() : run(command, args(report), suiteEnv(name, env));
  if (!isGood && tries > 1) {
    secondTries.push(name);
    return suite(name, command, args, count, { env, tries: tries - 1 });
  }
  let counted;
  try {
    counted = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    counted = { passed: 0, failed: 1 }; // The runner ended before it could report.
  }
  // A runner may fail without a failed test.
  note(name, counted.passed, counted.failed || (isGood ? 0 : 1));
}

/** The first lines of an error, so that the end of the output says why. */
const saying = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n', 8)
    .map((line) => `\n    ${line.slice(0, 600)}`)
    .join('');

const ofVitest = ({ numPassedTests, numTotalTests, testResults }) => {
  for (const { name, message, assertionResults } of testResults) {
    const file = path.relative(root, name);
    const broken = assertionResults.filter(({ status }) => status === 'failed');
    failedTests.push(...broken.map((one) => `${file} › ${one.fullName}${saying(one.failureMessages[0])}`));
    if (broken.length === 0 && message) failedTests.push(`${file}${saying(message)}`); // It could not be loaded.
  }
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests };
};
/** A browser test that passed at the second try counts as passed, and is listed at the end. */
const ofPlaywright = ({ suites, stats: { expected, unexpected, flaky, skipped } }) => {
  for (const { file, title, tests } of specsOf(suites)) {
    const outcomes = tests.map(({ status }) => status);
    const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
    if (outcomes.includes('unexpected')) failedTests.push(`${file} › ${title}${saying(error?.message)}`);
    else if (outcomes.includes('flaky')) secondTries.push(`${file} › ${title}`);
  }
  return { passed: expected + flaky, failed: unexpected + skipped };
};
const specsOf = (suites = []) => suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsOf(inner)]);
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const vitest =
  (...args) =>
  (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args];

check('format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
check('types', bin('tsc'), ['-b']);
await suite('unit and server', bin('vitest'), vitest(), ofVitest);
const ofRooms = ['--project', 'device', '--project', 'rooms'];
const readsTime = ['contract', 'src', 'server/monitor', 'server/demo', ...ofRooms];
await suite('unit in New York', bin('vitest'), vitest(...readsTime), ofVitest, { env: { TZ: 'America/New_York' } });
// Tests in which PostgreSQL could differ; npm run test:postgres runs the others, too.
const onPostgres = [
  'tests/postgres',
  'tests/contract/endpoints',
  'tests/contract/full-disk',
  'tests/contract/tile',
  'server/control/engine',
  'server/db',
  'server/ingest/accept',
  'server/quality/rebuild',
  'server/sensor',
  'server/user/races',
];
const postgresConfig = 'tests/postgres/vitest.config.ts';
await suite('server on PostgreSQL', bin('vitest'), vitest('--config', postgresConfig, ...onPostgres), ofVitest);
if (check('build', process.execPath, ['scripts/build.mjs'])) {
  await suite('server faults', bin('vitest'), vitest('--config', 'tests/faults/vitest.config.ts'), ofVitest);
  // One phone lives through all of it, and mostly waits.
  const webKit = vitest('--config', 'tests/webkit/vitest.config.ts');
  const begun = hasWebKit() && begin('WebKit', bin('vitest'), webKit);
  await suite('browser', bin('playwright'), () => ['test', '--config', 'tests/playwright.config.ts'], ofPlaywright);
  // Like a browser test it may need a second try, in which the whole is repeated.
  if (begun) await suite('WebKit', bin('vitest'), webKit, ofVitest, { tries: 2, begun });
  else console.log(`\n── WebKit: not run, for it is not installed (${WEBKIT_PACKAGES.join(', ')})`);
}

for (const test of secondTries) console.log(`\nNeeded a second try: ${test}`);
for (const test of failedTests) console.log(`\nFailed: ${test}`);
if (failures.length > 0) console.log(`\nFailed runs: ${failures.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
