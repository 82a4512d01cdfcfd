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
 * Fields that hold entries by name and that several people fill in at once. They are merged entry by entry: as a whole,
 * the answers of one would count as changes of all that the other has answered meanwhile.
 */
const fieldsOfEntries: ReadonlySet<string> = new Set(['checks']);

/** The value of a field when the edit began, as edited, and as it is stored now. */
type Versions = { base: unknown; mine: unknown; current: unknown };

/**
 * Merges a field of entries; undefined for any other field. An entry that one side alone has changed, added or removed
 * keeps that change; `side` decides those that both have changed differently, which are the `conflicts`.
 */
export function mergeEntries(
  field: string,
  { base, mine, current }: Versions,
  side: 'mine' | 'theirs' = 'mine',
): { merged: Record<string, unknown>; conflicts: string[] } | undefined {
  if (!fieldsOfEntries.has(field)) return undefined;
  const records: Record<keyof Versions, Record<string, unknown>> = {
    base: { ...Object(base) },
    mine: { ...Object(mine) },
    current: { ...Object(current) },
  };
  const names = new Set(Object.values(records).flatMap((record) => Object.keys(record)));
  const conflicts: string[] = [];
  const merged = [...names].map((name) => {
    const entry = { base: records.base[name], mine: records.mine[name], current: records.current[name] };
    if (isSame(entry.mine, entry.base)) return [name, entry.current];
    if (!isMet(entry)) return [name, entry.mine];
    conflicts.push(name);
    return [name, side === 'mine' ? entry.mine : entry.current];
  });
  return { merged: Object.fromEntries(merged.filter(([, entry]) => entry !== undefined)), conflicts };
}

/**
 * Applies an edit to the stored values; a field that is not given stays. A field counts as edited when `mine` differs
 * from `base`; it is in conflict when somebody else has changed it to another value, a field of entries when that is so
 * of one of them. Values are compared as JSON.
 */
export function mergeEdit<Fields extends Record<string, unknown>>(
  base: Fields,
  mine: Given<Fields>,
  current: Fields,
): { merged: Fields; conflicts: (keyof Fields & string)[] } {
  const names = Object.keys(current) as (keyof Fields & string)[];
  const touched = names.filter((name) => mine[name] !== undefined && !isSame(mine[name], base[name]));
  const conflicts: (keyof Fields & string)[] = [];
  const edited = touched.map((name) => {
    const versions = { base: base[name], mine: mine[name], current: current[name] };
    const entries = mergeEntries(name, versions);
    if (entries ? entries.conflicts.length > 0 : isMet(versions)) conflicts.push(name);
    return [name, entries?.merged ?? mine[name]];
  });
  return { merged: { ...current, ...Object.fromEntries(edited) }, conflicts };
}

/** Whether somebody else has changed an edited value to another one. */
const isMet = ({ base, mine, current }: Versions) => !isSame(current, base) && !isSame(current, mine);

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
