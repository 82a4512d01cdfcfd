// npm run move -- --to postgres://…, or DATABASE_URL=postgres://… npm run move -- --to DATA_FOLDER: takes an installation
// from one database engine to the other, while its server is stopped.
import { runBuilt } from './run-built.mjs';

await runBuilt('move.js');
