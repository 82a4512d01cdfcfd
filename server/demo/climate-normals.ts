import { DAY_MS, SEOUL_OFFSET_MS } from '#contract/time/time.ts';

/** One figure per month, January first. */
export type Monthly = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Months of the mean year since 1 January, 0 to 12; a leap year shifts it by less than a day. */
export function monthPosition(at: number): number {
  const years = (at + SEOUL_OFFSET_MS - Date.UTC(2000, 0, 1)) / (365.25 * DAY_MS);
  return (years - Math.floor(years)) * 12;
}

/** Interpolates monthly figures as a smooth curve through the middles of the months. */
export function seasonal(table: Monthly, month: number): number {
  const x = month - 0.5;
  const before = Math.floor(x);
  const share = x - before;
  return (table[(before + 12) % 12] ?? 0) * (1 - share) + (table[(before + 13) % 12] ?? 0) * share;
}

/*
 * Jeju city (KMA station 184), rounded after the KMA normals 1991-2020: mean temperature 6.1 in January, 27.2 in August
 * (the knots are chosen so that the monthly means of the curve match); relative humidity 65 % in winter, 78 % in July;
 * half the difference of mean maximum and minimum.
 */
export const MEAN_TEMPERATURE_C: Monthly = [5.9, 6.9, 9.6, 14.3, 18.5, 22.2, 26.6, 27.8, 23.4, 18.5, 13.2, 8.1];
export const DAY_AMPLITUDE_C: Monthly = [2.6, 3.0, 3.6, 4.0, 4.0, 3.4, 3.2, 3.1, 2.9, 3.4, 3.3, 2.8];
export const HUMIDITY_PCT: Monthly = [65, 63, 62, 64, 68, 75, 78, 76, 73, 66, 65, 64];

/**
 * Cloud cover, share of the sky. In winter the monsoon brings clouds to the north of the island, while the south of
 * Hallasan is sunny. In summer both have the same sky.
 */
export const CLOUD_NORTH: Monthly = [0.76, 0.69, 0.6, 0.54, 0.55, 0.7, 0.62, 0.58, 0.6, 0.46, 0.58, 0.72];
export const CLOUD_SOUTH: Monthly = [0.52, 0.53, 0.54, 0.52, 0.55, 0.72, 0.66, 0.6, 0.58, 0.43, 0.47, 0.5];

/** Strength of a passing front: cold outbreaks in winter, weak troughs in summer. */
export const FRONT_STRENGTH: Monthly = [1, 1, 0.95, 0.8, 0.6, 0.4, 0.3, 0.3, 0.45, 0.7, 0.9, 1];

/** Rain in the middle of a front, mm/h. */
export const FRONT_RAIN_MM_H: Monthly = [4.2, 4.4, 5.2, 4.8, 3.8, 4.2, 5, 6.5, 6, 3.4, 4.2, 4];

/** Rain without fronts, mainly in the rainy season of June and July, at its maximum, mm/h. */
export const SUMMER_RAIN_MM_H: Monthly = [0, 0, 0.2, 0.4, 0.6, 2.3, 2.9, 4.6, 2.6, 0.5, 0.3, 0];

/** Wind relative to the yearly mean. */
export const WIND_FACTOR: Monthly = [1.25, 1.22, 1.1, 1, 0.88, 0.85, 0.9, 0.9, 0.9, 0.92, 1.02, 1.22];

/** Soil temperature far below the roots: it follows the year five to six weeks late. */
export function deepSoilC(month: number): number {
  return 17.5 + 4.5 * Math.cos((2 * Math.PI * (month - 8.4)) / 12);
}
