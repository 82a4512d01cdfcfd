// npm run controller: dependencies, build, one gateway. It takes this process' place, so that signals reach it.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './setup.mjs';

ensureDependencies();
const { buildController } = await import('./build.mjs');
await buildController();
process.env.NODE_ENV = 'production';
await import(pathToFileURL(path.join(root, 'dist/controller/main.js')).href);
