import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeEdit } from '#contract/wire/write.ts';
import { mergedEdits, readEdit, rebasedEdit, touchedBy } from './merge-edits.ts';

const fields = fc.record({ a: fc.integer({ max: 3 }), b: fc.integer({ max: 3 }), c: fc.integer({ max: 3 }) });

/** What the server makes of an edit; null for a conflict. */
function applied(stored: Record<string, unknown>, edit: NonNullable<ReturnType<typeof readEdit>>) {
  const { base, ...mine } = edit;
  const { merged, conflicts } = mergeEdit(base, mine, stored);
  return conflicts.length > 0 ? null : merged;
}

test('two edits of one form end in the same place whether they are sent as two or as one', () => {
  fc.assert(
    fc.property(fields, fields, fields, (stored, one, other) => {
      const first = { ...one, base: stored };
      // The form still showed the server's values when the second edit was made.
      const second = { ...other, base: stored };
      const between = applied(stored, first);
      expect(between).not.toBeNull();
      const two = between && applied(between, rebasedEdit(first, second));
      expect(two).not.toBeNull();
      expect(applied(stored, mergedEdits(first, second))).toEqual(two);
      expect(two).toEqual({ ...stored, ...touchedBy(first), ...touchedBy(second) });
    }),
  );
});

test('a second edit made from what the first leaves behind takes nothing of it back', () => {
  fc.assert(
    fc.property(fields, fields, fields, (stored, one, other) => {
      const first = { ...one, base: stored };
      const second = { ...other, base: one };
      const between = applied(stored, first);
      expect(between && applied(between, rebasedEdit(first, second))).toEqual(other);
      expect(applied(stored, mergedEdits(first, second))).toEqual(other);
    }),
  );
});

test('what somebody else changed meanwhile is still met', () => {
  const first = { a: 1, b: 0, base: { a: 0, b: 0 } };
  const second = { a: 0, b: 2, base: { a: 0, b: 0 } };
  expect(applied({ a: 9, b: 0 }, mergedEdits(first, second))).toBeNull();
  expect(applied({ a: 1, b: 9 }, rebasedEdit(first, second))).toBeNull();
});

test('only a body with its base is an edit', () => {
  expect(readEdit('{"a":1}')).toBeNull();
  expect(readEdit('[1]')).toBeNull();
  expect(readEdit(null)).toBeNull();
  expect(readEdit('{"a":1,"base":{"a":0}}')).toEqual({ a: 1, base: { a: 0 } });
});

test('an edit of a checklist from a form that did not have the earlier answers yet does not take them back', () => {
  const [fine, wrong] = ['fine', 'wrong'].map((answer) => ({ answer, remark: '' }));
  const empty = { title: '', checks: {} };
  const first = { ...empty, checks: { power: fine, fan: fine }, base: empty };
  const second = { ...empty, checks: { wiring: wrong, fan: wrong }, base: empty };
  const both = { power: fine, wiring: wrong, fan: wrong };
  expect(mergedEdits(first, second)).toEqual({ ...empty, checks: both, base: empty });
  expect(rebasedEdit(first, second)).toEqual({ title: '', checks: both, base: { title: '', checks: first.checks } });
  // A form that had them may take one back.
  const onFirst = { ...empty, checks: { fan: fine }, base: { title: '', checks: first.checks } };
  expect(mergedEdits(first, onFirst).checks).toEqual({ fan: fine });
  expect(rebasedEdit(first, onFirst).checks).toEqual({ fan: fine });
});
