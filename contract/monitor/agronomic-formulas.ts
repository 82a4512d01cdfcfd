/**
 * Formulas for figures derived from measurements, used by server and app. Temperatures in ℃, relative humidity in %,
 * pressures in kPa.
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

/** A reading of 0 % would make the logarithm infinite; real greenhouse air is far above. */
function bounded(humidity: number): number {
  return Math.min(100, Math.max(1, humidity));
}

/**
 * Condensation is likely below this difference between air temperature and dew point, ℃: fruit and film are cooler than
 * the air.
 */
export const CONDENSATION_SPREAD = 1;
/** Condensation is likely from this humidity on, whatever the difference, %. */
export const CONDENSATION_HUMIDITY = 95;

/** Whether condensation is likely. Without a sensor on the fruit the air temperature is used (agronomy practice). */
export function isCondensing(celsius: number, humidity: number): boolean {
  return celsius - dewPoint(celsius, humidity) < CONDENSATION_SPREAD || humidity >= CONDENSATION_HUMIDITY;
}

/** Air counts as wet from this humidity on, %: grey mould and scab become possible. */
export const WET_HUMIDITY = 90;
/** A leaf counts as wet from this reading of a leaf wetness sensor on, %: half of its surface (practice). */
export const WET_LEAF = 50;
/** Wet hours, consecutive or in one night, from which on there is a risk. */
export const WET_HOURS = 6;

/** Range of the deficit in which citrus transpires well, kPa, half open: practical knowledge (agronomy notes). */
export const GOOD_DEFICIT = { from: 0.5, to: 1.5 } as const;

/** Ranges of the deficit for citrus; those beside the good one are practical knowledge, too. */
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

/** Base temperature of citrus growth, ℃ (55 ℉; NSW DPI, calculating heat units, gives 13). */
export const GROWTH_BASE = 12.8;
/** Upper limit of the growth rate, ℃ (upper end of the optimum, same source). */
const GROWTH_CEILING = 35;

/** Growing degree days of one hour from its mean, ℃·d; a day is the sum of its hours. */
export function growingDegreeHour(mean: number): number {
  return Math.max(0, Math.min(mean, GROWTH_CEILING) - GROWTH_BASE) / 24;
}

/** Photons of photosynthesis per joule of sunlight, µmol/J: 0.45 of the energy at 4.57 µmol/J (McCree 1972). */
const PHOTONS_PER_JOULE = 0.45 * 4.57;

/** Daily light integral, mol/m², from the mean sunlight inside the house (W/m²) over `hours`. */
export function lightIntegral(wattPerM2: number, hours: number): number {
  return (wattPerM2 * hours * 3600 * PHOTONS_PER_JOULE) / 1e6;
}
