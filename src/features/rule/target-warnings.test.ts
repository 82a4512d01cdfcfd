import { describe, expect, it } from 'vitest';
import { reservationTargetDefaults } from '#contract/control/rule/reservation-target.ts';
import { startOfSeoulDate } from '#contract/time/time.ts';
import { cropIn } from '../../../tests/support/examples/crop-in-stage.ts';
import { targetWarnings } from './target-warnings.ts';

const bloom = cropIn(['fullBloom'], { row: 16, high: 24 }, '천혜향', true);
const day = { from: 'sunrise', to: 'sunset' };
const night = { from: 'sunset', to: 'sunrise' };
const now = startOfSeoulDate('2026-04-20');

/** Names of the warnings about a rule with one target. */
function warned(rule: Partial<Parameters<typeof targetWarnings>[0]>, crops = [bloom]): string[] {
  const whole = { ...reservationTargetDefaults, seasons: [], cropId: null, targets: [], ...rule };
  return targetWarnings(whole, crops, now).map(({ name, season }) => `${season} ${name}`);
}

describe('what guidance says against a rule for temperature', () => {
  it('is that a house is let too warm by day, or too cold at night', () => {
    expect(warned({ targets: [{ ...day, value: 28 }] })).toEqual([]);
    expect(warned({ targets: [{ ...day, value: 29 }] })).toEqual(['fullBloom hotBloom']);
    expect(warned({ targets: [{ ...night, value: 29 }] })).toEqual([]);
    expect(warned({ targets: [{ from: '22:00', to: '10:00', value: 29 }] })).toEqual(['fullBloom hotBloom']);
    const raise = { direction: 'raise' as const };
    expect(warned({ ...raise, targets: [{ ...night, value: 12 }] })).toEqual([
      'fullBloom coldBloom',
      'fullBloom coldHeated',
    ]);
    expect(warned({ ...raise, targets: [{ ...night, value: 16 }] })).toEqual([]);
    expect(warned({ ...raise, targets: [{ from: '10:00', to: '15:00', value: 12 }] })).toEqual([]);
  });

  it('is nothing while a target is incomplete, follows the calendar, or is of another quantity', () => {
    expect(warned({ targets: [{ ...day, value: Number.NaN }] })).toEqual([]);
    expect(warned({ targets: [{ from: '', to: 'sunset', value: 40 }] })).toEqual([]);
    expect(warned({ targets: [{ ...day, value: 'calendar-high' }] })).toEqual([]);
    expect(warned({ measure: 'HUMIDITY', targets: [{ ...day, value: 90 }] })).toEqual([]);
  });

  it('is about the stages and the crop of the rule', () => {
    const year = cropIn(['shootGrowth', 'firstDrop', 'dormancy'], { row: 10, high: 20 });
    const airing = { targets: [{ ...day, value: 30 }] };
    expect(warned({ ...airing, seasons: ['shootGrowth'] }, [year])).toContain('shootGrowth hotBeforeBloom');
    expect(warned({ ...airing, seasons: ['firstDrop'] }, [year])).toContain('firstDrop hotDrop');
    expect(warned({ ...airing, cropId: '천혜향' }, [year, bloom])).toEqual(['fullBloom hotBloom']);
    expect(warned({ ...airing, cropId: 'gone' }, [bloom])).toEqual([]);
  });
});
