import { describe, expect, it } from 'vitest';
import { addressOf, askedIn, cardsWithin, mayQuery, periodAfter } from './calendar-address.ts';

describe('the address of the growth calendar', () => {
  it('names a month and a crop, and leads back to them', () => {
    const asked = { month: '2026-11', crop: 'CRO001' };
    expect(addressOf(asked)).toBe('2026-11.CRO001');
    expect(askedIn(addressOf(asked))).toEqual(asked);
  });

  it('asks for nothing where it names no month or no crop', () => {
    for (const address of ['own', 'none', '', '2026-13.CRO001', '2026-11', '2026-11.', '2026-11.<b>']) {
      expect(askedIn(address)).toBeNull();
    }
  });
});

describe('the query button', () => {
  const chosen = { farmIndex: 1, crop: 'CRO001', month: '2026-11' };

  it('may be pressed once farm, crop and month are chosen', () => {
    expect(mayQuery(chosen, '2026-11', false)).toBe(true);
    expect(mayQuery({ ...chosen, farmIndex: null }, '2026-11', false)).toBe(false);
    expect(mayQuery({ ...chosen, crop: '' }, '2026-11', false)).toBe(false);
    expect(mayQuery({ ...chosen, month: '' }, '2026-11', false)).toBe(false);
  });

  it('may not be pressed while loading, or for a month after now', () => {
    expect(mayQuery(chosen, '2026-11', true)).toBe(false);
    expect(mayQuery({ ...chosen, month: '2026-12' }, '2026-11', false)).toBe(false);
    expect(mayQuery({ ...chosen, month: '2025-12' }, '2026-11', false)).toBe(true);
  });
});

it('shows as many cards of 200 px as fit, and at least one', () => {
  expect([150, 200, 407, 408, 1240].map(cardsWithin)).toEqual([1, 1, 1, 2, 6]);
});

it('keys lead from third to third as they stand, and nowhere beyond the edges', () => {
  // The middle third of March is the eighth of the year.
  const march = 7;
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Tab'];
  expect(keys.map((key) => periodAfter(key, march))).toEqual([4, 10, 6, 8, 1, 34, 7]);
  expect([periodAfter('ArrowUp', 6), periodAfter('ArrowDown', 8)]).toEqual([6, 8]);
  expect([periodAfter('ArrowLeft', 1), periodAfter('ArrowRight', 34)]).toEqual([1, 34]);
});
