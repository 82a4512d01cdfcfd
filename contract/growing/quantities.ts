/** What can be measured on a tree, in the order in which forms ask for it. */
export const quantityNames = ['shootCm', 'fruitMm', 'brix', 'acidityPct', 'leafSpad', 'leafColour'] as const;
export type QuantityName = (typeof quantityNames)[number];

/** Both ends included. */
type Range = { min: number; max: number };

type Quantity = {
  decimals: number;
  /** What trees have: a figure beyond is asked about, and stands once it has been confirmed. */
  plausible: Range;
  /** What can be at all: a figure beyond is refused. */
  possible: Range;
};

/**
 * Whence the ranges are. Surveys of the agricultural centres of Jeju give 8.2 °Bx, 1.4 to 2.1 % acid and 53 mm for
 * satsuma in late September (Seogwipo, 2011), late citrus is sold from 11 to 12 °Bx and below 1.0 to 1.1 % acid
 * (standards of the Jeju agricultural research service): the plausible ranges hold these and young fruit with general
 * experience as their outer ends. Hand-held refractometers read up to 32 °Bx; the display of a SPAD-502 ends at 199.9,
 * and leaves that are no longer green lie below 20. Leaf colour by eye has five steps of our own, from yellow to dark green.
 */
export const quantities: { readonly [Name in QuantityName]: Quantity } = {
  shootCm: { decimals: 1, plausible: { min: 0.5, max: 100 }, possible: { min: 0, max: 300 } },
  fruitMm: { decimals: 1, plausible: { min: 2, max: 130 }, possible: { min: 0, max: 200 } },
  brix: { decimals: 1, plausible: { min: 5, max: 20 }, possible: { min: 0, max: 35 } },
  acidityPct: { decimals: 2, plausible: { min: 0.3, max: 5 }, possible: { min: 0, max: 10 } },
  leafSpad: { decimals: 1, plausible: { min: 20, max: 100 }, possible: { min: 0, max: 199.9 } },
  leafColour: { decimals: 0, plausible: { min: 1, max: 5 }, possible: { min: 1, max: 5 } },
};

/** How a figure stands to what is known of its kind; null for one that was not taken. */
export function judgeFigure(name: QuantityName, value: number | null): 'plausible' | 'unusual' | 'impossible' | null {
  if (value === null || Number.isNaN(value)) return null;
  const { plausible, possible } = quantities[name];
  if (value < possible.min || value > possible.max) return 'impossible';
  return value < plausible.min || value > plausible.max ? 'unusual' : 'plausible';
}

/** What is found on trees besides their growth; `none`: looked for and not found. */
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
