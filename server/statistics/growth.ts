import { growingDegreeHour, lightIntegral } from '#contract/monitor/agronomic-formulas.ts';
import { DAY_MS, SEOUL_OFFSET_MS, seoulDate, seoulDayNumber } from '#contract/time/time.ts';

/** The mean of an hour and its beginning, epoch ms. */
export type HourMean = { at: number; mean: number };

export type DayFigure = { on: string; value: number };

/** A day with fewer hours is left out: the missing ones may have been its warmest or brightest. */
const ENOUGH_HOURS = 18;

/** A value for every Seoul day, summed over its hours. Missing hours count as the mean of the others. */
function daily(hours: readonly HourMean[], addOf: (mean: number) => number): DayFigure[] {
  const days = new Map<number, { hours: number; sum: number }>();
  for (const { at, mean } of hours) {
    const number = seoulDayNumber(at);
    const day = days.get(number) ?? { hours: 0, sum: 0 };
    day.hours += 1;
    day.sum += addOf(mean);
    days.set(number, day);
  }
  return [...days]
    .filter(([, day]) => day.hours >= ENOUGH_HOURS)
    .sort(([a], [b]) => a - b)
    .map(([number, day]) => ({
      on: seoulDate(number * DAY_MS - SEOUL_OFFSET_MS),
      value: (day.sum * 24) / day.hours,
    }));
}

/** Growing degree days of each day, ℃·d. */
export const degreeDays = (hours: readonly HourMean[]): DayFigure[] => daily(hours, growingDegreeHour);

/** Daily light integral of each day, mol/m². */
export const lightDays = (hours: readonly HourMean[]): DayFigure[] => daily(hours, (watt) => lightIntegral(watt, 1));

/** The mean over several sensors for every hour that any of them has. */
export function meanOfSensors(sensors: readonly (readonly HourMean[])[]): HourMean[] {
  const hours = new Map<number, { count: number; sum: number }>();
  for (const { at, mean } of sensors.flat()) {
    const hour = hours.get(at) ?? { count: 0, sum: 0 };
    hour.count += 1;
    hour.sum += mean;
    hours.set(at, hour);
  }
  return [...hours].map(([at, { count, sum }]) => ({ at, mean: sum / count })).sort((a, b) => a.at - b.at);
}
