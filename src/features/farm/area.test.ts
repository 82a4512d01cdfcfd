import { describe, expect, it } from 'vitest';
import { m2OfPyeong, pyeongOf, tensOfAres } from './area.ts';

describe('an area', () => {
  it('is told in m², pyeong and 10a', () => {
    expect(m2OfPyeong(1_000)).toBe(3_305.8);
    expect(pyeongOf(3_300)).toBe(998.3);
    expect(tensOfAres(3_300)).toBe(3.3);
  });

  it('is the same pyeong again after a detour over m², for every farm there is', () => {
    for (let pyeong = 1; pyeong < 30_000; pyeong += 7) expect(pyeongOf(m2OfPyeong(pyeong))).toBe(pyeong);
  });

  it('stays empty, or no number, where none was given', () => {
    expect(pyeongOf(null)).toBeNull();
    expect(m2OfPyeong(null)).toBeNull();
    expect(m2OfPyeong(Number.NaN)).toBeNaN();
  });
});
