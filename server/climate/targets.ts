import { highestC, lowestC, periodAt } from '#contract/growth-calendar/growth-calendar.ts';
import type { GrowthTarget } from '#contract/growth-calendar/growth-targets.ts';
import type { HeatCalendar, HeatSettings } from '#contract/heat/heat.ts';
import { heatDay } from '#contract/heat/heat-target.ts';
import type { AirTarget } from '#contract/monitor/climate.ts';
import { DAY_MS } from '#contract/time/time.ts';

type Period = Pick<GrowthTarget['periods'][number], 'row' | 'high'>;

type Aims = {
  settings: HeatSettings;
  /** The calendar that heating follows when it is set to follow the growth calendar. */
  calendar: HeatCalendar | null;
  /** The crop of the house. */
  crop: (Pick<GrowthTarget, 'budBreak' | 'budBreakOn'> & { periods: readonly Period[] }) | undefined;
};

/**
 * The target temperatures of a house from the beginning of yesterday to the end of tomorrow. The lower limit is the
 * grower's own heating target while heating is on, else the lowest value of the growth calendar. The upper limit is the
 * highest value of the growth calendar.
 */
export function airTargets({ settings, calendar, crop }: Aims, now: number): AirTarget[] {
  const targets: AirTarget[] = [];
  for (const day of [-1, 0, 1]) {
    for (const { from, to, by, targetC } of heatDay(settings, calendar, now + day * DAY_MS)) {
      const isOwn = by === 'day' || by === 'night' || by === 'band';
      const period = crop && periodAt(crop, crop.budBreakOn, from);
      const calendarC = period ? lowestC(period.row) : null;
      const lowC = isOwn ? targetC : calendarC;
      const insteadOfC = isOwn && calendarC !== targetC ? calendarC : null;
      const highC = period ? highestC(period.high) : null;
      const source = isOwn ? 'heat' : lowC === null ? null : 'calendar';
      const last = targets.at(-1);
      const aim: Aim = { lowC, highC, by: source, insteadOfC };
      if (last && isSame(last, aim)) last.to = to;
      else targets.push({ from, to, ...aim });
    }
  }
  return targets;
}

type Aim = Omit<AirTarget, 'from' | 'to'>;

const isSame = (a: Aim, b: Aim) =>
  a.lowC === b.lowC && a.highC === b.highC && a.by === b.by && a.insteadOfC === b.insteadOfC;
