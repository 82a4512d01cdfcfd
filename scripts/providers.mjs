// npm run providers: simulated weather services on one address, with fault injection.
// npm run providers -- --port 4600
// It prints the variables for npm start, and how to inject faults.
import { parseArgs } from 'node:util';
import { ensureDependencies, root } from './setup.mjs';

const { values } = parseArgs({ options: { port: { type: 'string' } } });
ensureDependencies();
const { runnerImport } = await import('vite');
const { module } = await runnerImport('./tests/support/services/providers.ts', { root, logLevel: 'error' });
const providers = await module.startProviders({ port: Number(values.port ?? 4600) });
console.log(`Weather services stand in at ${providers.url}`);
console.log(providers.help(providers.url));
