/**
 * Figures derived from what is measured, one formula each, for server and screen alike. Temperatures in ℃, relative
 * humidity in %, pressures in kPa.
 */

/** Saturation vapour pressure over water, kPa. Source: Tetens, as in FAO Irrigation and Drainage Paper 56, eq. 11. */
function saturationPressure(celsius: number): number {
  return 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3));
}

/** Vapour pressure deficit of the air, kPa: how strongly the air draws water from the leaves. */
export function vapourPressureDeficit(celsius: number, humidity: number): number {
  return saturationPressure(celsius) * (1 - bounded(humidity) / 100);
}

/** Dew point, ℃. Source: Magnus formula with b = 17.62, c = 243.12 ℃ (WMO Guide to Instruments, annex 4.B). */
export function dewPoint(celsius: number, humidity: number): number {
  const [b, c] = [17.62, 243.12];
  const gamma = Math.log(bounded(humidity) / 100) + (b * celsius) / (c + celsius);
  return (c * gamma) / (b - gamma);
}

/** A sensor that says 0 % would make the logarithm infinite; the driest air of a greenhouse is far above. */
function bounded(humidity: number): number {
  return Math.min(100, Math.max(1, humidity));
}

/** Below this distance of air and dew point water settles on fruit and film, which are cooler than the air, ℃. */
export const CONDENSATION_SPREAD = 1;
/** …and from this humidity on in any case, %. */
export const CONDENSATION_HUMIDITY = 95;

/** Whether water is likely to settle. Without a sensor on the fruit the air stands in for it: agronomy practice. */
export function isCondensing(celsius: number, humidity: number): boolean {
  return celsius - dewPoint(celsius, humidity) < CONDENSATION_SPREAD || humidity >= CONDENSATION_HUMIDITY;
}

/** From this humidity on grey mould and scab are watched for, %. */
export const WET_HUMIDITY = 90;
/** …and from this share of a leaf wetness sensor's surface on, %: half of it under water is a wet leaf (practice). */
export const WET_LEAF = 50;
/** After this many hours of it in a row or in a night. */
export const WET_HOURS = 6;

/** The deficit at which citrus draws water well, kPa, half open: practical knowledge (agronomy notes). */
export const GOOD_DEFICIT = { from: 0.5, to: 1.5 } as const;

/** Where the deficit stands for citrus; the bands beside the good one are practical knowledge, too. */
const deficitBands = [
  { below: 0.2, state: 'wet' },
  { below: GOOD_DEFICIT.from, state: 'humid' },
  { below: GOOD_DEFICIT.to, state: 'good' },
  { below: 2.5, state: 'dry' },
  { below: 3.5, state: 'stress' },
  { below: Number.POSITIVE_INFINITY, state: 'severe' },
] as const;
export type DeficitState = (typeof deficitBands)[number]['state'];

export function deficitState(kilopascal: number): DeficitState {
  return deficitBands.find(({ below }) => kilopascal < below)?.state ?? 'severe';
}

/** Citrus grows above this, ℃ (55 ℉; NSW DPI, calculating heat units, gives 13). */
export const GROWTH_BASE = 12.8;
/** …and no faster above this, ℃ (upper end of the optimum, same source). */
const GROWTH_CEILING = 35;

/** Growing degree days of an hour from its mean, ℃·d: a day's are the sum of its hours. */
export function growingDegreeHour(mean: number): number {
  return Math.max(0, Math.min(mean, GROWTH_CEILING) - GROWTH_BASE) / 24;
}

/** Photons of photosynthesis per joule of sunlight, µmol/J: 0.45 of the energy at 4.57 µmol/J (McCree 1972). */
const PHOTONS_PER_JOULE = 0.45 * 4.57;

/** Daily light integral, mol/m²: from mean sunlight inside the house (W/m²) over some hours. */
export function lightIntegral(wattPerM2: number, hours: number): number {
  return (wattPerM2 * hours * 3600 * PHOTONS_PER_JOULE) / 1e6;
}
