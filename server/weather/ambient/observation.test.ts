import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/vectors/ambient_weather.json' with { type: 'json' };
import { readObservation } from './observation.ts';

const [device] = vectors.devices;
const pushed = Object.fromEntries(new URL(vectors.awnetPush.replace('GET ', ''), 'http://console').searchParams);

describe('a measurement of an own station', () => {
  it('comes in metric units from the service', () => {
    const { macAddress, lastData } = device ?? { macAddress: '', lastData: {} };
    expect(readObservation({ ...lastData, macAddress })).toEqual({
      mac: '00:00:5E:00:53:01',
      at: Date.parse(vectors.expectMetric.observedAt),
      temperatureC: 30,
      humidityPct: 70,
      windMps: 2.414,
      gustMps: 4.113,
      windDeg: 125,
      rainDayMm: 12.7,
      pressureHpa: expect.closeTo(1009.25, 1),
      solarWm2: 612.4,
      uvIndex: 6,
    });
  });

  it('comes the same from a console that sends it itself', () => {
    expect(readObservation(pushed)).toMatchObject({
      mac: '00:00:5E:00:53:01',
      at: Date.parse('2026-07-01T05:10:00Z'),
      temperatureC: 30,
      windMps: 2.414,
      rainDayMm: 12.7,
    });
  });

  it('has no figure for what the station does not measure', () => {
    expect(readObservation({ macAddress: '00-00-5e-00-53-01', dateutc: 1782882600000, tempf: '' })).toEqual({
      mac: '00:00:5E:00:53:01',
      at: 1782882600000,
    });
  });

  it.each([{}, { MAC: '00:00:5E:00:53:01' }, { MAC: '00:00:5E:00:53:01', dateutc: 'now' }])(
    'is none without a time: %j',
    (sent) => {
      expect(readObservation(sent)).toBeUndefined();
    },
  );

  it('names no station where the console sends a hash for its address', () => {
    const sent = { PASSKEY: '3B876B897AA9C20A443F4875AFBE2C55', dateutc: '2026-07-01 05:10:00', tempf: '86.0' };
    expect(readObservation(sent)).toMatchObject({ mac: null, temperatureC: 30 });
  });
});
