import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';

/**
 * Header that identifies one act of the user: the same key with the same body gets the first answer again and has no
 * further effect. 1 to 100 visible ASCII characters, usually a UUID. Without it repeats are not recognised.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** On an answer that is a repeat of the first one. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

/** The answer of every write: HTTP status, message for the user, and the thing as it is now. */
export function doneOf<Data extends Schema>(data: Data) {
  return z.object({ status: z.number(), message: z.string(), data });
}

/**
 * The body of an update: the fields to change, and optionally (`base`) the fields as they were when the edit began.
 * With `base` conflicts are reported; without it the given fields are applied.
 */
export function editOf<Shape extends z.core.$ZodShape>(fields: z.ZodMiniObject<Shape>) {
  return z.extend(z.partial(fields), { base: z.optional(fields) });
}

/** A subset of the fields. */
export type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** The body of a deletion: the name of the thing, typed for confirmation. When given, it must match. */
export const deletion = z.object({ confirmName: z.optional(z.string()) });

/** `details` of a refused update: the stored values, and the edited fields that somebody else has changed. */
export type ChangedMeanwhile<Fields> = { current: Fields; conflicts: readonly (keyof Fields & string)[] };

/**
 * Applies an edit to the stored values; a field that is not given stays. A field counts as edited when `mine` differs
 * from `base`; it is in conflict when somebody else has changed it to another value. Values are compared as JSON.
 */
export function mergeEdit<Fields extends Record<string, unknown>>(
  base: Fields,
  mine: Given<Fields>,
  current: Fields,
): { merged: Fields; conflicts: (keyof Fields & string)[] } {
  const names = Object.keys(current) as (keyof Fields & string)[];
  const touched = names.filter((name) => mine[name] !== undefined && !isSame(mine[name], base[name]));
  const conflicts = touched.filter((name) => !isSame(current[name], base[name]) && !isSame(current[name], mine[name]));
  const edited = Object.fromEntries(touched.map((name) => [name, mine[name]]));
  return { merged: { ...current, ...edited }, conflicts };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
