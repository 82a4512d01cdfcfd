import { it } from 'vitest';
import { isOnPostgres } from './test-database.ts';

/** A test of something that only SQLite has, such as its file or its triggers; skipped on PostgreSQL. */
export const itOnSqlite: (title: string, run: () => void | Promise<void>, limitMs?: number) => void = isOnPostgres
  ? () => {}
  : it;
