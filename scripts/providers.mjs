// npm run providers: stand-ins for the weather services on one address, with faults on demand.
//   npm run providers -- --port 4600
//   KMA_BASE_URL=http://127.0.0.1:4600 KMA_HUB_BASE_URL=http://127.0.0.1:4600 KMA_SERVICE_KEY=… KMA_HUB_KEY=… npm start
//   curl http://127.0.0.1:4600/faults/forecast/late        (hub, asos; without a fault: healthy again)
import { parseArgs } from 'node:util';
import { ensureDependencies, root } from './setup.mjs';

const { values } = parseArgs({ options: { port: { type: 'string' } } });
ensureDependencies();
const { runnerImport } = await import('vite');
const { module } = await runnerImport('./tests/support/providers.ts', { root, logLevel: 'error' });
const providers = await module.startProviders({ port: Number(values.port ?? 4600) });
console.log(`Weather services stand in at ${providers.url}`);
console.log(providers.help);
