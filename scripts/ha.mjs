// npm run test:ha: three PostgreSQL under Patroni with etcd, HAProxy and two processes, and ten faults while they are in use.
//   npm run test:ha -- 1 3 --farms 50     only these faults, with a quarter of the load
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { cleanEnv, ensureDependencies, root } from './setup.mjs';

const PROGRAMS = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  haproxy: '/usr/sbin/haproxy',
  iproute2: '/usr/sbin/ip',
};
/** Everything runs in namespaces of its own, and ends with them; the shell is there to clear away what has ended. */
const ALONE = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c'];
const WITHIN = 'mount -t tmpfs none /run && mkdir /run/netns && { "$@" & wait $!; }';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { farms: { type: 'string', default: '200' }, within: { type: 'string' } },
});
const farms = Number(values.farms);
const which = positionals.length > 0 ? positionals.map(Number) : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
if (!(farms >= 1) || !which.every((one) => one >= 1 && one <= 10)) {
  console.error('usage: npm run test:ha -- [1 … 10] [--farms 200]');
  process.exit(2);
}
if (values.within) await run(values.within);
else {
  const reason = whyNot();
  if (reason) console.log(`not run: ${reason}`);
  else await startAlone();
}

/** Why it cannot run on this machine. */
function whyNot() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'it needs Linux, and to be root';
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]));
  if (missing.length > 0) return `it needs Debian's packages: apt-get install ${missing.join(' ')}`;
  const tried = spawnSync('unshare', [...ALONE, WITHIN, 'bash', 'ip', 'netns', 'add', 'try'], { encoding: 'utf8' });
  return tried.status === 0 ? undefined : `network namespaces are not permitted here (${tried.stderr.trim()})`;
}

async function startAlone() {
  ensureDependencies();
  await build();
  const dir = mkdtempSync(path.join(os.tmpdir(), 'onsil-ha-'));
  // PostgreSQL runs as a user of its own.
  chmodSync(dir, 0o755);
  const command = [
    process.execPath,
    import.meta.filename,
    '--within',
    dir,
    '--farms',
    values.farms,
    ...which.map(String),
  ];
  const { status } = spawnSync('unshare', [...ALONE, WITHIN, 'bash', ...command], {
    cwd: root,
    env: cleanEnv(),
    stdio: 'inherit',
  });
  if (status === 0) rmSync(dir, { recursive: true, force: true });
  else console.error(`What every program has printed is in ${dir}`);
  process.exitCode = status ?? 1;
}

async function run(dir) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport('./tests/ha/main.ts', { root, logLevel: 'error' });
  for await (const { text, isWell } of module.tableOfFaults(dir, which, farms)) {
    console.log(text);
    if (!isWell) process.exitCode = 1;
  }
  process.exit();
}
