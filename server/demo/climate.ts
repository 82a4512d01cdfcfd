/**
 * The weather outside a greenhouse on Jeju as a function of time: monthly normals, a daily curve that follows the sun,
 * correlated days, and fronts that bring cloud, rain and wind, then colder and drier air. One seed makes one island:
 * all places share the fronts, and each has its own small differences.
 */
import { getPosition, getTimes } from 'suncalc';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDay } from '#contract/time/time.ts';
import { relativeHumidity, saturationKpa, vapourGm3 } from './air.ts';
import {
  CLOUD_NORTH,
  CLOUD_SOUTH,
  DAY_AMPLITUDE_C,
  FRONT_RAIN_MM_H,
  FRONT_STRENGTH,
  HUMIDITY_PCT,
  MEAN_TEMPERATURE_C,
  monthPosition,
  SUMMER_RAIN_MM_H,
  seasonal,
  WIND_FACTOR,
} from './climate-normals.ts';
import { hash01, smoothNoise } from './noise.ts';

export type Place = {
  latitude: number;
  longitude: number;
  /** How southern the sky of the place is, 0 (north coast) to 1 (south coast). */
  southness: number;
  /** Difference of the mean temperature from Jeju city, in January and in August. */
  winterOffsetC: number;
  summerOffsetC: number;
  /** Yearly mean of the wind at 10 m. */
  windMps: number;
  /** Rain relative to Jeju city. */
  rainFactor: number;
  /** Seed of the place's own small variations. */
  seed: number;
};

export type Outside = {
  at: number;
  /** Position in the mean year, months, 0 to 12. */
  month: number;
  sunAltitudeDeg: number;
  /** Global radiation on a horizontal surface. */
  solarWm2: number;
  temperatureC: number;
  humidityPct: number;
  vapourGm3: number;
  /** Share of the sky, 0 to 1. */
  cloud: number;
  windMps: number;
  rainMmH: number;
};

type Climate = (at: number) => Outside;

/** Grid of the weather. Between its instants all but gusts and passing clouds is interpolated linearly. */
const GRID_MS = 10 * MINUTE_MS;
const SAMPLES = DAY_MS / GRID_MS + 1;

/** The day is warmest about two hours after solar noon (12:34 on Jeju). */
const WARMEST_HOUR = 14.4;
/** The mean of dayCurve over a day; subtracted, so that the monthly mean stays the normal. */
const DAY_CURVE_MEAN = -0.13;

/** -1 at sunrise and 1 at the warmest hour; falls fast in the evening and slowly until the next sunrise. */
function dayCurve(hour: number, sunriseHour: number): number {
  if (hour >= sunriseHour && hour <= WARMEST_HOUR) {
    return -Math.cos((Math.PI * (hour - sunriseHour)) / (WARMEST_HOUR - sunriseHour));
  }
  const since = hour > WARMEST_HOUR ? hour - WARMEST_HOUR : hour + 24 - WARMEST_HOUR;
  return Math.cos(Math.PI * (since / (24 - WARMEST_HOUR + sunriseHour)) ** 0.75);
}

type Front = { warmC: number; coldC: number; cloud: number; rain: number; wind: number; dry: number };

const FRONT_EVERY_H = 108;
const WARM_AHEAD_C = 2;
const COLD_BEHIND_C = 6.5;
/** The mean effect of a front of average strength over its 108 hours; `sample` subtracts it. */
const FRONT_MEAN_C = (0.65 * (WARM_AHEAD_C * 24.8 - COLD_BEHIND_C * 54.5)) / FRONT_EVERY_H;

