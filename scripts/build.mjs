// Builds the app with its worker into dist/app, the server into dist/server, the controller into dist/controller.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const appDir = path.join(root, 'dist/app');
/** Tabs opened before an update may still request their chunks. */
const KEEP_ASSETS_MS = 30 * 86_400_000;

/** The build id: a digest of all sources. */
export function sourceDigest() {
  const hash = createHash('sha256');
  const take = (file) => hash.update(path.relative(root, file)).update(readFileSync(file));
  const walk = (dir) => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = path.join(dir, entry.name);
      if (entry.isDirectory()) walk(full);
      else if (!entry.name.includes('.test.')) take(full);
    }
  };
  for (const dir of ['contract', 'server', 'src', 'sw', 'public', 'scripts']) walk(path.join(root, dir));
  for (const file of ['index.html', 'package-lock.json', 'vite.config.ts', 'vite.first-paint.ts', 'tailwind.config.ts'])
    take(path.join(root, file));
  return hash.digest('hex').slice(0, 12);
}

const stampFile = path.join(root, 'dist/build-stamp');

/** Builds unless dist/ is already of this source. */
export async function build({ force = false } = {}) {
  const digest = sourceDigest();
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;
  rmSync(stampFile, { force: true });
  process.env.ONSIL_BUILD = digest;
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  const started = Date.now();
  rmSync(path.join(root, 'dist/server'), { recursive: true, force: true });
  for (const name of existsSync(appDir) ? readdirSync(appDir) : []) {
    if (name !== 'assets') rmSync(path.join(appDir, name), { recursive: true, force: true });
  }
  await vite.build({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  compress(appDir, started);
  const programs = ['main', 'back-up', 'restore', 'unseal', 'move'].map((name) => `server/${name}.ts`);
  await buildPrograms('server', programs, { __BUILD__: JSON.stringify(digest) });
  await buildController();
  writeFileSync(stampFile, digest);
}

/** Builds the reference controller into dist/controller; it is small enough to be built on every call. */
export function buildController() {
  return buildPrograms('controller', ['server/controller/main.ts']);
}

/** Packages of hundreds of small modules: reading them one by one took a third of the time of a start. */
const BUNDLED = ['kysely', 'zod', 'jose', 'hono', '@hono/node-server', 'date-fns', 'suncalc'];

/** Each entry becomes a program with its name. */
async function buildPrograms(name, entries, define = {}) {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      rolldownOptions: { input: entries },
      outDir: `dist/${name}`,
      target: 'node20',
      minify: false,
      sourcemap: true,
    },
  });
}

/** Writes .br and .gz beside compressible files, and removes assets of releases older than KEEP_ASSETS_MS. */
function compress(dir, buildStarted) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) {
      compress(file, buildStarted);
      continue;
    }
    const { mtimeMs } = statSync(file);
    if (mtimeMs < buildStarted - KEEP_ASSETS_MS) rmSync(file);
    else if (mtimeMs >= buildStarted - 1_000 && /\.(js|css|html|svg|json|webmanifest)$/.test(entry.name)) {
      const text = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
      writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ force: process.argv.includes('--force') });
