/**
 * Saturation vapour pressure over water, kPa. Tetens with the FAO-56 coefficients, as in the product's derived
 * indicators.
 */
export function saturationKpa(temperatureC: number): number {
  return 0.6108 * Math.exp((17.27 * temperatureC) / (temperatureC + 237.3));
}

/** Ideal gas law: 1 kPa of vapour at T kelvin has a density of this divided by T, g/m³. */
const GRAM_KELVIN_PER_KPA = 2_167;

export function vapourGm3(pressureKpa: number, temperatureC: number): number {
  return (GRAM_KELVIN_PER_KPA * pressureKpa) / (temperatureC + 273.15);
}

export function saturationGm3(temperatureC: number): number {
  return vapourGm3(saturationKpa(temperatureC), temperatureC);
}

export function vapourKpa(densityGm3: number, temperatureC: number): number {
  return (densityGm3 * (temperatureC + 273.15)) / GRAM_KELVIN_PER_KPA;
}

/** Relative humidity, 0 to 100 %. */
export function relativeHumidity(densityGm3: number, temperatureC: number): number {
  return Math.min(100, Math.max(0, (100 * vapourKpa(densityGm3, temperatureC)) / saturationKpa(temperatureC)));
}
