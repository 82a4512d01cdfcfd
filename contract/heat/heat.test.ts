import { describe, expect, it } from 'vitest';
import { problemsOf } from '../wire/problem-text.ts';
import {
  defaultHeatSettings,
  type HeatBand,
  type HeatSettings,
  heatSettings,
  readHeatSettings,
  updateHeat,
} from './heat.ts';
import { heatProblems, overlapProblem } from './heat-text.ts';

const good: HeatSettings = { ...defaultHeatSettings, enabled: true, bands: [] };

function problems(given: Partial<Record<keyof HeatSettings, unknown>>): Record<string, string> {
  const checked = heatSettings.safeParse({ ...good, ...given });
  return checked.success ? {} : problemsOf(checked.error);
}

const band = (from: string, to: string, targetC = 15): HeatBand => ({ from, to, targetC });
const bandsRefused = (...bands: HeatBand[]) => Object.keys(problems({ bands }));

describe('heat settings', () => {
  it('are fine as they are by default', () => {
    expect(problems({})).toEqual({});
    expect(problems(defaultHeatSettings)).toEqual({});
  });

  it('keep the order: frost guard below the night target, night not above day', () => {
    expect(problems({ frostGuardC: 8, nightTargetC: 8 })).toEqual({ nightTargetC: heatProblems.nightAboveGuard });
    expect(problems({ nightTargetC: 12.1, dayTargetC: 12 })).toEqual({ dayTargetC: heatProblems.dayAboveNight });
    expect(problems({ nightTargetC: 12, dayTargetC: 12 })).toEqual({});
    expect(problems({ frostGuardC: 5, bands: [band('01:00', '02:00', 5)] })).toEqual({
      'bands.0.targetC': heatProblems.nightAboveGuard,
    });
  });

  it.each([
    ['frostGuardC', -0.1],
    ['frostGuardC', 10.1],
    ['nightTargetC', 25.1],
    ['dayTargetC', 30.1],
    ['hysteresisC', 0.1],
    ['hysteresisC', 5.1],
    ['dayTargetC', Number.NaN],
    ['dayTargetC', null],
    ['mode', 'timer'],
    ['enabled', 'yes'],
  ] as const)('refuse %s %s with a Korean sentence', (field, value) => {
    const found = problems({ [field]: value });
    expect(Object.keys(found)).toContain(field);
    expect(found[field]).toMatch(/[가-힣]/);
  });

  it('take tenths of a degree and nothing finer', () => {
    expect(problems({ nightTargetC: 8.3, dayTargetC: 12.7, hysteresisC: 0.2 })).toEqual({});
    expect(problems({ nightTargetC: 8.25 })).toEqual({ nightTargetC: heatProblems.tenths });
  });
});

describe('time bands', () => {
  it('may touch, and may cross midnight', () => {
    expect(bandsRefused(band('22:00', '02:00'), band('02:00', '05:30'), band('20:00', '22:00'))).toEqual([]);
  });

  it.each([
    ['side by side', band('05:00', '08:00'), band('07:59', '09:00')],
    ['one inside the other', band('05:00', '12:00'), band('07:00', '08:00')],
    ['one around the other', band('07:00', '08:00'), band('05:00', '12:00')],
    ['after midnight', band('22:00', '02:00'), band('01:00', '03:00')],
    ['before midnight', band('22:00', '02:00'), band('21:00', '22:30')],
    ['both across midnight', band('22:00', '02:00'), band('23:00', '01:00')],
    ['twice the same', band('05:00', '08:00'), band('05:00', '08:00')],
  ])('may not overlap: %s', (_, one, other) => {
    expect(problems({ bands: [one, other] })).toEqual({ 'bands.1.from': overlapProblem(1) });
  });

  it('have a length and real times, and are at most eight', () => {
    expect(problems({ bands: [band('05:00', '05:00')] })).toEqual({ 'bands.0.to': heatProblems.emptyBand });
    expect(problems({ bands: [band('24:00', '05:60')] })).toEqual({
      'bands.0.from': heatProblems.clock,
      'bands.0.to': heatProblems.clock,
    });
    const hours = Array.from({ length: 9 }, (_, hour) => band(`0${hour}:00`, `0${hour}:30`));
    expect(bandsRefused(...hours.slice(1))).toEqual([]);
    expect(bandsRefused(...hours)).toEqual(['bands']);
  });
});

describe('an update', () => {
  it('names what is to change, with or without what it was edited from', () => {
    for (const body of [{ nightTargetC: 9 }, good, { ...good, base: good }])
      expect(updateHeat.body.safeParse(body).success).toBe(true);
  });

  it('is refused for a value that no house can be kept at', () => {
    const answer = updateHeat.body.safeParse({ nightTargetC: 90 });
    expect(answer.success ? [] : answer.error.issues.map(({ path }) => path.join('.'))).toEqual(['nightTargetC']);
  });
});

describe('stored settings', () => {
  it('of an earlier version are completed', () => {
    const { mode: _mode, bands: _bands, ...earlier } = good;
    expect(readHeatSettings(JSON.stringify({ ...earlier, nightTargetC: 6 }))).toEqual({ ...good, nightTargetC: 6 });
  });

  it('that cannot be read count as none', () => {
    for (const json of [null, '{', '{"nightTargetC":"warm"}']) expect(readHeatSettings(json)).toBeUndefined();
  });
});
