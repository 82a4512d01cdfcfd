import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** An open transaction. What a write reads and changes goes through it. */
export type Trx = Transaction<Database>;
