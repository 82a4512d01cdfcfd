import { expect, it } from 'vitest';
import { askedOf, listSearch } from './list-search.ts';

const keys = ['name', 'areaM2'] as const;

it('takes what an address can ask of a list', () => {
  const asked = { search: '한라', sort: '-areaM2', page: 3 };
  expect(listSearch(keys, asked)).toEqual(asked);
  // The router parses digits as numbers.
  expect(listSearch(keys, { search: 12 })).toEqual({ search: '12' });
});

it('leaves out what makes no sense or is default', () => {
  expect(listSearch(keys, { search: '', sort: 'owner', page: 1 })).toEqual({});
  expect(listSearch(keys, { search: ['a'], sort: '--name', page: 2.5 })).toEqual({});
  expect(listSearch(keys, { page: -1, other: true })).toEqual({});
});

it('asks for the first page, and names its size only where it is another', () => {
  expect(askedOf({ search: '한라' })).toEqual({ search: '한라', sort: undefined, page: 1 });
  expect(askedOf({ page: 2 }, 500)).toEqual({ search: undefined, sort: undefined, page: 2, size: 500 });
});
