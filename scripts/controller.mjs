// npm run controller: installs, builds and runs one gateway, in this process, so that it receives signals.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './setup.mjs';

ensureDependencies();
const { buildController } = await import('./build.mjs');
await buildController();
process.env.NODE_ENV = 'production';
await import(pathToFileURL(path.join(root, 'dist/controller/main.js')).href);