/** The sum of the fronts around an instant. One passes about every four and a half days, at irregular times. */
function fronts(seed: number, at: number): Front {
  const sum: Front = { warmC: 0, coldC: 0, cloud: 0, rain: 0, wind: 0, dry: 0 };
  const hours = at / HOUR_MS;
  const slot = Math.floor(hours / FRONT_EVERY_H);
  for (let k = slot - 2; k <= slot + 1; k++) {
    const strength = 0.3 + 0.7 * hash01(seed, k, 11);
    const since = hours - (k + 0.15 + 0.7 * hash01(seed, k, 12)) * FRONT_EVERY_H;
    sum.warmC += WARM_AHEAD_C * strength * Math.exp(-(((since + 14) / 14) ** 2));
    sum.cloud += strength * Math.exp(-(((since + 3) / 13) ** 2));
    sum.rain += strength * Math.exp(-(((since + 1) / 5) ** 2));
    sum.wind += strength * Math.exp(-Math.abs(since - 5) / 13);
    if (since <= 0) continue;
    const behind = strength * (1 - Math.exp(-since / 6)) * Math.exp(-since / 60);
    sum.coldC -= COLD_BEHIND_C * behind;
    sum.dry += behind;
  }
  return sum;
}

type Sample = { temperatureC: number; vapourKpa: number; cloud: number; windMps: number; rainMmH: number };

function sample(place: Place, seed: number, at: number, sunriseHour: number): Sample {
  const days = at / DAY_MS;
  const month = monthPosition(at);
  const front = fronts(seed, at);
  const strength = seasonal(FRONT_STRENGTH, month);
  const wet = seasonal(SUMMER_RAIN_MM_H, month);

  const shower = Math.max(0, smoothNoise(seed + 1, days / 0.7) + 0.4 * smoothNoise(place.seed + 1, days / 0.2) - 1.15);
  const beat = Math.max(0, 0.8 + 0.6 * smoothNoise(place.seed + 2, at / (40 * MINUTE_MS)));
  const rain = (Math.max(0, front.rain - 0.25) * seasonal(FRONT_RAIN_MM_H, month) + shower * wet) * beat;
  const rainMmH = Math.max(0, rain - 0.12) * place.rainFactor;
  const wetness = Math.min(1, rainMmH / 0.6);

  const normalCloud =
    seasonal(CLOUD_NORTH, month) * (1 - place.southness) + seasonal(CLOUD_SOUTH, month) * place.southness;
  // The normals include fronts, so their mean share (about 0.12) is subtracted before they are added.
  const slowCloud = normalCloud - 0.12 + 0.6 * front.cloud + 0.24 * smoothNoise(seed + 3, days / 1.3);
  const quickCloud = 0.13 * smoothNoise(place.seed + 3, days / 0.15);
  const cloud = Math.min(1, Math.max(0.02 + 0.9 * wetness, slowCloud + quickCloud));

  const summer = 0.5 - 0.5 * Math.cos((2 * Math.PI * (month - 0.9)) / 12);
  const dayMeanC =
    seasonal(MEAN_TEMPERATURE_C, month) +
    place.winterOffsetC * (1 - summer) +
    place.summerOffsetC * summer +
    strength * (front.warmC + front.coldC - FRONT_MEAN_C) +
    (0.6 + 0.4 * strength) *
      (0.8 * smoothNoise(seed + 4, days / 40) +
        1.1 * smoothNoise(seed + 5, days / 8) +
        smoothNoise(seed + 6, days / 3));
  const clear = 1.4 - 0.85 * Math.min(1, Math.max(0, slowCloud));
  const hour = (at - startOfSeoulDay(at)) / HOUR_MS;
  const temperatureC =
    dayMeanC +
    seasonal(DAY_AMPLITUDE_C, month) * clear * (dayCurve(hour, sunriseHour) - DAY_CURVE_MEAN) +
    0.25 * smoothNoise(place.seed + 7, at / (50 * MINUTE_MS)) -
    Math.min(1.5, 0.15 * rainMmH);

  // The air mass keeps its vapour during the day: humidity falls at noon because the air gets warmer, not drier.
  const massPct =
    seasonal(HUMIDITY_PCT, month) +
    14 * (cloud - normalCloud) +
    12 * front.rain -
    13 * strength * (front.dry - 0.33) +
    5 * smoothNoise(place.seed + 8, days / 0.8);
  const vapourKpa = Math.min(
    0.98 * saturationKpa(temperatureC),
    (Math.min(99, Math.max(25, massPct + 12 * wetness)) / 100) * saturationKpa(dayMeanC),
  );

  const breeze = 0.75 + 0.22 * (1 + dayCurve(hour, sunriseHour));
  const windMps =
    place.windMps *
    seasonal(WIND_FACTOR, month) *
    (breeze * Math.exp(0.35 * smoothNoise(seed + 9, days / 0.5) - 0.06) * 0.8 +
      0.9 * front.wind * (0.5 + 0.5 * strength));
  return { temperatureC, vapourKpa, cloud, windMps, rainMmH };
}

