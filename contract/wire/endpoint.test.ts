import { describe, expect, it } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { byTypeOrder, channelTypeNames, channelTypes, isActuator } from '../series/sensor-types.ts';
import { lastNight, nightsBetween, sunTimes } from '../time/sun.ts';
import { DAY_MS, HOUR_MS, startOfSeoulDate } from '../time/time.ts';
import { matchesPath, urlOf } from './endpoint.ts';

describe('an endpoint', () => {
  it('writes equal asks as equal URLs', () => {
    const a = urlOf(endpoints.record, {}, { sensors: [3, 1], begin: '2026-11-20', end: '2026-11-21', devices: [] });
    const b = urlOf(
      endpoints.record,
      {},
      { end: '2026-11-21', begin: '2026-11-20', sensors: '3,1', devices: undefined },
    );
    expect(a).toBe('/api/monitor/record?begin=2026-11-20&end=2026-11-21&sensors=3%2C1');
    expect(b).toBe(a);
    expect(urlOf(endpoints.getFarm, { id: 7 })).toBe('/api/farms/7');
  });

  it('knows its own paths', () => {
    expect(matchesPath(endpoints.getFarm, '/api/farms/7')).toBe(true);
    expect(matchesPath(endpoints.getFarm, '/api/farms')).toBe(false);
    expect(matchesPath(endpoints.listFarms, '/api/farm')).toBe(false);
  });
});

describe('the sensor table', () => {
  it('keeps the order of charts that the specification asks for, sensors before actuators', () => {
    const specified = ['TEMPERATURE', 'HUMIDITY', 'SOIL_MOISTURE', 'FLOW_RATE'];
    expect(channelTypeNames.slice(0, 4)).toEqual(specified);
    expect([...channelTypeNames].reverse().sort(byTypeOrder)).toEqual(channelTypeNames);
    expect(channelTypeNames.map(isActuator)).toEqual(channelTypeNames.map(isActuator).sort());
  });

  it('gives every type a sane plausible range, with its sample in it', () => {
    for (const { plausible, sample } of Object.values(channelTypes)) {
      expect(sample).toBeGreaterThanOrEqual(plausible[0]);
      expect(sample).toBeLessThan(plausible[1]);
    }
    for (const name of channelTypeNames)
      expect(channelTypes[name].plausible[0]).toBeLessThan(channelTypes[name].plausible[1]);
  });
});

describe('the sun over Jeju', () => {
  it('rises and sets when NOAA’s equations say, within two minutes', () => {
    // NOAA's solar equations (zenith 90.833 degrees) for the same place, calculated separately.
    const minutes = (date: string, at: number) => (at - startOfSeoulDate(date)) / 60_000;
    const june = sunTimes(startOfSeoulDate('2026-06-21') + 12 * HOUR_MS);
    expect(Math.abs(minutes('2026-06-21', june.sunrise) - (5 * 60 + 24.3))).toBeLessThanOrEqual(2);
    expect(Math.abs(minutes('2026-06-21', june.sunset) - (19 * 60 + 46.9))).toBeLessThanOrEqual(2);
    const december = sunTimes(startOfSeoulDate('2026-12-22'));
    expect(Math.abs(minutes('2026-12-22', december.sunrise) - (7 * 60 + 34.5))).toBeLessThanOrEqual(2);
    expect(Math.abs(minutes('2026-12-22', december.sunset) - (17 * 60 + 30.1))).toBeLessThanOrEqual(2);
  });

  it('shades one night a day', () => {
    const begin = startOfSeoulDate('2026-11-15');
    const nights = nightsBetween(begin, begin + 7 * DAY_MS);
    expect(nights).toHaveLength(8);
    for (const { from, to } of nights) expect((to - from) / HOUR_MS).toBeGreaterThan(13);
  });

  it('takes the running night before sunrise and the complete one after', () => {
    const { sunrise } = sunTimes(startOfSeoulDate('2026-11-21'));
    const yesterday = sunTimes(startOfSeoulDate('2026-11-20'));
    expect(lastNight(sunrise - HOUR_MS)).toEqual({ from: yesterday.sunset, to: sunrise - HOUR_MS });
    expect(lastNight(sunrise + HOUR_MS)).toEqual({ from: yesterday.sunset, to: sunrise });
  });
});
