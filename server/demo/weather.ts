/** The answers of weather stations and forecast services for the simulated island. */
import { HOUR_MS } from '#contract/time/time.ts';
import type { HourForecast } from '../weather/kma/forecast.ts';
import type { ForecastService } from '../weather/kma/issue-time.ts';
import type { SimulatedWeather } from '../weather/simulated.ts';
import { createClimate, type Outside, type Place } from './climate.ts';
import { DEMO_SEED, demoFarms } from './farms.ts';
import { hash01, smoothNoise } from './noise.ts';

type Position = { latitude: number; longitude: number };

export const simulatedWeather: SimulatedWeather = {
  stationAt: (position) => {
    const place = placeAt(position);
    const climate = createClimate(place, DEMO_SEED);
    return (at) => {
      const outside = climate(at);
      return {
        at,
        temperatureC: rounded(outside.temperatureC, 1),
        humidityPct: rounded(outside.humidityPct, 0),
        windMps: rounded(outside.windMps, 1),
        windDeg: windFrom(place, outside),
        pressureHpa: pressureAt(outside),
        solarWm2: rounded(outside.solarWm2, 0),
        rainMmH: rounded(outside.rainMmH, 2),
      };
    };
  },
  issue: (position, service, issuedAt) => issueAt(placeAt(position), DEMO_SEED, service, issuedAt),
};

