import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** An open transaction. A write must read and change everything through it. */
export type Trx = Transaction<Database>;
