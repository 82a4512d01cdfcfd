// node scripts/peers.mjs: compares common outbox libraries with ours, in cases in which writes are lost.
import { createRequire } from 'node:module';
import { ensureDependencies, root } from './setup.mjs';

ensureDependencies();
const { runnerImport } = await import('vite');
const require = createRequire(import.meta.url);
const versionOf = (name) => require(`${name}/package.json`).version;
// Each process has its own module instances. Workbox has to be inlined, because it is written for bundlers.
const environments = { inline: { resolve: { noExternal: [/workbox/, 'idb'] } } };
const load = async (file) =>
  (await runnerImport(`./tests/bench/peers/${file}`, { root, logLevel: 'error', environments })).module;

// The library runs in a worker without Background Sync, as on every iPhone; with it the browser would call the same
// function.
Object.assign(globalThis, { self: globalThis, registration: {}, location: new URL('http://farm.test/sw.js') });
process.env.NODE_ENV = 'production';
// A worker would print these on its console.
process.on('unhandledRejection', () => {});
const { comparePeers } = await load('main.ts');
for await (const line of comparePeers(versionOf, () => load('workbox.ts'))) console.log(line);
process.exit();