type DayBlock = { from: number; altitudeDeg: Float64Array; samples: Sample[] };

function dayBlock(place: Place, seed: number, from: number): DayBlock {
  const { sunrise } = getTimes(new Date(from + DAY_MS / 2), place.latitude, place.longitude);
  if (!sunrise) throw new Error('the sun rises every day on Jeju');
  const sunriseHour = (sunrise.getTime() - from) / HOUR_MS;
  const altitudeDeg = new Float64Array(SAMPLES);
  const samples: Sample[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const at = from + i * GRID_MS;
    altitudeDeg[i] = getPosition(new Date(at), place.latitude, place.longitude).altitude;
    samples.push(sample(place, seed, at, sunriseHour));
  }
  return { from, altitudeDeg, samples };
}

/** Global radiation under a clear sky (Haurwitz 1945), W/m². */
function clearSkyWm2(sunAltitudeDeg: number): number {
  if (sunAltitudeDeg <= 0) return 0;
  const height = Math.sin((sunAltitudeDeg * Math.PI) / 180);
  return 1_098 * height * Math.exp(-0.057 / height);
}

/** What clouds and sea haze let through (form of Kasten and Czeplak 1980), with clouds passing under a broken sky. */
function throughCloud(place: Place, at: number, cloud: number): number {
  const broken = 0.1 + 3.6 * cloud * (1 - cloud);
  const passing =
    0.6 * smoothNoise(place.seed + 20, at / (6 * MINUTE_MS)) +
    0.8 * smoothNoise(place.seed + 21, at / (25 * MINUTE_MS));
  return Math.min(1.08, Math.max(0.12, 0.95 - 0.74 * cloud ** 1.9 + 0.22 * broken * passing));
}

/** The weather of a place. Caches one day, so requests in order of time are fast. */
export function createClimate(place: Place, seed: number): Climate {
  let day: DayBlock | undefined;
  return (at) => {
    const from = startOfSeoulDay(at);
    if (day?.from !== from) day = dayBlock(place, seed, from);
    const x = (at - from) / GRID_MS;
    const i = Math.floor(x);
    const f = x - i;
    const [a, b] = [day.samples[i], day.samples[i + 1]];
    if (!a || !b) throw new RangeError(`outside the day: ${at}`);
    const between = (first: number, second: number) => first + (second - first) * f;
    const temperatureC = between(a.temperatureC, b.temperatureC);
    const sunAltitudeDeg = between(day.altitudeDeg[i] ?? 0, day.altitudeDeg[i + 1] ?? 0);
    const cloud = between(a.cloud, b.cloud);
    const density = vapourGm3(
      Math.min(between(a.vapourKpa, b.vapourKpa), 0.99 * saturationKpa(temperatureC)),
      temperatureC,
    );
    const gust = 1 + 0.16 * smoothNoise(place.seed + 22, at / (3 * MINUTE_MS));
    return {
      at,
      month: monthPosition(at),
      sunAltitudeDeg,
      solarWm2: sunAltitudeDeg > 0 ? clearSkyWm2(sunAltitudeDeg) * throughCloud(place, at, cloud) : 0,
      temperatureC,
      humidityPct: relativeHumidity(density, temperatureC),
      vapourGm3: density,
      cloud,
      windMps: Math.max(0.2, between(a.windMps, b.windMps) * gust),
      rainMmH: between(a.rainMmH, b.rainMmH),
    };
  };
}
