import { getPosition, getTimes } from 'suncalc';
import { DAY_MS, startOfSeoulDay } from './time.ts';

/** The fixed place for sunrise and sunset: Jeju city, from the KMA station 184 (33.51411 N, 126.52969 E). */
export const JEJU = { latitude: 33.51411, longitude: 126.52969 } as const;

/** Times of the sun in the order of a day, after the nadir of the night before. */
export type SunTimeName =
  | 'nadir'
  | 'nightEnd'
  | 'nauticalDawn'
  | 'dawn'
  | 'sunrise'
  | 'sunriseEnd'
  | 'goldenHourEnd'
  | 'solarNoon'
  | 'goldenHour'
  | 'sunsetStart'
  | 'sunset'
  | 'dusk'
  | 'nauticalDusk'
  | 'night';

/** All fourteen times, epoch ms, of the Seoul day that contains `at`. */
export function sunDay(at: number): Record<SunTimeName, number> {
  const times = getTimes(new Date(startOfSeoulDay(at) + DAY_MS / 2), JEJU.latitude, JEJU.longitude);
  const timeOf = (name: SunTimeName) => {
    const time = times[name];
    if (!time) throw new Error(`every day on Jeju has its ${name}`);
    return time.getTime();
  };
  return {
    nadir: timeOf('nadir'),
    nightEnd: timeOf('nightEnd'),
    nauticalDawn: timeOf('nauticalDawn'),
    dawn: timeOf('dawn'),
    sunrise: timeOf('sunrise'),
    sunriseEnd: timeOf('sunriseEnd'),
    goldenHourEnd: timeOf('goldenHourEnd'),
    solarNoon: timeOf('solarNoon'),
    goldenHour: timeOf('goldenHour'),
    sunsetStart: timeOf('sunsetStart'),
    sunset: timeOf('sunset'),
    dusk: timeOf('dusk'),
    nauticalDusk: timeOf('nauticalDusk'),
    night: timeOf('night'),
  };
}

/** Sunrise and sunset, epoch ms, of the Seoul day that contains `at`. */
export function sunTimes(at: number): { sunrise: number; sunset: number } {
  const { sunrise, sunset } = sunDay(at);
  return { sunrise, sunset };
}

/** Nights (sunset to next sunrise, epoch ms) that overlap the range, for shading a chart. */
export function nightsBetween(begin: number, end: number): { from: number; to: number }[] {
  const nights: { from: number; to: number }[] = [];
  for (let day = startOfSeoulDay(begin) - DAY_MS; day < end; day += DAY_MS) {
    const from = sunTimes(day).sunset;
    const to = sunTimes(day + DAY_MS).sunrise;
    if (to > begin && from < end) nights.push({ from, to });
  }
  return nights;
}

/** The night (sunset to sunrise, epoch ms) at `now`, or the next one by day. */
export function nightAt(now: number): { from: number; to: number } {
  const { sunrise, sunset } = sunTimes(now);
  if (now < sunrise) return { from: sunTimes(now - DAY_MS).sunset, to: sunrise };
  return { from: sunset, to: sunTimes(now + DAY_MS).sunrise };
}

/** The newest day (sunrise to sunset or `now`, epoch ms) that is past its noon: before noon yesterday. */
export function lastDay(now: number): { from: number; to: number } {
  const isOver = now >= startOfSeoulDay(now) + DAY_MS / 2;
  const { sunrise, sunset } = sunTimes(isOver ? now : now - DAY_MS);
  return { from: sunrise, to: Math.min(sunset, now) };
}

/** The last complete or running night: from the sunset before the newest sunrise at or before `now` (or before now, at night). */
export function lastNight(now: number): { from: number; to: number } {
  const today = sunTimes(now);
  const yesterday = sunTimes(now - DAY_MS);
  if (now < today.sunrise) return { from: yesterday.sunset, to: now };
  return { from: yesterday.sunset, to: today.sunrise };
}

/** How high the sun stands at an instant, degrees above the horizon; negative below it. */
export function sunHeightDeg(at: number): number {
  return getPosition(new Date(at), JEJU.latitude, JEJU.longitude).altitude;
}
