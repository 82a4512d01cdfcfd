import { describe, expect, it } from 'vitest';
import { isSameName, matchesSearch } from './compare-text.ts';

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

describe('isSameName', () => {
  it('does not mind how a keyboard writes syllables and spaces', () => {
    expect(isSameName('서귀포 1농장'.normalize('NFD'), '서귀포 1농장')).toBe(true);
    expect(isSameName(' 서귀포  1농장 ', '서귀포 1농장')).toBe(true);
  });

  it('minds every letter', () => {
    expect(isSameName('서귀포 2농장', '서귀포 1농장')).toBe(false);
    expect(isSameName('', '서귀포 1농장')).toBe(false);
    expect(isSameName('farm a', 'Farm A')).toBe(false);
  });
});
