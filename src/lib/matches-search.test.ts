import { describe, expect, it } from 'vitest';
import { matchesSearch } from './matches-search.ts';

describe('matchesSearch', () => {
  it('finds words without minding case and spaces', () => {
    expect(matchesSearch('서귀포 한라봉 1농장', '한라봉1')).toBe(true);
    expect(matchesSearch('Farm A', 'farma')).toBe(true);
    expect(matchesSearch('서귀포 한라봉 1농장', '레드향')).toBe(false);
  });

  it('finds words by their initial consonants, mixed with whole letters', () => {
    expect(matchesSearch('서귀포 한라봉 1농장', 'ㅎㄹㅂ')).toBe(true);
    expect(matchesSearch('서귀포 한라봉 1농장', '한ㄹㅂ1')).toBe(true);
    expect(matchesSearch('천혜향', 'ㅎㄹㅂ')).toBe(false);
  });

  it('lets everything through while nothing is typed', () => {
    expect(matchesSearch('천혜향', ' ')).toBe(true);
    expect(matchesSearch('', '')).toBe(true);
  });

  it('finds decomposed text typed on a Mac', () => {
    expect(matchesSearch('한라봉'.normalize('NFD'), '한라')).toBe(true);
  });
});
