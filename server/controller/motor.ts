import type { OutputTarget } from './driver.ts';

/**
 * A motor whose position is calculated from its running time; only the end stops are certain. Over-run at 0 and 100
 * calibrates it; after a restart the position is unknown until then.
 */
export type Motor = { levelPct: number; standing: 'end' | 'reckoned' | 'unknown'; move: Move | null };

type Move = {
  opens: boolean;
  sec: number;
  travelSec: number;
  fromPct: number;
  startedAt: number;
  reaches: number | null;
};

/** Share of the full travel by which it runs past the end stop, so that it arrives in spite of drift. */
const OVER_RUN = 0.1;
const NEAR_PCT = 0.5;
const SECOND_MS = 1_000;

/** The move to a level from the position at `now`, ms; null when the motor is there. `whole` rounds the seconds. */
export function moveTo(
  motor: Motor,
  { levelPct, forSec, openSec, closeSec }: OutputTarget & { levelPct: number },
  now: number,
  whole: (sec: number) => number = (sec) => sec,
): Move | null {
  const isEnd = levelPct === 0 || levelPct === 100;
  if (isEnd && motor.standing === 'end' && motor.levelPct === levelPct) return null;
  const away = isEnd && motor.standing === 'unknown' ? (levelPct === 0 ? -100 : 100) : levelPct - motor.levelPct;
  if (!isEnd && Math.abs(away) < NEAR_PCT) return null;
  const opens = away === 0 ? levelPct === 100 : away > 0;
  const travelSec = opens ? openSec : closeSec;
  const wanted = whole((Math.abs(away) / 100 + (isEnd ? OVER_RUN : 0)) * travelSec);
  const sec = Math.min(wanted, forSec ?? wanted);
  if (sec <= 0) return null;
  const reaches = isEnd && sec === wanted ? levelPct : null;
  return { opens, sec, travelSec, fromPct: motor.levelPct, startedAt: now, reaches };
}

/** The motor after running until `now`; it stops at the end of its move. */
export function motorAt(motor: Motor, now: number): Motor {
  if (!motor.move) return motor;
  const { opens, sec, travelSec, fromPct, startedAt, reaches } = motor.move;
  const ranSec = Math.min(sec, Math.max(0, now - startedAt) / SECOND_MS);
  const levelPct = Math.min(100, Math.max(0, fromPct + ((opens ? 100 : -100) * ranSec) / travelSec));
  const standing = motor.standing === 'unknown' ? 'unknown' : 'reckoned';
  if (ranSec < sec) return { ...motor, levelPct, standing };
  return reaches === null ? { levelPct, standing, move: null } : { levelPct: reaches, standing: 'end', move: null };
}

/** The motor after an early stop at `now`. */
export function motorStopped(motor: Motor, now: number): Motor {
  return { ...motorAt(motor, now), move: null };
}
