import { DAY_MS } from '../time/time.ts';

/** Quantities measured on a tree, in the order of the form. */
export const quantityNames = ['shootCm', 'fruitMm', 'brix', 'acidityPct', 'leafSpad', 'leafColour'] as const;
export type QuantityName = (typeof quantityNames)[number];

/** Both ends included. */
type Range = { min: number; max: number };

type Quantity = {
  decimals: number;
  /** Figures outside are unusual and need to be confirmed. */
  plausible: Range;
  /** Figures outside are refused. */
  possible: Range;
};

/**
 * Sources of the ranges. Surveys of the agricultural centres of Jeju give 8.2 °Bx, 1.4 to 2.1 % acid and 53 mm for
 * satsuma in late September (Seogwipo, 2011); late citrus is sold from 11 to 12 °Bx and below 1.0 to 1.1 % acid
 * (standards of the Jeju agricultural research service). The plausible ranges include these and young fruit; their
 * outer ends are general experience. Hand-held refractometers read up to 32 °Bx; the display of a SPAD-502 ends at
 * 199.9, and leaves that are no longer green are below 20. Leaf colour by eye has five steps of our own, from yellow to
 * dark green.
 */
export const quantities: { readonly [Name in QuantityName]: Quantity } = {
  shootCm: { decimals: 1, plausible: { min: 0.5, max: 100 }, possible: { min: 0, max: 300 } },
  fruitMm: { decimals: 1, plausible: { min: 2, max: 130 }, possible: { min: 0, max: 200 } },
  brix: { decimals: 1, plausible: { min: 5, max: 20 }, possible: { min: 0, max: 35 } },
  acidityPct: { decimals: 2, plausible: { min: 0.3, max: 5 }, possible: { min: 0, max: 10 } },
  leafSpad: { decimals: 1, plausible: { min: 20, max: 100 }, possible: { min: 0, max: 199.9 } },
  leafColour: { decimals: 0, plausible: { min: 1, max: 5 }, possible: { min: 1, max: 5 } },
};

/** How a figure compares with the ranges of its quantity; null when not measured. */
export function judgeFigure(name: QuantityName, value: number | null): 'plausible' | 'unusual' | 'impossible' | null {
  if (value === null || Number.isNaN(value)) return null;
  const { plausible, possible } = quantities[name];
  if (value < possible.min || value > possible.max) return 'impossible';
  return value < plausible.min || value > plausible.max ? 'unusual' : 'plausible';
}

/** Fruit of one tree differ by a few mm; below this share of the last figure it is rather a slip of a digit. */
const SHRUNK_SHARE = 0.75;
/** An older figure may be of the last season, ms. */
const COMPARED_MS = 90 * DAY_MS;

/** Whether a tree has less of what only grows, shoots and fruit, than when it was last measured. Times are epoch ms. */
export function hasShrunk(
  name: QuantityName,
  value: number | null,
  last: { value: number; at: number },
  now: number,
): boolean {
  const onlyGrows = name === 'fruitMm' || name === 'shootCm';
  return onlyGrows && value !== null && now - last.at < COMPARED_MS && value < last.value * SHRUNK_SHARE;
}

/** Findings on a tree besides growth; `none`: checked and nothing found. */
export const pests = [
  'none',
  'redMite',
  'rustMite',
  'broadMite',
  'scaleInsect',
  'aphid',
  'thrips',
  'leafMiner',
  'stinkBug',
  'greyMould',
  'melanose',
  'scab',
  'canker',
  'fruitCracking',
] as const;
export type Pest = (typeof pests)[number];
