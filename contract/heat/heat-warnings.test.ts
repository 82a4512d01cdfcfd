import { describe, expect, it } from 'vitest';
import { cropIn } from '../../tests/support/examples/crop-in-stage.ts';
import { startOfSeoulDate } from '../time/time.ts';
import { defaultHeatSettings, type HeatCalendar, type HeatSettings } from './heat.ts';
import { heatWarnings } from './heat-warnings.ts';

type Warned = ReturnType<typeof heatWarnings>[number];

const settings = (own: Partial<HeatSettings>): HeatSettings => ({ ...defaultHeatSettings, enabled: true, ...own });
const namesOf = (warnings: Warned[]) => warnings.map(({ name }) => name);

describe('what guidance says against heat settings', () => {
  const at = startOfSeoulDate('2026-03-15') + 9 * 3_600_000;
  const shoots = cropIn(['shootGrowth'], { row: 12, high: 22 });
  const judge = (typed: HeatSettings, crops = [shoots], stored = typed, calendar: HeatCalendar | null = null) =>
    heatWarnings(typed, { stored, calendar, crops, at });

  it('is that day and night are more than 10 ℃ apart before bloom, with crop, stage and source', () => {
    expect(judge(settings({ nightTargetC: 12, dayTargetC: 22 }))).toEqual([]);
    expect(judge(settings({ nightTargetC: 11.5, dayTargetC: 22 }))).toEqual([
      expect.objectContaining({ name: 'gap', source: 'S7', itemsName: '한라봉', season: 'shootGrowth' }),
    ]);
    expect(namesOf(judge(settings({ nightTargetC: 20, dayTargetC: 30 })))).toEqual(['hotBeforeBloom']);
  });

  it('counts bands by the part of the day in which they are', () => {
    const warm = settings({ nightTargetC: 13, dayTargetC: 20 });
    expect(namesOf(judge({ ...warm, bands: [{ from: '02:00', to: '03:00', targetC: 9.5 }] }))).toEqual(['gap']);
    expect(namesOf(judge({ ...warm, bands: [{ from: '12:00', to: '13:00', targetC: 24 }] }))).toEqual(['gap']);
    expect(judge({ ...warm, bands: [{ from: '02:00', to: '03:00', targetC: 24 }] })).toEqual([]);
    // A band that covers the whole night is its target.
    expect(judge({ ...warm, nightTargetC: 5, bands: [{ from: '18:00', to: '07:30', targetC: 14 }] })).toEqual([]);
  });

  it('is nothing of the night while heating is off or the calendar leaves the house open', () => {
    const bloom = cropIn(['fullBloom'], { row: 16, high: 24 }, '천혜향', true);
    const cold = settings({ nightTargetC: 5, dayTargetC: 20 });
    expect(namesOf(judge(cold, [shoots, bloom]))).toEqual(['gap', 'coldBloom', 'coldHeated']);
    expect(judge({ ...cold, enabled: false }, [shoots, bloom])).toEqual([]);
    const calendar = { cropName: '한라봉', budBreakOn: null, budBreak: '03-01', isHeated: false };
    const open = {
      ...calendar,
      periods: shoots.calendar.periods.map(({ season }) => ({ season, row: 'natural' as const })),
    };
    expect(judge(settings({ mode: 'calendar', nightTargetC: 5, dayTargetC: 20 }), [shoots], undefined, open)).toEqual(
      [],
    );
  });

  it('is that fruit in colour is cooled by more than a step at once', () => {
    const colouring = cropIn(['colouring'], { row: 18, high: 28 });
    const cooled = (from: number, to: Partial<HeatSettings>) =>
      namesOf(
        judge(settings({ dayTargetC: 25, ...to }), [colouring], settings({ nightTargetC: from, dayTargetC: 25 })),
      );
    expect([cooled(22, { nightTargetC: 21 }), cooled(22, { nightTargetC: 20 })]).toEqual([[], ['fastCooling']]);
    expect([cooled(19, { nightTargetC: 18 }), cooled(19, { nightTargetC: 17.5 })]).toEqual([[], ['fastCooling']]);
    expect(cooled(22, { enabled: false })).toEqual(['fastCooling']);
    expect([cooled(22, { nightTargetC: 23 }), cooled(10, { nightTargetC: 6 })]).toEqual([[], []]);
  });

  it('names each recommendation once, for the first crop that it concerns, and none for a crop without a calendar', () => {
    const bloom = cropIn(['fullBloom'], { row: 16, high: 24 }, '천혜향', true);
    const typed = settings({ nightTargetC: 12, dayTargetC: 15 });
    expect(judge(typed, [shoots, bloom, { ...bloom, itemsName: '황금향' }])).toMatchObject([
      { name: 'coldBloom', itemsName: '천혜향' },
      { name: 'coldHeated', itemsName: '천혜향' },
    ]);
    expect(heatWarnings(typed, { stored: typed, calendar: null, crops: [{ ...bloom, calendar: null }], at })).toEqual(
      [],
    );
  });
});
