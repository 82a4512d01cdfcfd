import {
  type CropGrowth,
  type ObservedDay,
  type OwnGrowthCurve,
  STRETCH_DAYS,
} from '#contract/growing/growing-season.ts';
import { quantityWords } from '#contract/growing/growing-text.ts';
import { type QuantityName, quantities } from '#contract/growing/quantities.ts';
import type { Point } from '#contract/series/points.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import type { ChartSeries } from '#src/ui/chart/chart-series.ts';
import { type Alignment, shiftOf } from './growth-compare.ts';

const colours: Readonly<Record<QuantityName, string>> = {
  shootCm: 'vent',
  fruitMm: 'solar',
  brix: 'soil-temperature',
  acidityPct: 'ec',
  leafSpad: 'soil-moisture',
  leafColour: 'soil-moisture',
};

/** Observations further apart than this are not joined by a line, ms. */
const JOINED_MS = 45 * DAY_MS;
const LEAD_DASH = [8, 5];
const OTHERS_DASH = [4, 4];
const LAST_YEAR_DASH = [2, 4];
/** Radius of outliers, CSS px: visible in sunlight. */
const OUTLIER_PX = 4;

type Drawn = Pick<ChartSeries, 'key' | 'label' | 'dash' | 'points'> & Partial<ChartSeries>;

/** A quantity over the season: this year, last year, the lead farm, others; outliers as points. */
export function growthSeries(growth: CropGrowth, name: QuantityName, alignment: Alignment): ChartSeries[] {
  const { own, lastYear, leadFarm, others } = growth;
  const line = (drawn: Drawn): ChartSeries => ({
    unit: quantityWords[name].unit,
    colour: colours[name],
    decimals: quantities[name].decimals,
    stepMs: DAY_MS,
    gapMs: JOINED_MS,
    kind: 'line' as const,
    ...drawn,
  });
  const dots = (curve: OwnGrowthCurve, key: string, label: string, shift: number): ChartSeries =>
    line({ key, label, dash: [], gapMs: 0, dotPx: OUTLIER_PX, points: pointsOfOutliers(curve, name, shift) });
  const yearBack = lastYear ? shiftOf(growth, lastYear, { alignment, isLastYear: true }) : 0;
  const began = startOfSeoulDate(own.beganOn);
  return [
    line({ key: 'own', label: '올해', dash: [], points: own.days[name].map((day) => pointOf(day, 0)) }),
    ...(lastYear
      ? [
          line({
            key: 'last-year',
            label: '작년',
            dash: LAST_YEAR_DASH,
            isPale: true,
            points: lastYear.days[name].map((day) => pointOf(day, yearBack)),
          }),
        ]
      : []),
    ...(leadFarm
      ? [
          line({
            key: 'lead',
            label: `${leadFarm.farmName} ${leadFarm.cropName}`,
            dash: LEAD_DASH,
            points: leadFarm.days[name].map((day) => pointOf(day, shiftOf(growth, leadFarm, { alignment }))),
          }),
        ]
      : []),
    line({
      key: 'others',
      label: '다른 농가 평균',
      dash: OTHERS_DASH,
      points: others[name].map(({ fromDay, mean }) => {
        const at = began + (fromDay + STRETCH_DAYS / 2) * DAY_MS;
        return [at, mean, mean, mean];
      }),
    }),
    dots(own, 'own-outliers', '튀는 값', 0),
    ...(lastYear ? [{ ...dots(lastYear, 'last-outliers', '작년 튀는 값', yearBack), isPale: true }] : []),
  ].filter(({ points }) => points.length > 0);
}

/** A day's values are drawn at noon, clear of the neighbouring days. */
const NOON_MS = DAY_MS / 2;

function pointOf({ on, min, mean, max }: ObservedDay, shift: number): Point {
  return [startOfSeoulDate(on) + NOON_MS + shift, min, mean, max];
}

function pointsOfOutliers({ outliers }: OwnGrowthCurve, name: QuantityName, shift: number): Point[] {
  return outliers[name].map(({ observedAt, value }) => [parseInstant(observedAt) + shift, value, value, value]);
}
