import type { Wish } from './driver.ts';

/**
 * A motor whose position is reckoned from the time it has run: only its end stops are certain. Over-run at 0 and 100
 * sets it anew; after a restart it is unknown until then.
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

/** Past the end stop by this share of the whole travel, so that what has drifted arrives all the same. */
const OVER_RUN = 0.1;
const NEAR_PCT = 0.5;
const SECOND_MS = 1_000;

/** The way to a level from where the motor stands at `now`, ms; null when it is there. Seconds as `whole` makes them. */
export function moveTo(
  motor: Motor,
  { levelPct, forSec, openSec, closeSec }: Wish & { levelPct: number },
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

/** Where it is after it has run until `now`; it stands still once its move is over. */
export function motorAt(motor: Motor, now: number): Motor {
  if (!motor.move) return motor;
  const { opens, sec, travelSec, fromPct, startedAt, reaches } = motor.move;
  const ranSec = Math.min(sec, Math.max(0, now - startedAt) / SECOND_MS);
  const levelPct = Math.min(100, Math.max(0, fromPct + ((opens ? 100 : -100) * ranSec) / travelSec));
  const standing = motor.standing === 'unknown' ? 'unknown' : 'reckoned';
  if (ranSec < sec) return { ...motor, levelPct, standing };
  return reaches === null ? { levelPct, standing, move: null } : { levelPct: reaches, standing: 'end', move: null };
}

/** Stopped before its time. */
export function motorStopped(motor: Motor, now: number): Motor {
  return { ...motorAt(motor, now), move: null };
}
