import { describe, expect, it } from 'vitest';
import { importTable, type LineCheck } from './import-table.ts';

const columns = [
  { key: 'farmName', title: '농장 이름', isRequired: true, sample: '위미' },
  { key: 'areaM2', title: '면적(m²)', sample: '1200' },
];
const check = (cells: Readonly<Record<string, string>>): LineCheck<string> =>
  cells.farmName ? { ok: true, value: `${cells.farmName} ${cells.areaM2}` } : { ok: false, errors: { farmName: '!' } };
const problems = { moved: '많음', broken: '깨짐' };
const read = (text: string) => importTable(text, columns, check, problems);

describe('importTable', () => {
  it('finds columns by title or key, in any order, and names those it does not know', () => {
    expect(read('비고,면적(m²), 농장이름*\n첫째,10, 위미 ')).toEqual({
      ok: true,
      ignoredTitles: ['비고'],
      lines: [{ line: 2, cells: { farmName: '위미', areaM2: '10' }, check: { ok: true, value: '위미 10' } }],
    });
    expect(read('farmName\n위미')).toMatchObject({ ok: true, ignoredTitles: [] });
  });

  it('checks every line, short ones too', () => {
    expect(read('농장 이름,면적(m²)\n위미\n,5')).toMatchObject({
      lines: [
        { line: 2, check: { ok: true, value: '위미 ' } },
        { line: 3, check: { ok: false, errors: { farmName: '!' } } },
      ],
    });
  });

  it('refuses a line that a comma has moved, also where a spreadsheet has added heads without names', () => {
    const moved = { ok: false, errors: { '': '많음' } };
    expect(read('농장 이름,면적(m²)\n위미, 1농장,10')).toMatchObject({ lines: [{ line: 2, check: moved }] });
    expect(read('농장 이름,면적(m²),\n위미,10,\n위미, 1농장,10')).toMatchObject({
      lines: [
        { line: 2, check: { ok: true } },
        { line: 3, check: moved },
      ],
    });
  });

  it('refuses cells whose letters were lost, and takes those that a Mac has taken apart', () => {
    expect(read('농장 이름\n위\uFFFD')).toMatchObject({
      lines: [{ check: { ok: false, errors: { farmName: '깨짐' } } }],
    });
    expect(read(`농장 이름\n${'위미'.normalize('NFD')}`)).toMatchObject({ lines: [{ cells: { farmName: '위미' } }] });
  });

  it('refuses a file without what it must have', () => {
    expect(read('')).toEqual({ ok: false, reason: 'empty' });
    expect(read('농장 이름\n')).toEqual({ ok: false, reason: 'empty' });
    expect(read('면적(m²)\n5')).toEqual({ ok: false, reason: 'missing-columns', titles: ['농장 이름'] });
    expect(read('농장 이름\n"위미\n5')).toEqual({ ok: false, reason: 'unclosed-quote', line: 2 });
  });

  it('takes as many lines as it says, and not one more', () => {
    const lines = (count: number) => `농장 이름\n${'위미\n'.repeat(count)}`;
    expect(read(lines(5_000)).ok).toBe(true);
    expect(read(lines(5_001))).toEqual({ ok: false, reason: 'too-many-lines', count: 5_001 });
  });
});
