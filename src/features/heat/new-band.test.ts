import { expect, it } from 'vitest';
import { defaultHeatSettings, type HeatBand, heatSettings } from '#contract/heat/heat.ts';
import { newBand } from './new-band.ts';

it('offers bands that fit beside those there are, until the day is full or the list is', () => {
  const bands: HeatBand[] = [{ from: '23:00', to: '05:00', targetC: 12 }];
  for (let count = 0; count < 7; count += 1) {
    const offered = newBand(bands, 8);
    if (!offered) throw new Error('there is room for seven bands of two hours in eighteen');
    bands.push(offered);
  }
  expect(heatSettings.safeParse({ ...defaultHeatSettings, bands }).success).toBe(true);
  expect(bands[1]).toEqual({ from: '05:00', to: '07:00', targetC: 10 });
});

it('offers nothing when no two hours are left', () => {
  expect(newBand([{ from: '05:00', to: '04:00', targetC: 12 }], 8)).toBeUndefined();
});

it('stays within what a band may aim at, also while the night target is being typed', () => {
  expect(newBand([], 29.5)?.targetC).toBe(30);
  expect(newBand([], Number.NaN)?.targetC).toBe(1);
});
