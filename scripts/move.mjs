// npm run move -- --to postgres://…, or DATABASE_URL=postgres://… npm run move -- --to DATA_FOLDER: moves an
// installation between SQLite and PostgreSQL while its server is stopped.
import { runBuilt } from './run-built.mjs';

await runBuilt('move.js');
