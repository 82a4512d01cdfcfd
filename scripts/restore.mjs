// npm run restore -- --from COPY [--to DATA_FOLDER]: makes a data folder of a copy.
import { runBuilt } from './run-built.mjs';

await runBuilt('restore.js');
