import { expect, it } from 'vitest';
import { forceWords } from './actuator-words.tsx';

it('claims that a controller keeps its guards only where it has them and tells of no fault', () => {
  const [kept, unknown, missing] = [{ isInForce: true }, { isInForce: null }, { isInForce: false }];
  expect(forceWords([kept, kept], '')).toBe('제어기가 받아 지키고 있습니다.');
  expect(forceWords([kept, kept], '센서를 봐 주세요.')).toBe('지금은 다 지키지 못합니다: 센서를 봐 주세요.');
  expect(forceWords([kept, unknown], '')).toBe('');
  expect(forceWords([kept, missing], '센서를 봐 주세요.')).toBe('제어기가 아직 받지 않았습니다.');
});
