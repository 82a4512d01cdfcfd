import { getMoonIllumination, getMoonPosition, getMoonTimes } from 'suncalc';
import { JEJU } from './sun.ts';
import { DAY_MS, startOfSeoulDay } from './time.ts';

/** Mean time between new moons, days (synodic month; Meeus, Astronomical Algorithms, chapter 49). */
const SYNODIC_MONTH_DAYS = 29.530588861;

/** The moon over Jeju at an instant, and its rise and set on the Seoul day of the instant. */
type Moon = {
  /** Degrees clockwise from north. */
  azimuth: number;
  /** Degrees above the horizon, below it when negative. */
  altitude: number;
  /** km */
  distance: number;
  /** Degrees. */
  parallacticAngle: number;
  /** Illuminated share of the disc, 0 to 1. */
  fraction: number;
  /** 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter. */
  phase: number;
  /** Position angle of the illuminated limb, degrees. */
  angle: number;
  /** Epoch ms; null on a day without one, of which every month has one or two. */
  rise: number | null;
  set: number | null;
};

export function moonAt(at: number): Moon {
  const date = new Date(at);
  const { azimuth, altitude, distance, parallacticAngle } = getMoonPosition(date, JEJU.latitude, JEJU.longitude);
  const { fraction, phase, angle } = getMoonIllumination(date);
  return { azimuth, altitude, distance, parallacticAngle, fraction, phase, angle, ...riseAndSet(at) };
}

/** Days since the last new moon, from the phase. */
export function moonAge({ phase }: Pick<Moon, 'phase'>): number {
  return phase * SYNODIC_MONTH_DAYS;
}

/** The library calculates by UTC days: two of them cover a Seoul day. */
function riseAndSet(at: number): Pick<Moon, 'rise' | 'set'> {
  const begin = startOfSeoulDay(at);
  const days = [begin, begin + DAY_MS].map((day) => getMoonTimes(new Date(day), JEJU.latitude, JEJU.longitude));
  const find = (name: 'rise' | 'set') =>
    days
      .map((times) => times[name]?.getTime())
      .find((time) => time !== undefined && time >= begin && time < begin + DAY_MS);
  return { rise: find('rise') ?? null, set: find('set') ?? null };
}
