import type { FieldProblems } from './form-store.ts';

/** One problem: the field to focus (the nearest on the page, or null) and its label. */
export type ProblemLine = { path: string; field: string | null; label: string; message: string };

/** Problems in the order of the fields in `labels` (field name → label); those without a field come first. */
export function orderProblems(problems: FieldProblems, labels: ReadonlyMap<string, string>): ProblemLine[] {
  const order = [...labels.keys()];
  return Object.entries(problems)
    .map(([path, message]) => {
      const field = nearest(path, labels);
      return { path, field, label: field === null ? '' : (labels.get(field) ?? ''), message };
    })
    .sort((a, b) => order.indexOf(a.field ?? '') - order.indexOf(b.field ?? ''));
}

/** The field itself, or the field that contains it ('coUsers' for 'coUsers.0.userId'). */
function nearest(path: string, labels: ReadonlyMap<string, string>): string | null {
  const parts = path.split('.');
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join('.');
    if (labels.has(name)) return name;
  }
  return null;
}
