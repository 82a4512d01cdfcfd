// DATA_DIR=FOLDER npm run unseal: converts sealed days back to rows, while the server is stopped.
import { runBuilt } from './run-built.mjs';

await runBuilt('unseal.js');
