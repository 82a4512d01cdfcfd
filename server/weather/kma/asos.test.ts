import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/vectors/kma_asos_hourly.json' with { type: 'json' };
import { readAsosHours } from './asos.ts';

const { item } = vectors.ok.response.body.items;
const { expect: expected } = vectors;

describe('an hour of a synoptic station', () => {
  it('is read with its units, rain and sun in the hour before', () => {
    expect(readAsosHours(item)).toEqual([
      { at: Date.parse('2026-06-30T13:00+09:00'), rainMmH: expected.rn, solarWm2: expected.solarWm2 },
      {
        at: Date.parse('2026-06-30T14:00+09:00'),
        temperatureC: expected.ta,
        humidityPct: expected.hm,
        windMps: expected.ws,
        windDeg: expected.wd,
        pressureHpa: 1009.1,
      },
    ]);
  });

  it('has no value that the service marks, nor one that is not there', () => {
    const [hour] = item;
    expect(readAsosHours([{ ...hour, ta: '99.9', taQcflg: '1', hm: '' }])[1]).toMatchObject({
      temperatureC: null,
      humidityPct: null,
    });
    expect(readAsosHours([{ tm: 'yesterday' }, null, 'x'])).toEqual([]);
  });

  it('may have numbers where the service usually sends text', () => {
    const asNumbers = item.map((hour) => ({ ...hour, ta: 27.1, taQcflg: 0, ws: 2.4, hm: 77, rn: 0, icsr: 1.85 }));
    expect(readAsosHours(asNumbers)).toEqual(readAsosHours(item));
  });
});
