// npm start: installs, builds and runs the server, in this process, so that it receives signals.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './setup.mjs';

ensureDependencies();
const { build } = await import('./build.mjs');
await build();
process.chdir(root);
process.env.NODE_ENV = 'production';
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href);
