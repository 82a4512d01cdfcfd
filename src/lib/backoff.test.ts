import { expect, it } from 'vitest';
import { backoff } from './backoff.ts';

const take = (count: number, next: () => number) => Array.from({ length: count }, next);

it('grows pause by pause and stays at the last', () => {
  const { next } = backoff([1_000, 2_000, 5_000]);
  expect(take(5, next)).toEqual([1_000, 2_000, 5_000, 5_000, 5_000]);
});

it('begins anew after a success', () => {
  const { next, reset } = backoff([1_000, 2_000, 5_000]);
  take(4, next);
  reset();
  expect(take(2, next)).toEqual([1_000, 2_000]);
});
