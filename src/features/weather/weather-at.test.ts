import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time/time.ts';
import type { WeatherValues } from '#contract/weather/weather.ts';
import { weatherAt } from './weather-at.ts';

const now = Date.parse('2026-11-22T15:00:00+09:00');
type Value = WeatherValues['sensorValues'][number];

const measured = (type: Value['type'], value: number | null, minutes: number, areaName = '제주'): Value => ({
  sensorName: '기온',
  type,
  value,
  unit: '℃',
  areaName,
  date: new Date(now - minutes * MINUTE_MS).toISOString(),
});

describe('weatherAt', () => {
  it('takes the temperature with its age and what falls', () => {
    const values = [
      measured('HUMIDITY', 60, 3),
      measured('TEMPERATURE', 12.3, 3),
      measured('PRECIPITATION_TYPE', 4, 20),
    ];
    expect(weatherAt(values, now)).toEqual({
      precipitationType: 4,
      temperature: 12.3,
      at: now - 3 * MINUTE_MS,
      tone: 'fresh',
      isForecast: false,
    });
  });

  it('says nothing of what is missing', () => {
    const nothing = { precipitationType: null, temperature: null, at: null, tone: null, isForecast: false };
    expect(weatherAt([], now)).toEqual(nothing);
    expect(weatherAt([measured('TEMPERATURE', null, 3)], now)).toEqual(nothing);
  });

  it('calls a station old after twenty minutes, an hourly observation not before two hours', () => {
    expect(weatherAt([measured('TEMPERATURE', 12.3, 21)], now).tone).toBe('late');
    expect(weatherAt([measured('TEMPERATURE', 12.3, 61)], now).tone).toBe('lost');
    expect(weatherAt([measured('TEMPERATURE', 12.3, 61, '동네 실황')], now).tone).toBe('aging');
  });

  it('tells a forecast that stands in from what was measured', () => {
    expect(weatherAt([measured('TEMPERATURE', 12.3, 3, '동네예보')], now).isForecast).toBe(true);
    expect(weatherAt([measured('TEMPERATURE', 12.3, 3, '동네 실황')], now).isForecast).toBe(false);
  });

  it('gives a forecast no age: that of its hour would make one of last evening look as if it were just measured', () => {
    const told = weatherAt([measured('TEMPERATURE', 12.3, 39, '동네예보')], now);
    expect(told).toMatchObject({ temperature: 12.3, at: null, tone: null });
  });
});
