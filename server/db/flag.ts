import type { ColumnType } from 'kysely';

/** A boolean as the tables hold it: 0 or 1, 0 where a new row does not say. */
export type Flag = ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;
