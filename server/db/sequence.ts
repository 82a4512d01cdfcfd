import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** A table whose rows have a number of their own. */
type Numbered = {
  [Table in keyof Database]: Database[Table] extends { id: number } | { [Own in `${Table}_id`]: number }
    ? Table
    : never;
}[keyof Database];

/** Takes `count` numbers that are unique over all farms; returns the first. */
export async function takeNumbers(trx: Transaction<Database>, name: Numbered, count = 1): Promise<number> {
  await trx
    .insertInto('sequence')
    .values({ name, next: 1 })
    .onConflict((c) => c.doNothing())
    .execute();
  const { next } = await trx
    .updateTable('sequence')
    .set((eb) => ({ next: eb('next', '+', count) }))
    .where('name', '=', name)
    .returning('next')
    .executeTakeFirstOrThrow();
  return next - count;
}
