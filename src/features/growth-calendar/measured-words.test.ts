import { expect, it } from 'vitest';
import { extremeWords } from './measured-words.tsx';

const at = Date.parse('2026-11-06T05:20:00+09:00');

it('says that a value counts for nothing where the judgement is milder than the figure', () => {
  const words = (value: number, beyondC: number) =>
    extremeWords('최저', { extreme: { value, at }, aimC: 5, beyondC, hours: beyondC > 0 ? 3 : 0 });
  expect(words(4.1, 0.9)).toBe('최저 4.1 ℃ (11월 6일 (금) 05:20), 목표보다 0.9 ℃ 낮음, 벗어난 시간 3시간');
  expect(words(-12, 0)).toBe('최저 -12.0 ℃ (11월 6일 (금) 05:20), 잠깐 튄 값과 멈춘 센서를 빼고 보면 목표를 지킴');
});
