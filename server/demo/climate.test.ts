import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SEOUL_OFFSET_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { createClimate, type Place } from './climate.ts';
import { DEMO_SEED, demoFarms } from './farms.ts';

const jejuCity: Place = {
  latitude: 33.51411,
  longitude: 126.52969,
  southness: 0,
  winterOffsetC: 0,
  summerOffsetC: 0,
  windMps: 3.5,
  rainFactor: 1,
  seed: 7,
};

/** KMA normals 1991-2020, Jeju city, ℃. */
const NORMAL_C = [6.1, 6.8, 9.8, 14.2, 18.3, 21.8, 26.2, 27.2, 23.4, 18.6, 13.3, 8.4];

function monthOf(at: number): number {
  return new Date(at + SEOUL_OFFSET_MS).getUTCMonth();
}

describe('the weather outside', () => {
  const ten = { from: startOfSeoulDate('2016-01-01'), to: startOfSeoulDate('2026-01-01') };

  it('is the same for the same seed in whatever order it is asked', () => {
    const [one, other] = [createClimate(jejuCity, 5), createClimate(jejuCity, 5)];
    const times = Array.from({ length: 200 }, (_, i) => ten.from + i * 7 * HOUR_MS + i * 61_000);
    const forward = times.map((at) => one(at));
    const backward = times.toReversed().map((at) => other(at));
    expect(backward.toReversed()).toEqual(forward);
    expect(createClimate(jejuCity, 6)(ten.from).temperatureC).not.toBe(forward[0]?.temperatureC);
  });

  it('keeps to the monthly normals of Jeju over twenty years', () => {
    const climate = createClimate(jejuCity, DEMO_SEED);
    const sums = NORMAL_C.map(() => ({ sum: 0, count: 0 }));
    for (let at = startOfSeoulDate('2006-01-01'); at < ten.to; at += 3 * HOUR_MS) {
      const month = sums[monthOf(at)];
      if (!month) throw new Error('a year has twelve months');
      month.sum += climate(at).temperatureC;
      month.count += 1;
    }
    sums.forEach(({ sum, count }, month) => {
      expect(Math.abs(sum / count - (NORMAL_C[month] ?? Number.NaN)), `month ${month + 1}`).toBeLessThan(0.9);
    });
  });

  it('stays within what Jeju has seen', () => {
    const climate = createClimate(jejuCity, DEMO_SEED);
    const seen = { coldest: 99, hottest: -99, driest: 100, dampest: 0, brightest: 0, atNight: 0, calmest: 99, gale: 0 };
    let rainMm = 0;
    for (let at = ten.from; at < ten.to; at += 20 * MINUTE_MS) {
      const { temperatureC, humidityPct, solarWm2, windMps, rainMmH, sunAltitudeDeg } = climate(at);
      seen.coldest = Math.min(seen.coldest, temperatureC);
      seen.hottest = Math.max(seen.hottest, temperatureC);
      seen.driest = Math.min(seen.driest, humidityPct);
      seen.dampest = Math.max(seen.dampest, humidityPct);
      seen.brightest = Math.max(seen.brightest, solarWm2);
      if (sunAltitudeDeg <= 0) seen.atNight = Math.max(seen.atNight, solarWm2);
      seen.calmest = Math.min(seen.calmest, windMps);
      seen.gale = Math.max(seen.gale, windMps);
      rainMm += rainMmH / 3;
    }
    const within = (value: number, low: number, high: number) => {
      expect(value).toBeGreaterThan(low);
      expect(value).toBeLessThan(high);
    };
    within(seen.coldest, -7, 1);
    within(seen.hottest, 31, 37.5);
    within(seen.driest, 15, 50);
    within(seen.dampest, 95, 100.001);
    within(seen.brightest, 900, 1_150);
    expect(seen.atNight).toBe(0);
    within(seen.calmest, 0, 2);
    within(seen.gale, 8, 30);
    within(rainMm / 10, 1_100, 1_900);
  });

  it('lets a day resemble the day before', () => {
    const climate = createClimate(jejuCity, DEMO_SEED);
    const anomaly: number[] = [];
    for (let day = ten.from; day < ten.from + 1_000 * DAY_MS; day += DAY_MS) {
      let mean = 0;
      for (let hour = 0; hour < 24; hour += 1) mean += climate(day + hour * HOUR_MS).temperatureC / 24;
      anomaly.push(mean - (NORMAL_C[monthOf(day)] ?? 0));
    }
    const pairs = anomaly.slice(1).map((value, i) => [anomaly[i] ?? 0, value] as const);
    const product = pairs.reduce((sum, [a, b]) => sum + a * b, 0);
    const square = anomaly.reduce((sum, a) => sum + a * a, 0);
    expect(product / square).toBeGreaterThan(0.4);
    expect(product / square).toBeLessThan(0.95);
  });

  it('is warmest in the early afternoon and coldest around sunrise', () => {
    const climate = createClimate(jejuCity, DEMO_SEED);
    const byHour = Array.from({ length: 24 }, () => 0);
    for (let at = ten.from; at < ten.from + 365 * DAY_MS; at += HOUR_MS) {
      const hour = new Date(at + SEOUL_OFFSET_MS).getUTCHours();
      byHour[hour] = (byHour[hour] ?? 0) + climate(at).temperatureC;
    }
    expect([13, 14, 15]).toContain(byHour.indexOf(Math.max(...byHour)));
    expect([5, 6, 7]).toContain(byHour.indexOf(Math.min(...byHour)));
  });

  it('brings the same cold wave to all farms', () => {
    const [south, north] = demoFarms.map(({ place }) => createClimate(place, DEMO_SEED));
    if (!south || !north) throw new Error('there are four farms');
    const times = Array.from({ length: 60 }, (_, i) => startOfSeoulDate('2026-01-01') + i * DAY_MS + 5 * HOUR_MS);
    const difference = times.map((at) => south(at).temperatureC - north(at).temperatureC);
    expect(Math.max(...difference) - Math.min(...difference)).toBeLessThan(4);
  });
});
