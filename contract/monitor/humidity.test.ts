import { describe, expect, it } from 'vitest';
import { type AirPeriod, diseaseWatch } from './humidity.ts';

const dry: AirPeriod = {
  begin: 0,
  end: 1,
  coveredHours: 12,
  wetHours: 0,
  longestWetHours: 0,
  wetMildHours: 0,
  wetMeanC: null,
  condensingHours: 0,
  condensingUntil: null,
  deficit: null,
};
const wet = (hours: number, meanC: number, mildHours = 0): AirPeriod => ({
  ...dry,
  wetHours: hours,
  longestWetHours: hours,
  wetMildHours: mildHours,
  wetMeanC: meanC,
});

describe('the disease watch', () => {
  it('begins after six wet hours, and not with them', () => {
    expect(diseaseWatch({ lastNight: wet(6, 12), last24Hours: dry, season: null }).level).toBe('none');
    expect(diseaseWatch({ lastNight: wet(6.2, 12), last24Hours: dry, season: null })).toEqual({
      level: 'watch',
      diseases: [],
      wetHours: 6.2,
      period: 'lastNight',
    });
  });

  it('adds up a night, but by day only hours in a row', () => {
    const scattered = { ...wet(9, 12), longestWetHours: 3 };
    expect(diseaseWatch({ lastNight: dry, last24Hours: scattered, season: null }).level).toBe('none');
    expect(diseaseWatch({ lastNight: scattered, last24Hours: scattered, season: null }).level).toBe('watch');
    const rain = { ...wet(9, 12), longestWetHours: 8 };
    expect(diseaseWatch({ lastNight: dry, last24Hours: rain, season: null })).toMatchObject({
      wetHours: 8,
      period: 'last24Hours',
    });
  });

  it('names grey mould while there are petals and the wet hours were mild', () => {
    const night = wet(9, 18, 9);
    const watch = (season: string | null, lastNight = night) =>
      diseaseWatch({ lastNight, last24Hours: lastNight, season }).diseases;
    for (const season of ['개화기', '만개기', '낙화·1차 생리낙과기']) expect(watch(season)).toContain('greyMould');
    expect(watch('착색기')).toEqual([]);
    expect(watch(null)).toEqual([]);
    expect(watch('개화기', wet(9, 8, 2))).not.toContain('greyMould');
  });

  it('is high after twelve mild wet hours among petals', () => {
    const night = wet(13, 18, 12);
    expect(diseaseWatch({ lastNight: night, last24Hours: night, season: '만개기' }).level).toBe('high');
    expect(diseaseWatch({ lastNight: night, last24Hours: night, season: '수확기' }).level).toBe('watch');
  });

  it('names scab while leaves and fruit are tender and the air is cool', () => {
    const watch = (meanC: number, season: string) =>
      diseaseWatch({ lastNight: wet(8, meanC), last24Hours: dry, season }).diseases.includes('scab');
    expect(watch(15, '신초신장기')).toBe(true);
    expect(watch(24, '신초신장기')).toBe(false);
    expect(watch(6, '신초신장기')).toBe(false);
    expect(watch(15, '과실비대 후기')).toBe(false);
  });
});
