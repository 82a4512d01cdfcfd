import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendedToTargets, roundScale, roundScales, stepDecimals, stripLayout, valueAxes } from './value-axis.ts';

describe('value axes', () => {
  it('draws the first two units and keeps the rest on axes of their own that are not drawn', () => {
    const axes = valueAxes([
      { unit: '℃', kind: 'line' },
      { unit: '%', kind: 'line' },
      { unit: '℃', kind: 'line' },
      { unit: 'ppm', kind: 'line' },
    ]);
    expect(axes.map(({ unit, side }) => [unit, side])).toEqual([
      ['℃', 'left'],
      ['%', 'right'],
      ['ppm', null],
    ]);
  });

  it('leaves the drawn axes to lines before bars, and gives states none', () => {
    const axes = valueAxes([
      { unit: 'L/분', kind: 'bars' },
      { unit: '%', kind: 'state' },
      { unit: '℃', kind: 'line' },
    ]);
    expect(axes).toEqual([
      { id: 'y0', unit: '℃', side: 'left', isBarsOnly: false },
      { id: 'y1', unit: 'L/분', side: 'right', isBarsOnly: true },
    ]);
  });
});

const extents = fc
  .tuple(fc.double({ min: -50, max: 1500, noNaN: true }), fc.double({ min: 0, max: 900, noNaN: true }))
  .map(([low, span]) => ({ low, high: low + span }));
const shares = fc
  .tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true }))
  .map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) }));

describe('round scales', () => {
  it('hold everything in view with one number of steps for all axes, at any height', () => {
    fc.assert(
      fc.property(extents, shares, fc.integer({ min: 20, max: 1200 }), (extent, share, plotPx) => {
        const axes = [
          { extent, unit: '℃' },
          { extent: share, unit: '%' },
        ];
        const scales = roundScales(axes, plotPx);
        expect(scales).toHaveLength(2);
        expect(new Set(scales.map(({ min, max, step }) => Math.round((max - min) / step))).size).toBe(1);
        scales.forEach(({ min, max, step }, index) => {
          expect(min).toBeLessThanOrEqual((axes[index]?.extent.low ?? 0) + step * 1e-6);
          expect(max).toBeGreaterThanOrEqual((axes[index]?.extent.high ?? 0) - step * 1e-6);
        });
        expect(scales[1]?.min).toBeGreaterThanOrEqual(0);
        expect(scales[1]?.max).toBeLessThanOrEqual(100 + 1e-6);
      }),
    );
  });

  it('choose the number of steps that leaves the least air', () => {
    expect(roundScales([{ extent: { low: 6.1, high: 34.4 }, unit: '℃' }], 300)).toEqual([{ min: 5, max: 35, step: 5 }]);
  });

  it('would rather count in fives than in two and a halves', () => {
    expect(roundScales([{ extent: { low: 11.2, high: 26.7 }, unit: '℃' }], 300)).toEqual([
      { min: 10, max: 30, step: 5 },
    ]);
  });

  it('share the air between top and bottom', () => {
    expect(roundScale({ low: 21, high: 23.6 }, 5, '℃')).toEqual({ min: 20, max: 25, step: 1 });
  });

  it('do not begin below zero for what is never negative', () => {
    expect(roundScale({ low: 0.2, high: 21 }, 5, 'ppm')?.min).toBe(0);
    expect(roundScale({ low: -3, high: 21 }, 5, '℃')?.min).toBeLessThan(-2.9);
  });

  it('keep a percentage within 0 and 100', () => {
    expect(roundScale({ low: 24, high: 99 }, 5, '%')).toEqual({ min: 0, max: 100, step: 20 });
    expect(roundScale({ low: 1, high: 99 }, 6, '%')).toBeNull();
  });

  it('stand around a value that never changes', () => {
    const scale = roundScale({ low: 1.4, high: 1.4 }, 4, 'dS/m');
    expect(scale?.min).toBeLessThan(1.4);
    expect(scale?.max).toBeGreaterThan(1.4);
  });
});

describe('targets and the axis', () => {
  const target = { low: 12, high: 25 };

  it('stretch the axis to the nearest edge when every reading is off target', () => {
    expect(extendedToTargets({ low: 4, high: 8 }, [target])).toEqual({ low: 4, high: 12 + 8 * 0.15 });
    expect(extendedToTargets({ low: 27, high: 35 }, [target])).toEqual({ low: 25 - 10 * 0.15, high: 35 });
  });

  it('leave the axis to the readings when some are on target', () => {
    expect(extendedToTargets({ low: 13, high: 14 }, [target])).toEqual({ low: 13, high: 14 });
    expect(extendedToTargets({ low: 13, high: 14 }, [])).toEqual({ low: 13, high: 14 });
  });
});

describe('tick labels', () => {
  it('have as many decimals as the step needs', () => {
    expect([20, 2.5, 0.25, 0.02].map(stepDecimals)).toEqual([0, 1, 2, 2]);
  });
});

describe('strips of states', () => {
  it('lie thin under the lines', () => {
    expect(stripLayout(3, 300, false)).toEqual({ rowPx: 10, gapPx: 4, belowPx: 46 });
  });

  it('share the plot when there is nothing else', () => {
    expect(stripLayout(3, 300, true)).toEqual({ rowPx: 96, gapPx: 4, belowPx: 0 });
  });
});
