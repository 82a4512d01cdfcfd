// npm run test:webkit: the built app in WebKitGTK, the engine of every browser on an iPhone.
import { build } from './build.mjs';
import { ensureDependencies, hasWebKit, root, run, WEBKIT_PACKAGES } from './setup.mjs';

if (!hasWebKit()) {
  console.error(`WebKit is not installed. On Debian: apt-get install ${WEBKIT_PACKAGES.join(' ')}`);
  process.exit(2);
}
ensureDependencies();
await build();
const isGood = run(`${root}/node_modules/.bin/vitest`, ['run', '--config', 'tests/webkit/vitest.config.ts']);
process.exitCode = isGood ? 0 : 1;