/** Interpolates a place from the nearest demonstration farms; a farm's position gives exactly its own place. */
function placeAt({ latitude, longitude }: Position): Place {
  const near = demoFarms.map(({ place }) => {
    const [north, east] = [place.latitude - latitude, (place.longitude - longitude) * 0.83];
    return { place, weight: 1 / (north * north + east * east + 1e-9) };
  });
  const [nearest] = [...near].sort((a, b) => b.weight - a.weight);
  if (nearest && nearest.place.latitude === latitude && nearest.place.longitude === longitude) return nearest.place;
  const total = near.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (name: 'southness' | 'winterOffsetC' | 'summerOffsetC' | 'windMps' | 'rainFactor') =>
    near.reduce((sum, { place, weight }) => sum + place[name] * weight, 0) / total;
  return {
    latitude,
    longitude,
    southness: mean('southness'),
    winterOffsetC: mean('winterOffsetC'),
    summerOffsetC: mean('summerOffsetC'),
    windMps: mean('windMps'),
    rainFactor: mean('rainFactor'),
    seed: Math.floor(hash01(DEMO_SEED, Math.round(latitude * 1e4), Math.round(longitude * 1e4)) * 1e6),
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** 1 in the middle of winter, 0 in the middle of summer. */
const winterness = (month: number) => 0.5 + 0.5 * Math.cos((2 * Math.PI * (month - 0.7)) / 12);

/** Wind direction of the monsoon: north-west in winter, south in summer, varying from day to day. */
function windFrom(place: Place, { at, month }: Outside): number {
  const mean = 185 + 140 * winterness(month);
  const swung = mean + 45 * smoothNoise(place.seed + 30, at / (20 * HOUR_MS));
  return Math.round((swung + 360) % 360);
}

/** Air pressure: higher in winter; it falls before fronts, together with rising cloud cover. */
function pressureAt({ at, month, cloud }: Outside): number {
  return rounded(
    1_009 + 13 * winterness(month) + 4 * smoothNoise(DEMO_SEED + 31, at / (60 * HOUR_MS)) - 6 * (cloud - 0.6),
    1,
  );
}

/** The hours that an issue covers, from the first hour after it. */
const horizons: { readonly [Service in ForecastService]: number } = {
  getUltraSrtNcst: 0,
  getUltraSrtFcst: 6,
  getVilageFcst: 72,
};

/** The forecast that a service would have issued for a place of an island. */
export function issueAt(place: Place, seed: number, service: ForecastService, issuedAt: number): HourForecast[] {
  const climate = createClimate(place, seed);
  const errorSeed = place.seed + seed - DEMO_SEED;
  const first = Math.floor(issuedAt / HOUR_MS) * HOUR_MS + (service === 'getUltraSrtNcst' ? 0 : HOUR_MS);
  const count = Math.max(1, horizons[service]);
  const hours = Array.from({ length: count }, (_, at) => first + at * HOUR_MS);
  return hours.map((at) => forecastOf(place, climate, { service, issuedAt, at, errorSeed }));
}

/** A forecast error: similar in neighbouring hours and issues, growing with lead time. */
function errorOf(seed: number, issuedAt: number, at: number): number {
  const ofWeather = smoothNoise(seed, at / (15 * HOUR_MS));
  const ofIssue = smoothNoise(seed + 1 + Math.floor(issuedAt / (12 * HOUR_MS)), at / (9 * HOUR_MS));
  return 0.75 * ofWeather + 0.65 * ofIssue;
}

type Asked = { service: ForecastService; issuedAt: number; at: number; errorSeed: number };

function forecastOf(
  place: Place,
  climate: (at: number) => Outside,
  { service, issuedAt, at, errorSeed }: Asked,
): HourForecast {
  const isObserved = service === 'getUltraSrtNcst';
  const leadH = isObserved ? 0 : (at - issuedAt) / HOUR_MS;
  const error = (seed: number) => (isObserved ? 0 : errorOf(errorSeed + seed, issuedAt, at));
  // The timing of rain is uncertain: a front may come an hour or more early or late, more so with longer lead time.
  const shifted = climate(Math.round(at + error(60) * Math.min(6, 0.06 * leadH) * HOUR_MS));
  const outside = climate(at);
  const cloud = between(shifted.cloud + error(61) * Math.min(0.3, 0.06 + 0.004 * leadH), 0, 1);
  // A grid of five kilometres does not resolve cold hollows, so clear, calm nights are forecast too warm.
  const hollowC = outside.sunAltitudeDeg < 0 ? 1.1 * (1 - outside.cloud) * Math.exp(-outside.windMps / 4) : 0;
  const spreadC = Math.min(3, 0.7 + 0.025 * leadH);
  const temperatureC = outside.temperatureC + (isObserved ? 0 : hollowC + spreadC * error(62));
  const amount = shifted.rainMmH < 0.1 ? 0 : shifted.rainMmH * Math.exp(0.35 * error(63));
  const rain = Math.max(0, amount);
  const type = rain < 0.1 ? 0 : temperatureC < 1 ? 3 : temperatureC < 2.5 ? 2 : 1;
  const digits = service === 'getVilageFcst' ? 0 : 1;
  return {
    at,
    temperatureC: rounded(temperatureC, digits),
    dayMinC: null,
    dayMaxC: null,
    humidityPct: rounded(between(shifted.humidityPct + 6 * error(64), 20, 100), 0),
    sky: isObserved ? null : cloud < 0.5 ? 1 : cloud < 0.8 ? 3 : 4,
    precipitationType: type,
    probabilityPct: service === 'getVilageFcst' ? chanceOf(rain, cloud) : null,
    rainMm: type === 3 ? nothing : amountOf(rain),
    snowCm: type === 3 || type === 2 ? amountOf(type === 3 ? rain : rain / 2) : nothing,
    windMps: rounded(Math.max(0.2, shifted.windMps * (1 + 0.2 * error(65))), 1),
    windDeg: windFrom(place, shifted),
  };
}

const nothing = { min: 0, max: 0, value: 0 } as const;

function amountOf(value: number): NonNullable<HourForecast['rainMm']> {
  if (value < 0.1) return nothing;
  if (value < 1) return { min: 0, max: 1, value: 0.5 };
  const exact = rounded(value, 1);
  return { min: exact, max: exact, value: exact };
}

/** In steps of ten, as the service gives it (30 % means that a shower is possible). */
function chanceOf(rainMm: number, cloud: number): number {
  if (rainMm >= 0.1) return Math.min(90, 60 + Math.round(rainMm) * 10);
  return cloud < 0.5 ? 0 : cloud < 0.8 ? 20 : 30;
}
