import { expect, it } from 'vitest';
import { tileSpan } from './tile-span.ts';

const COLUMNS = { phone: 2, wide: 6 } as const;
const house = (small: number) => [true, ...Array.from({ length: small }, () => false)];
const sized = (classes: string, name: string) => Number(new RegExp(`(?:^| )${name}-(\\d)`).exec(classes)?.[1] ?? 1);

it.each([...Array(13).keys()])('leaves no hole beside or below one large tile and %i small ones', (small) => {
  const tiles = house(small).map((_, at) => tileSpan(house(small), at));
  const phone = tiles.map((classes) => sized(classes, 'col-span'));
  const wide = tiles.map((classes) => sized(classes, 'sm:col-span') * sized(classes, 'sm:row-span'));
  const sum = (spans: number[]) => spans.reduce((all, span) => all + span, 0);
  expect(sum(phone) % COLUMNS.phone).toBe(0);
  expect(sum(wide) % COLUMNS.wide).toBe(0);
});

it('makes the large tile the largest', () => {
  const [large = '', ...others] = house(6).map((_, at) => tileSpan(house(6), at));
  for (const other of others) expect(sized(other, 'sm:row-span')).toBeLessThan(sized(large, 'sm:row-span'));
});
