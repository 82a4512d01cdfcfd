import { isProvisional } from '#contract/wire/provisional-index.ts';
import type { Queries } from '../db/open.ts';
import type { Caller } from '../kernel/access/caller.ts';
import { fail } from '../kernel/fail.ts';

/** The field by which a creation itself gives the index. */
const GIVEN_AS = 'provisionalIndex';

/**
 * The input of a call with the real indexes in place of the provisional ones under which this user created farms and
 * sensors. NOT_FOUND if there is no such thing.
 */
export async function withRealIndexes<Input extends object>(
  { db }: Queries,
  { userId }: Pick<Caller, 'userId'>,
  input: Input,
): Promise<Input> {
  const named = new Set<number>();
  const note = (index: number) => {
    named.add(index);
    return index;
  };
  replaced(input, note);
  if (named.size === 0) return input;
  const rows = await db
    .selectFrom('creation')
    .select(['thing_id as thingId', 'number'])
    .where('user_id', '=', userId)
    .where('thing_id', 'in', [...named].map(String))
    .execute();
  const known = new Map(rows.map(({ thingId, number }) => [Number(thingId), number]));
  // The value has the form of the input: only indexes are replaced.
  return replaced(input, (index) => known.get(index) ?? fail('NOT_FOUND')) as Input;
}

/** The value with every provisional index in it replaced. */
function replaced(value: unknown, real: (index: number) => number): unknown {
  if (isProvisional(value)) return real(value);
  if (Array.isArray(value)) return value.map((one) => replaced(one, real));
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === GIVEN_AS ? one : replaced(one, real)]),
  );
}
