// Installs what start, test and bench need: dependencies, and programs for the tests.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`onsil needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

/** The environment for child processes, without the variables that npm run adds. */
export function cleanEnv(extra = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config|package|lifecycle|command|execpath)/i.test(name),
  );
  const env = { ...Object.fromEntries(kept), ...extra };
  delete env.NODE_ENV;
  return env;
}

/** Runs a command in the project's folder with its output shown; true when it succeeded. */
export function run(command, args, env = cleanEnv()) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (error) console.error(`${command}: ${error.message}`);
  return status === 0;
}

/** Runs a command meanwhile, with its output into a file; resolves with whether it succeeded. */
export function spawnInto(file, command, args, env) {
  const output = openSync(file, 'w');
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', output, output] });
  return new Promise((resolve) => {
    child.on('close', (status) => resolve(status === 0));
    child.on('error', () => resolve(false));
  });
}

/** Installs dependencies when the lock file, the platform or the ABI of Node has changed. */
export function ensureDependencies() {
  const stampFile = path.join(root, 'node_modules/.onsil-stamp');
  const stamp = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');
  const isCurrent = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isCurrent()) return;
  const unlock = lock(path.join(root, '.cache/install.lock'));
  try {
    if (isCurrent()) return;
    console.error('Installing dependencies (some minutes the first time)…');
    if (!run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])) throw new Error('npm ci failed');
    writeFileSync(stampFile, stamp);
  } finally {
    unlock();
  }
}

/** Waits until no other process installs here; takes over the lock of a process that has ended. */
function lock(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const deadline = Date.now() + 15 * 60_000;
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeFileSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST' || Date.now() > deadline) throw error;
      const owner = Number(readFileSync(file, 'utf8'));
      if (owner && !isAlive(owner)) rmSync(file, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Chromium without a user interface: page tests need an eighth of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Paths of Chromium for the browser tests, and of its headless shell, or Chromium itself without one. Installs both on
 * Debian as root; elsewhere it says what to do.
 */
export function ensureBrowsers() {
  const find = () => [process.env.CHROMIUM_PATH, ...BROWSERS].find((file) => file && existsSync(file));
  if (!find() && !installPackages(['chromium', 'fonts-noto-cjk']))
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable.');
  const shell = process.env.HEADLESS_SHELL_PATH ?? HEADLESS_SHELL;
  const hasShell = existsSync(shell) || installPackages(['chromium-headless-shell']);
  const chromium = find();
  return { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: hasShell ? shell : chromium };
}

/** Path of a Mosquitto broker for the MQTT tests. */
export function ensureBroker() {
  const found = [
    process.env.MOSQUITTO_PATH,
    '/usr/sbin/mosquitto',
    '/usr/local/sbin/mosquitto',
    '/opt/homebrew/sbin/mosquitto',
  ].find((file) => file && existsSync(file));
  if (found) return found;
  if (installPackages(['mosquitto'])) return '/usr/sbin/mosquitto';
  throw new Error('The MQTT tests need Mosquitto: install it, or set MOSQUITTO_PATH to its executable.');
}

const POSTGRES_DEBIAN = '/usr/lib/postgresql';
const POSTGRES_FOLDERS = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'];

/** Folder of PostgreSQL's programs for the tests on it. */
export function ensurePostgres() {
  const ofDebian = () =>
    existsSync(POSTGRES_DEBIAN)
      ? readdirSync(POSTGRES_DEBIAN).map((version) => `${POSTGRES_DEBIAN}/${version}/bin`)
      : [];
  const find = () =>
    [process.env.POSTGRES_BIN, ...ofDebian(), ...POSTGRES_FOLDERS].find(
      (folder) => folder && existsSync(path.join(folder, 'initdb')),
    );
  const found = find() ?? (installPackages(['postgresql']) ? find() : undefined);
  if (found) return found;
  throw new Error('The tests on PostgreSQL need it: install it, or set POSTGRES_BIN to the folder of its programs.');
}

/** Path of a Caddy for the tests behind a reverse proxy. */
export function ensureProxy() {
  const found = [process.env.CADDY_PATH, '/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find(
    (file) => file && existsSync(file),
  );
  if (found) return found;
  if (installPackages(['caddy'])) return '/usr/bin/caddy';
  throw new Error('The tests behind a reverse proxy need Caddy: install it, or set CADDY_PATH to its executable.');
}

/** Packages of the tests in WebKit, which are never installed automatically. */
export const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];
export const hasWebKit = () => ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every((file) => existsSync(file));

/** Prevents Debian from starting the services of installed packages. */
const NO_SERVICES = '/usr/sbin/policy-rc.d';

function installPackages(names) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing ${names.join(', ')}…`);
  const env = cleanEnv({ DEBIAN_FRONTEND: 'noninteractive' });
  run('apt-get', ['update', '-qq'], env);
  const isOurs = !existsSync(NO_SERVICES);
  if (isOurs) writeFileSync(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], env);
  } finally {
    if (isOurs) rmSync(NO_SERVICES, { force: true });
  }
}
