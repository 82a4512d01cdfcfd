import { describe, expect, it } from 'vitest';
import { sunTimes } from '../time/sun.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfSeoulDate } from '../time/time.ts';
import { defaultHeatSettings, type HeatCalendar, type HeatSettings } from './heat.ts';
import { heatDay, heatTargetAt } from './heat-target.ts';

const midnight = startOfSeoulDate('2026-11-21');
const own: HeatSettings = {
  ...defaultHeatSettings,
  enabled: true,
  dayTargetC: 14,
  nightTargetC: 9,
  frostGuardC: 3,
};
const at = (clock: string) => midnight + Date.parse(`1970-01-01T${clock}:00Z`);
const targetAt = (clock: string, settings: HeatSettings, calendar: HeatCalendar | null = null) =>
  heatTargetAt(settings, calendar, at(clock));

/** 5 ℃ in the late thirds of months, natural in the middle ones, 2 ℃ in the early ones. */
const calendar: HeatCalendar = {
  cropName: '한라봉',
  budBreakOn: null,
  budBreak: '03-01',
  isHeated: false,
  periods: Array.from({ length: 36 }, (_, index) => ({
    season: `s${index}`,
    row: [2, 'natural' as const, 5][index % 3] ?? 0,
  })),
};

describe('the target', () => {
  it('follows the sun, not the clock', () => {
    const winter = sunTimes(startOfSeoulDate('2026-12-21'));
    const summer = sunTimes(startOfSeoulDate('2026-06-21'));
    for (const { sunrise, sunset } of [winter, summer]) {
      expect(heatTargetAt(own, null, sunrise - 1)).toEqual({ targetC: 9, by: 'night' });
      expect(heatTargetAt(own, null, sunrise)).toEqual({ targetC: 14, by: 'day' });
      expect(heatTargetAt(own, null, sunset - 1)).toEqual({ targetC: 14, by: 'day' });
      expect(heatTargetAt(own, null, sunset)).toEqual({ targetC: 9, by: 'night' });
    }
    expect(winter.sunrise % DAY_MS).not.toBe(summer.sunrise % DAY_MS);
  });

  it('is that of a band while its time lasts, across midnight too', () => {
    const evening = { from: '22:00', to: '02:00', targetC: 16 };
    const settings = { ...own, bands: [{ from: '06:00', to: '06:30', targetC: 18 }, evening] };
    for (const clock of ['22:00', '23:59', '00:00', '01:59']) {
      expect(targetAt(clock, settings)).toEqual({ targetC: 16, by: 'band', band: evening });
    }
    for (const clock of ['21:59', '02:00', '06:30']) expect(targetAt(clock, settings).by).toBe('night');
    expect(targetAt('06:29', settings).targetC).toBe(18);
  });

  it('is the frost guard while heating is off', () => {
    const off = { ...own, enabled: false, bands: [{ from: '00:00', to: '23:00', targetC: 20 }] };
    expect(targetAt('03:00', off)).toEqual({ targetC: 3, by: 'off' });
    expect(targetAt('12:00', { ...off, mode: 'calendar' }, calendar)).toEqual({ targetC: 3, by: 'off' });
  });

  it('is the lowest of the growth calendar day and night, when that is followed', () => {
    const follows: HeatSettings = { ...own, mode: 'calendar', bands: [{ from: '00:00', to: '23:00', targetC: 20 }] };
    for (const clock of ['03:00', '12:00']) {
      expect(targetAt(clock, follows, calendar)).toEqual({ targetC: 5, by: 'calendar', season: 's32' });
    }
  });

  it('never falls below the frost guard, whatever the calendar says', () => {
    const follows: HeatSettings = { ...own, mode: 'calendar' };
    const early = startOfSeoulDate('2026-11-05');
    expect(heatTargetAt(follows, calendar, early)).toMatchObject({ targetC: 3, by: 'calendar' });
    const natural = startOfSeoulDate('2026-11-15');
    expect(heatTargetAt(follows, calendar, natural)).toEqual({ targetC: 3, by: 'natural', season: 's31' });
  });

  it('counts the calendar from the bud break of the trees', () => {
    const follows: HeatSettings = { ...own, mode: 'calendar', frostGuardC: 0 };
    const ahead = { ...calendar, budBreakOn: '2026-02-16' };
    expect(heatTargetAt(follows, ahead, startOfSeoulDate('2026-11-21'))).toMatchObject({ targetC: 2, season: 's33' });
  });

  it('is the farm’s own when there is no calendar to follow', () => {
    expect(targetAt('03:00', { ...own, mode: 'calendar' })).toEqual({ targetC: 9, by: 'night' });
  });
});

describe('a day in stretches', () => {
  it('covers the Seoul day without gaps, and says what single minutes say', () => {
    const settings = { ...own, bands: [{ from: '22:00', to: '02:00', targetC: 16 }] };
    const stretches = heatDay(settings, null, at('13:00'));
    expect(stretches.map(({ by }) => by)).toEqual(['band', 'night', 'day', 'night', 'band']);
    expect(stretches[0]?.from).toBe(midnight);
    expect(stretches.at(-1)?.to).toBe(midnight + DAY_MS);
    stretches.forEach((stretch, i) => {
      expect(stretch.to).toBe(stretches[i + 1]?.from ?? midnight + DAY_MS);
      expect(heatTargetAt(settings, null, stretch.to - MINUTE_MS).targetC).toBe(stretch.targetC);
    });
  });

  it('is one stretch while nothing changes', () => {
    expect(heatDay({ ...own, enabled: false }, null, midnight + HOUR_MS)).toEqual([
      { targetC: 3, by: 'off', from: midnight, to: midnight + DAY_MS },
    ]);
  });
});
