import { mergeEntries } from '#contract/wire/write.ts';
import { isSame } from '#src/lib/is-same.ts';

/** The body of an edit: the new values of fields, and their values when the edit began. */
type Edit = Record<string, unknown> & { base: Record<string, unknown> };

/** Parses an edit as the contract's `editOf` defines it; null for any other body, and for an edit without its base. */
export function readEdit(body: string | null): Edit | null {
  if (body === null) return null;
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null || !('base' in parsed)) return null;
  const { base } = parsed;
  return typeof base === 'object' && base !== null ? { ...parsed, base: { ...base } } : null;
}

/** The fields that the edit changes. */
export function touchedBy({ base, ...fields }: Edit): Record<string, unknown> {
  const touched = Object.keys(fields).filter((name) => fields[name] !== undefined && !isSame(fields[name], base[name]));
  return Object.fromEntries(touched.map((name) => [name, fields[name]]));
}

/** The same on top of other values: of a field of entries, such as a checklist, it changes only those of its own. */
function touchedOver(edit: Edit, under: Record<string, unknown>): Record<string, unknown> {
  const over = Object.entries(touchedBy(edit)).map(([name, mine]) => {
    const base = edit.base[name];
    const current = under[name] === undefined ? base : under[name];
    return [name, mergeEntries(name, { base, mine, current })?.merged ?? mine];
  });
  return Object.fromEntries(over);
}

/** Merges two edits of one thing: the base of the first and the values of the second. */
export function mergedEdits(first: Edit, second: Edit): Edit {
  return { ...first, ...touchedOver(second, first), base: first.base };
}

/**
 * Rebases the second edit on the result of the first, although its form still showed the earlier values: otherwise the
 * server would report a conflict between the two.
 */
export function rebasedEdit(first: Edit, second: Edit): Edit {
  const base = { ...second.base, ...touchedBy(first) };
  const { base: _, ...fields } = second;
  return { ...fields, ...base, ...touchedOver(second, base), base };
}

/**
 * The edit that takes the place of an earlier one, on the base of that: a form that began with the values of the earlier
 * one has these as its base, although they never reached the server.
 */
export function inPlaceOf(edit: Edit, earlier: Edit): Edit {
  const touched = touchedBy(earlier);
  const moved = Object.keys(touched).filter((name) => isSame(edit.base[name], touched[name]));
  const base = { ...edit.base, ...Object.fromEntries(moved.map((name) => [name, earlier.base[name]])) };
  return { ...edit, base };
}

/**
 * Rebases an edit that was made on top of an earlier one which will not be sent, onto the base of the earlier one.
 * Otherwise it would conflict with values, or skip values, that never reached the server.
 */
export const withoutEarlier = (edit: Edit, gone: Edit): Edit => onOtherBase(edit, touchedBy(gone), gone.base);

/** The reverse: the earlier edit will be sent after all. */
export const withEarlier = (edit: Edit, back: Edit): Edit => {
  const touched = touchedBy(back);
  return onOtherBase(edit, Object.fromEntries(Object.keys(touched).map((name) => [name, back.base[name]])), touched);
};

/** The edit with those fields of its base that equal `from` set to `to`; fields that it does not change follow. */
function onOtherBase(edit: Edit, from: Record<string, unknown>, to: Record<string, unknown>): Edit {
  const moved = Object.keys(from).filter((name) => isSame(edit.base[name], from[name]));
  const base = { ...edit.base, ...Object.fromEntries(moved.map((name) => [name, to[name]])) };
  const untouched = moved.filter((name) => isSame(edit[name], edit.base[name]));
  return { ...edit, ...Object.fromEntries(untouched.map((name) => [name, to[name]])), base };
}
