import type { LiveValues } from '#contract/monitor/live.ts';
import type { AreaValues, SensorValue } from '#contract/monitor/monitor.ts';
import { seoulDate } from '#contract/time/time.ts';

export type LiveValue = LiveValues['values'][number];

/** The newest of these values of each sensor, by the sensor's index. */
export function newestOf(sent: Iterable<LiveValue>): Map<number, LiveValue> {
  const newest = new Map<number, LiveValue>();
  for (const value of sent) {
    if (value[1] >= (newest.get(value[0])?.[1] ?? Number.NEGATIVE_INFINITY)) newest.set(value[0], value);
  }
  return newest;
}

/**
 * Merges incoming values into a farm's values. Each value keeps its own time, only values newer than the shown ones
 * count, and areas without news stay the same object, so that React does not render them again.
 */
export function mergeLive(areas: AreaValues, newest: ReadonlyMap<number, LiveValue>): AreaValues {
  let isChanged = false;
  const merged = areas.map((area) => {
    const sensorValues = area.sensorValues.map((shown) => {
      const news = newest.get(shown.index);
      return news ? withNews(shown, news) : shown;
    });
    if (sensorValues.every((value, at) => value === area.sensorValues[at])) return area;
    isChanged = true;
    return { ...area, sensorValues };
  });
  return isChanged ? merged : areas;
}

function withNews(shown: SensorValue, [, at, value, isFlagged]: LiveValue): SensorValue {
  const shownAt = shown.date === null ? Number.NEGATIVE_INFINITY : Date.parse(shown.date);
  if (at <= shownAt) return shown;
  const date = new Date(at).toISOString();
  // An implausible reading, or one of an excluded sensor, is shown but does not change the day's extremes.
  const today = isFlagged || shown.isExcluded ? shown.today : widened(shown.today, value, date, at);
  return { ...shown, value, date, isFlagged, today };
}

function widened(today: SensorValue['today'], value: number, date: string, at: number): SensorValue['today'] {
  const extreme = { value, at: date };
  const isSameDay = today !== null && seoulDate(Date.parse(today.max.at)) === seoulDate(at);
  if (!isSameDay) return { min: extreme, max: extreme };
  return {
    min: value < today.min.value ? extreme : today.min,
    max: value > today.max.value ? extreme : today.max,
  };
}
