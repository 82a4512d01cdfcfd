import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';

/**
 * The header that names one act of the user: sent again with the same body it is answered as it was the first time
 * and does nothing. 1 to 100 visible ASCII characters; a UUID is meant. Without it nothing is remembered for repeats.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Stands on an answer that was given before. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

/** What every write answers: the HTTP status, the sentence the user reads, and what the thing is now. */
export function doneOf<Data extends Schema>(data: Data) {
  return z.object({ status: z.number(), message: z.string(), data });
}

/**
 * The body of an update: the fields that shall change, and for those who edit what everybody may see (`base`) the fields
 * as they were when the edit began. With it conflicts are told; without, the fields given are applied.
 */
export function editOf<Shape extends z.core.$ZodShape>(fields: z.ZodMiniObject<Shape>) {
  return z.extend(z.partial(fields), { base: z.optional(fields) });
}

/** Some of the fields. */
export type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** The body of a deletion: the name of the thing, for those who have it typed. Given, it must be right. */
export const deletion = z.object({ confirmName: z.optional(z.string()) });

/** What a refused update carries in `details`: the stored values, and which of the touched fields they changed in. */
export type ChangedMeanwhile<Fields> = { current: Fields; conflicts: readonly (keyof Fields & string)[] };

/**
 * Puts an edit upon what is stored now; a field that is not given stays. A field counts as touched when `mine` differs from `base`; it is in conflict
 * when somebody else has changed it too, to something else. Values are compared as JSON.
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
