import { expect, it } from 'vitest';
import { createUrlEchoFilter } from './url-echo-filter.ts';

it('knows its own words when they come back, late or not at all', () => {
  const echoes = createUrlEchoFilter();
  echoes.send('ㅎ');
  echoes.send('하');
  echoes.send('한');
  expect(echoes.isEcho('하')).toBe(true);
  expect(echoes.isEcho('한')).toBe(true);
});

it('takes the same words for news once they have been heard', () => {
  const echoes = createUrlEchoFilter();
  echoes.send('한');
  expect(echoes.isEcho('한')).toBe(true);
  expect(echoes.isEcho('한')).toBe(false);
});

it('forgets words that newer ones have overtaken', () => {
  const echoes = createUrlEchoFilter();
  echoes.send('하');
  echoes.send('한');
  expect(echoes.isEcho('한')).toBe(true);
  expect(echoes.isEcho('하')).toBe(false);
});
