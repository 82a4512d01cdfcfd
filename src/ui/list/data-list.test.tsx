import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Column, DataListProps } from './column.ts';
import { DataCards } from './data-cards.tsx';
import { DataList } from './data-list.tsx';
import { DataTable } from './data-table.tsx';

type Farm = { index: number; farmName: string; address: string; areaM2: number };
const farms: Farm[] = [
  { index: 1, farmName: '위미 1농장', address: '남원읍', areaM2: 1200 },
  { index: 2, farmName: '위미 2농장', address: '안덕면', areaM2: 900 },
];
const columns: Column<Farm, 'farmName' | 'address'>[] = [
  { key: 'address', title: '주소', render: (farm) => farm.address, sortBy: 'address' },
  { key: 'farmName', title: '농장 이름', render: (farm) => farm.farmName, sortBy: 'farmName', onCard: 'title' },
  { key: 'areaM2', title: '면적', render: (farm) => `${farm.areaM2} m²`, onCard: 'fact' },
];
const props: DataListProps<Farm, 'farmName' | 'address'> = {
  label: '농장 목록',
  columns,
  rows: farms,
  rowKey: (farm) => farm.index,
  rowName: (farm) => farm.farmName,
  sort: '-farmName',
  onSort: () => {},
  renderLink: (farm, children, className) => (
    <a href={`/farm/${farm.index}`} className={className}>
      {children}
    </a>
  ),
  rowActions: () => [{ label: '고치기', onSelect: () => {} }],
  empty: '아직 농장이 없습니다',
};
const count = (markup: string, part: string | RegExp) => markup.split(part).length - 1;

describe('the table', () => {
  it('says by which column it is sorted, and offers the others that can be', () => {
    const markup = renderToStaticMarkup(<DataTable {...props} />);
    expect(markup).toMatch(/<th[^>]*aria-sort="descending"[^>]*><button[^>]*>농장 이름/);
    expect(markup).toMatch(/<th[^>]*aria-sort="none"[^>]*><button[^>]*>주소/);
    expect(markup).toMatch(/<th[^>]*>면적<\/th>/);
  });

  it('links the title of each row alone, and names each menu by its row', () => {
    const markup = renderToStaticMarkup(<DataTable {...props} />);
    expect(markup).toMatch(/<a href="\/farm\/1"[^>]*>위미 1농장<\/a>/);
    expect(count(markup, '<a ')).toBe(2);
    expect(markup).toContain('aria-label="위미 2농장 메뉴"');
  });

  it('keeps its head and as many lines as will come while it loads', () => {
    const markup = renderToStaticMarkup(<DataTable {...props} rows={[]} isLoading expectedRows={7} />);
    expect(markup).toContain('농장 이름');
    expect(count(markup, '<tr')).toBe(8);
    expect(markup).toContain('aria-busy="true"');
  });
});

describe('the cards', () => {
  it('fold what needs no look behind its name, and nothing where that would be one fold', () => {
    const third = { index: 3, farmName: '위미 3농장', address: '안덕면', areaM2: 700 };
    const foldOf = ({ index, address }: Farm) => (index === 2 ? null : address);
    const markup = renderToStaticMarkup(<DataCards {...props} rows={[...farms, third]} foldOf={foldOf} />);
    const [standing = '', ...folds] = markup.split('<details');
    expect([standing, ...folds].map((part) => part.match(/href="[^"]*"/g))).toEqual([
      ['href="/farm/2"'],
      ['href="/farm/1"'],
      ['href="/farm/3"'],
    ]);
    expect(markup).toContain('안덕면 1개');
    expect(count(renderToStaticMarkup(<DataCards {...props} foldOf={foldOf} />), '<details')).toBe(0);
  });

  it('show title and facts, and leave the rest out', () => {
    const markup = renderToStaticMarkup(<DataCards {...props} />);
    expect(markup).toMatch(/<dt[^>]*>면적<\/dt><dd[^>]*>1200 m²<\/dd>/);
    expect(markup).not.toContain('남원읍');
    expect(count(markup, '<li')).toBe(2);
  });

  it('are links as a whole, with one menu beside', () => {
    const markup = renderToStaticMarkup(<DataCards {...props} />);
    expect(markup).toMatch(/<a href="\/farm\/1"[^>]*after:inset-0/);
    expect(count(markup, 'aria-haspopup="menu"')).toBe(2);
  });

  it('offer sorting by what can be sorted', () => {
    const markup = renderToStaticMarkup(<DataCards {...props} />);
    expect(markup.match(/<option[^>]*>[^<]*/g)?.map((option) => option.replace(/<[^>]*>/, ''))).toEqual([
      '주소',
      '농장 이름',
    ]);
    expect(renderToStaticMarkup(<DataCards {...props} sort={undefined} />)).toContain('기본 순서');
  });
});

it('says what to do first when there is nothing, and not while it loads', () => {
  expect(renderToStaticMarkup(<DataList {...props} rows={[]} />)).toContain('아직 농장이 없습니다');
  expect(renderToStaticMarkup(<DataList {...props} rows={[]} isLoading />)).not.toContain('아직 농장이 없습니다');
});

it('shows no menu at rows with which nothing can be done', () => {
  const some = {
    ...props,
    rowActions: ({ index }: Farm) => (index === 1 ? [] : [{ label: '고치기', onSelect: () => {} }]),
  };
  for (const markup of [renderToStaticMarkup(<DataTable {...some} />), renderToStaticMarkup(<DataCards {...some} />)]) {
    expect(markup).toContain('aria-label="위미 2농장 메뉴"');
    expect(markup).not.toContain('aria-label="위미 1농장 메뉴"');
  }
});
