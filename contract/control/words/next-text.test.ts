import { expect, it } from 'vitest';
import { nextSentence } from './next-text.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const now = at('2026-11-23T20:00:00');

it.each([
  ['water-time', '2026-11-23T21:30:00', '오늘 21:30에 물을 줍니다'],
  ['water-sensor', '2026-11-24T07:12:00', '내일 07:12부터 흙을 보고 물을 줍니다'],
  ['reservation-target', '2026-11-25T07:12:00', '모레 07:12부터 목표를 맞춥니다'],
  ['water-time', '2026-12-01T06:30:00', '12월 1일 (화) 06:30에 물을 줍니다'],
])('%s at %s is said as %s', (family, when, sentence) => {
  expect(nextSentence(family, at(when), now)).toBe(sentence);
});
