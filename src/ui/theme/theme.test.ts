import { expect, it } from 'vitest';
import { storedTheme, themeAfter, themeChoices } from './theme.ts';

it('walks through every theme and comes back', () => {
  const walked = [themeAfter('system'), themeAfter('light'), themeAfter('dark')];
  expect(new Set(walked)).toEqual(new Set(themeChoices));
  expect(themeAfter('dark')).toBe('system');
});

it('follows the system where there is no storage', () => {
  expect(storedTheme()).toBe('system');
});
