// npm run backup -- --to FOLDER: a copy of the data folder, whether its server runs or not.
import { runBuilt } from './run-built.mjs';

await runBuilt('back-up.js');
