import { describe, expect, it } from 'vitest';
import { withParticle } from './with-particle.ts';

describe('withParticle', () => {
  it('asks the final consonant of a Korean word', () => {
    expect(withParticle('농장', '을')).toBe('농장을');
    expect(withParticle('온도', '을')).toBe('온도를');
    expect(withParticle('한라봉', '이')).toBe('한라봉이');
    expect(withParticle('습도', '은')).toBe('습도는');
    expect(withParticle('측창', '과')).toBe('측창과');
  });

  it('treats a final rieul as open for 으로 alone', () => {
    expect(withParticle('서울', '으로')).toBe('서울로');
    expect(withParticle('서울', '을')).toBe('서울을');
    expect(withParticle('제주', '으로')).toBe('제주로');
    expect(withParticle('농장', '으로')).toBe('농장으로');
  });

  it('reads digits by their Korean names', () => {
    expect(withParticle('센서 1', '을')).toBe('센서 1을');
    expect(withParticle('센서 2', '을')).toBe('센서 2를');
    expect(withParticle('센서 7', '으로')).toBe('센서 7로');
    expect(withParticle('센서 10', '으로')).toBe('센서 10으로');
    expect(withParticle('CO₂', '이')).toBe('CO₂가');
  });

  it('reads Latin letters, units and what stands in brackets', () => {
    expect(withParticle('EC', '을')).toBe('EC를');
    expect(withParticle('10 L', '으로')).toBe('10 L로');
    expect(withParticle('pH센서 M', '은')).toBe('pH센서 M은');
    expect(withParticle('12.3 ℃', '으로')).toBe('12.3 ℃로');
    expect(withParticle('80 %', '을')).toBe('80 %를');
    expect(withParticle('한라봉(1동)', '을')).toBe('한라봉(1동)을');
  });
});
