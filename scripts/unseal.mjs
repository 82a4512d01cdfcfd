// DATA_DIR=FOLDER npm run unseal: makes rows of sealed days again, while the server is stopped.
import { runBuilt } from './run-built.mjs';

await runBuilt('unseal.js');
