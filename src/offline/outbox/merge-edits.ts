import { isSame } from '#src/lib/is-same.ts';

/** The body of an edit: fields as they shall be, and as they were when the edit began. */
type Edit = Record<string, unknown> & { base: Record<string, unknown> };

/** An edit as the contract's `editOf` has it; null for any other body, and for an edit without its base. */
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

/** Two edits of one thing as one: from where the first began to where the second ends. */
export function mergedEdits(first: Edit, second: Edit): Edit {
  return { ...first, ...touchedBy(second), base: first.base };
}

/**
 * The second edit as made from what the first leaves behind, though its form still showed what was before: else the
 * second would meet the first as somebody else's change.
 */
export function rebasedEdit(first: Edit, second: Edit): Edit {
  const base = { ...second.base, ...touchedBy(first) };
  const { base: _, ...fields } = second;
  return { ...fields, ...base, ...touchedBy(second), base };
}

/**
 * An edit that was made from what an earlier one leaves behind, once that one will not be sent: as made from what the
 * earlier one began with. Else it would meet, or pass over, what never was on the server.
 */
export const withoutEarlier = (edit: Edit, gone: Edit): Edit => onOtherBase(edit, touchedBy(gone), gone.base);

/** The way back: the earlier edit will be sent all the same. */
export const withEarlier = (edit: Edit, back: Edit): Edit => {
  const touched = touchedBy(back);
  return onOtherBase(edit, Object.fromEntries(Object.keys(touched).map((name) => [name, back.base[name]])), touched);
};

/** The edit with those fields of its base that stand at `from` put to `to`; what it does not touch goes with them. */
function onOtherBase(edit: Edit, from: Record<string, unknown>, to: Record<string, unknown>): Edit {
  const moved = Object.keys(from).filter((name) => isSame(edit.base[name], from[name]));
  const base = { ...edit.base, ...Object.fromEntries(moved.map((name) => [name, to[name]])) };
  const untouched = moved.filter((name) => isSame(edit[name], edit.base[name]));
  return { ...edit, ...Object.fromEntries(untouched.map((name) => [name, to[name]])), base };
}
