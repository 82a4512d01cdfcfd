import { describe, expect, it } from 'vitest';
import { labelPlace } from './label-place.ts';

const day = { from: 300, to: 720, line: 400 };
const middle = { x: 510, y: 400, isBelow: false };

describe('labelPlace', () => {
  it('puts the figure above the middle of its line', () => {
    expect(labelPlace(day, undefined)).toEqual(middle);
    expect(labelPlace(day, { x: 510, y: 900 })).toEqual(middle);
    expect(labelPlace(day, { x: 40, y: 380 })).toEqual(middle);
  });

  it('moves it aside when what there is now stands there', () => {
    expect(labelPlace(day, { x: 780, y: 330 })).toEqual({ ...middle, x: 365 });
  });

  it('moves it below when there is no room above', () => {
    expect(labelPlace(day, { x: 640, y: 250 })).toEqual({ ...middle, isBelow: true });
  });

  it('clears a mark that stands on its line', () => {
    expect(labelPlace({ from: 300, to: 720, line: 200 }, { x: 340, y: 200 })).toEqual({
      x: 510,
      y: 276,
      isBelow: true,
    });
    expect(labelPlace({ from: 300, to: 720, line: 900 }, { x: 340, y: 900 })).toEqual({
      x: 510,
      y: 824,
      isBelow: false,
    });
  });

  it('never leaves its stretch', () => {
    const narrow = { from: 600, to: 690, line: 400 };
    for (const y of [200, 300, 400, 500]) {
      const { x } = labelPlace(narrow, { x: 700, y });
      expect(x).toBeGreaterThanOrEqual(600);
      expect(x).toBeLessThanOrEqual(690);
    }
  });
});
