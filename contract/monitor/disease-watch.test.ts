import { describe, expect, it } from 'vitest';
import { dryPeriod } from '../../tests/support/examples/dry-period.ts';
import type { GrowthStage } from '../growth-calendar/growth-calendar.ts';
import { diseaseWatch } from './disease-watch.ts';
import type { AirPeriod } from './humidity.ts';

const wet = (hours: number, meanC: number, mildHours = 0): AirPeriod => ({
  ...dryPeriod,
  wetHours: hours,
  longestWetHours: hours,
  wetMildHours: mildHours,
  wetMeanC: meanC,
});

describe('the disease watch', () => {
  it('begins after six wet hours, and not with them', () => {
    expect(diseaseWatch({ lastNight: wet(6, 12), last24Hours: dryPeriod, stages: [] }).level).toBe('none');
    expect(diseaseWatch({ lastNight: wet(6.2, 12), last24Hours: dryPeriod, stages: [] })).toEqual({
      level: 'watch',
      diseases: [],
      wetHours: 6.2,
      period: 'lastNight',
    });
  });

  it('adds up a night, but by day only hours in a row', () => {
    const scattered = { ...wet(9, 12), longestWetHours: 3 };
    expect(diseaseWatch({ lastNight: dryPeriod, last24Hours: scattered, stages: [] }).level).toBe('none');
    expect(diseaseWatch({ lastNight: scattered, last24Hours: scattered, stages: [] }).level).toBe('watch');
    const rain = { ...wet(9, 12), longestWetHours: 8 };
    expect(diseaseWatch({ lastNight: dryPeriod, last24Hours: rain, stages: [] })).toMatchObject({
      wetHours: 8,
      period: 'last24Hours',
    });
  });

  it('names grey mould while there are petals and the wet hours were mild', () => {
    const night = wet(9, 18, 9);
    const watch = (stages: GrowthStage[], lastNight = night) =>
      diseaseWatch({ lastNight, last24Hours: lastNight, stages }).diseases;
    for (const stage of ['bloom', 'fullBloom', 'petalFall'] as const) expect(watch([stage])).toContain('greyMould');
    expect(watch(['petalFall', 'firstDrop'])).toContain('greyMould');
    expect(watch(['colouring'])).toEqual([]);
    expect(watch([])).toEqual([]);
    expect(watch(['bloom'], wet(9, 8, 2))).not.toContain('greyMould');
  });

  it('is high after twelve mild wet hours among petals', () => {
    const night = wet(13, 18, 12);
    expect(diseaseWatch({ lastNight: night, last24Hours: night, stages: ['fullBloom'] }).level).toBe('high');
    expect(diseaseWatch({ lastNight: night, last24Hours: night, stages: ['harvest'] }).level).toBe('watch');
  });

  it('names scab while leaves and fruit are tender and the air is cool', () => {
    const watch = (meanC: number, stage: GrowthStage) =>
      diseaseWatch({ lastNight: wet(8, meanC), last24Hours: dryPeriod, stages: [stage] }).diseases.includes('scab');
    expect(watch(15, 'shootGrowth')).toBe(true);
    expect(watch(24, 'shootGrowth')).toBe(false);
    expect(watch(6, 'shootGrowth')).toBe(false);
    expect(watch(15, 'lateSwelling')).toBe(false);
  });
});
