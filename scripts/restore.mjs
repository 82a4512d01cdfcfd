// npm run restore -- --from COPY [--to DATA_FOLDER]: makes a data folder from a backup.
import { runBuilt } from './run-built.mjs';

await runBuilt('restore.js');
