import { describe, expect, it } from 'vitest';
import envelopes from '../../../tests/vectors/kma_envelopes.json' with { type: 'json' };
import { readHours } from './forecast.ts';
import type { ForecastService } from './issue-time.ts';
import { readReply } from './reply.ts';

function hoursOf(service: ForecastService, body: unknown) {
  const reply = readReply(200, JSON.stringify(body));
  if ('failure' in reply) throw new Error(reply.failure.message);
  return readHours(service, reply.items);
}

const at = (text: string) => Date.parse(`${text}:00+09:00`);

describe('hours', () => {
  it('are one of an observation', () => {
    const { hours, odd } = hoursOf('getUltraSrtNcst', envelopes.ok.getUltraSrtNcst);
    expect(odd).toBe(0);
    expect(hours).toMatchObject([
      {
        at: at('2026-07-01T14:00'),
        temperatureC: 27.4,
        humidityPct: 78,
        precipitationType: 0,
        rainMm: { min: 0, max: 0, value: 0 },
        windMps: 2.2,
        windDeg: 121,
        sky: null,
      },
    ]);
  });

  it('of six hours carry amounts in words', () => {
    const { hours } = hoursOf('getUltraSrtFcst', envelopes.ok.getUltraSrtFcst);
    expect(hours[0]).toMatchObject({
      at: at('2026-07-01T15:00'),
      precipitationType: 1,
      sky: 4,
      rainMm: { min: 0, max: 1, value: 0.5 },
    });
  });

  it('of days carry the extremes of theirs', () => {
    const { hours } = hoursOf('getVilageFcst', envelopes.ok.getVilageFcst);
    expect(hours[0]).toMatchObject({ at: at('2026-07-01T03:00'), temperatureC: 23, windDeg: 145 });
    expect(hours.map(({ at: hour }) => hour)).toEqual(hours.map(({ at: hour }) => hour).sort((a, b) => a - b));
  });

  it('leave out and count what is not as it should be', () => {
    const good = {
      category: 'TMP',
      baseDate: '20260701',
      baseTime: '0200',
      fcstDate: '20260701',
      fcstTime: '0300',
      fcstValue: '23',
    };
    const { hours, odd } = readHours('getVilageFcst', [
      good,
      { ...good, fcstTime: '3 pm' },
      { ...good, category: 7 },
      null,
      'x',
    ]);
    expect(hours).toHaveLength(1);
    expect(odd).toBe(4);
  });

  it('may have numbers where the service usually sends text, without their leading zeros', () => {
    const one = {
      category: 'TMP',
      fcstDate: 20260701,
      fcstTime: 300,
      fcstValue: 23,
      baseDate: 20260701,
      baseTime: 200,
    };
    expect(readHours('getVilageFcst', [one])).toMatchObject({
      hours: [{ at: at('2026-07-01T03:00'), temperatureC: 23 }],
      odd: 0,
    });
    const now = { category: 'T1H', obsrValue: -1.5, baseDate: 20260701, baseTime: 0 };
    expect(readHours('getUltraSrtNcst', [now]).hours).toMatchObject([
      { at: at('2026-07-01T00:00'), temperatureC: -1.5 },
    ]);
  });

  it('have no value where the service has none, and none from a category that is not known', () => {
    const one = {
      category: 'TMP',
      baseDate: '20260701',
      baseTime: '0200',
      fcstDate: '20260701',
      fcstTime: '0300',
      fcstValue: '-999',
    };
    expect(readHours('getVilageFcst', [one, { ...one, category: 'XYZ', fcstValue: '1' }]).hours).toMatchObject([
      { temperatureC: null, humidityPct: null },
    ]);
  });
});
