import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Pager } from './pager.tsx';

const pager = (page: number, total: number) =>
  renderToStaticMarkup(<Pager page={page} pageSize={20} total={total} onPage={() => {}} />);
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');

it('says which rows of how many are shown', () => {
  expect(textOf(pager(1, 1134))).toContain('1–20 / 전체 1,134');
  expect(textOf(pager(7, 134))).toContain('121–134 / 전체 134');
});

it('offers no pages where there is one', () => {
  expect(textOf(pager(1, 20))).toBe('전체 20');
  expect(pager(1, 0)).toBe('');
});

it('ends at both ends', () => {
  expect(pager(1, 40)).toMatch(/<button[^>]*disabled=""[^>]*>.*이전/);
  expect(pager(2, 40)).toMatch(/<button[^>]*disabled=""[^>]*>다음/);
  expect(pager(2, 40)).toMatch(/aria-current="page"[^>]*>2</);
});

it('leads back from a page that is no longer there', () => {
  expect(textOf(pager(9, 40))).not.toContain('161');
  expect(pager(9, 40)).not.toMatch(/<button[^>]*disabled=""[^>]*>.*이전/);
});
