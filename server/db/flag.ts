import type { ColumnType } from 'kysely';

/** A boolean column: 0 or 1; 0 when a new row does not set it. */
export type Flag = ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;
