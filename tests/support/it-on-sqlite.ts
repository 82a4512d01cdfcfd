import { it } from 'vitest';
import { isOnPostgres } from './test-database.ts';

/** A test of what SQLite alone has, such as its file or its triggers; where tests run on PostgreSQL there is none. */
export const itOnSqlite: (title: string, run: () => void | Promise<void>, limitMs?: number) => void = isOnPostgres
  ? () => {}
  : it;
