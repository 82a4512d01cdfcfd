import { expect, it } from 'vitest';
import type { CropGrowth } from '#contract/growing/growing-season.ts';
import { DAY_MS } from '#contract/time/time.ts';
import { meanAt, newestOf, shiftOf } from './growth-compare.ts';

const day = (on: string, mean: number) => ({ on, mean, min: mean, max: mean, count: 8 });
const none = { shootCm: [], fruitMm: [], brix: [], acidityPct: [], leafSpad: [], leafColour: [] };

const growth: CropGrowth = {
  cropId: 'c',
  itemsName: '한라봉',
  house: '1동',
  isBudBreakNoted: true,
  others: none,
  own: { beganOn: '2026-03-01', days: { ...none, brix: [day('2026-09-08', 8.6)] }, outliers: none },
  lastYear: {
    beganOn: '2025-03-01',
    days: { ...none, brix: [day('2025-09-01', 8), day('2025-09-15', 8.4)] },
    outliers: none,
  },
  leadFarm: { beganOn: '2026-02-25', days: none, farmName: '선도', cropName: '황금향' },
};

it('holds the newest day against the same day of last year, between its visits', () => {
  expect(newestOf(growth, 'brix')).toMatchObject({ day: { mean: 8.6 }, lastYear: expect.closeTo(8.2, 5), outliers: 0 });
  expect(newestOf(growth, 'fruitMm')).toBeUndefined();
});

it('knows nothing between visits that lie far apart, nor beyond them', () => {
  const days = [day('2025-05-01', 1), day('2025-09-01', 3)];
  expect(meanAt(days, Date.UTC(2025, 6, 1))).toBeNull();
  expect(meanAt(days, Date.UTC(2025, 9, 1))).toBeNull();
});

it('lays a lead farm by its own dates or by its own bud break', () => {
  const { leadFarm } = growth;
  if (!leadFarm) throw new Error('there is one');
  expect(shiftOf(growth, leadFarm, { alignment: 'date' })).toBe(0);
  expect(shiftOf(growth, leadFarm, { alignment: 'bud-break' })).toBe(4 * DAY_MS);
});
