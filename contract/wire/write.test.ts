import { describe, expect, it } from 'vitest';
import { mergeEdit } from './write.ts';

describe('an edit put upon what is stored', () => {
  const base = { name: '하우스', areaM2: 3300 as number | null, tags: ['a'] };

  it('changes the touched fields alone', () => {
    const { merged, conflicts } = mergeEdit(base, { ...base, name: '1동' }, { ...base, areaM2: 4000 });
    expect(merged).toEqual({ name: '1동', areaM2: 4000, tags: ['a'] });
    expect(conflicts).toEqual([]);
  });

  it('names a touched field that became something else meanwhile', () => {
    const { conflicts } = mergeEdit(base, { ...base, areaM2: null }, { ...base, areaM2: 4000 });
    expect(conflicts).toEqual(['areaM2']);
  });

  it('is content when both changed a field to the same', () => {
    const { merged, conflicts } = mergeEdit(base, { ...base, tags: ['b'] }, { ...base, tags: ['b'] });
    expect(conflicts).toEqual([]);
    expect(merged.tags).toEqual(['b']);
  });

  it('takes a checklist point by point, and names it when both changed one point differently', () => {
    const [fine, wrong] = ['fine', 'wrong'].map((answer) => ({ answer, remark: '' }));
    const empty: { title: string; checks: Record<string, unknown> } = { title: '', checks: { fan: fine } };
    const stored = { title: '', checks: { fan: fine, power: fine } };
    expect(mergeEdit(empty, { checks: { wiring: wrong } }, stored)).toEqual({
      merged: { title: '', checks: { power: fine, wiring: wrong } },
      conflicts: [],
    });
    expect(mergeEdit(empty, { checks: { fan: fine, power: wrong } }, stored).conflicts).toEqual(['checks']);
  });
});
