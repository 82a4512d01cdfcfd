import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';

/**
 * The header that names one act of the user: sent again with the same body it is answered as it was the first time
 * and does nothing. 1 to 100 visible ASCII characters; a UUID is meant.
 */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Stands on an answer that was given before. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';

/** What every write answers: the HTTP status, the sentence the user reads, and what the thing is now. */
export function doneOf<Data extends Schema>(data: Data) {
  return z.object({ status: z.number(), message: z.string(), data });
}

/** The body of an update: the fields as they shall be, and as they were when the edit began. */
export function editOf<Shape extends z.core.$ZodShape>(fields: z.ZodMiniObject<Shape>) {
  return z.extend(fields, { base: fields });
}

/** What a refused update carries in `details`: the stored values, and which of the touched fields they changed in. */
export type ChangedMeanwhile<Fields> = { current: Fields; conflicts: readonly (keyof Fields & string)[] };

/**
 * Puts an edit upon what is stored now. A field counts as touched when `mine` differs from `base`; it is in conflict
 * when somebody else has changed it too, to something else. Values are compared as JSON.
 */
export function mergeEdit<Fields extends Record<string, unknown>>(
  base: Fields,
  mine: Fields,
  current: Fields,
): { merged: Fields; conflicts: (keyof Fields & string)[] } {
  const names = Object.keys(mine) as (keyof Fields & string)[];
  const touched = names.filter((name) => !isSame(mine[name], base[name]));
  const conflicts = touched.filter((name) => !isSame(current[name], base[name]) && !isSame(current[name], mine[name]));
  const merged = { ...current };
  for (const name of touched) merged[name] = mine[name];
  return { merged, conflicts };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
