import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FarmSelector } from './farm-selector.tsx';

const farms = [
  { index: 3, farmName: '남원 한라봉' },
  { index: 8, farmName: '성산 레드향' },
];
const shown = (count: number, value: number | null) =>
  renderToStaticMarkup(<FarmSelector farms={farms.slice(0, count)} value={value} onChange={() => {}} />);

it('is hidden with fewer than two farms', () => {
  expect(shown(0, null)).toBe('');
  expect(shown(1, 3)).toBe('');
});

it('names the chosen farm, and the first one while none is chosen', () => {
  expect(shown(2, 8)).toContain('aria-label="농장 성산 레드향"');
  expect(shown(2, null)).toContain('aria-label="농장 남원 한라봉"');
});
