// npm run dev: Vite with hot reloading; /api goes to a server started beside it with npm start.
import { createServer } from 'vite';
import { ensureDependencies, root } from './setup.mjs';

ensureDependencies();
const vite = await createServer({ root });
await vite.listen();
vite.printUrls();
