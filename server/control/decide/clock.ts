import { MINUTE_MS, SECOND_MS } from '#contract/time/time.ts';
import type { Memory, World } from './world.ts';

/** Clock and count may differ by this much from one decision to the next, ms. */
const DRIFT_MS = 30 * SECOND_MS;
/** A clock that went backwards and stays there is the right one after all, ms. */
const BACK_FOR_MS = 10 * MINUTE_MS;

export type Clock = {
  /** Epoch ms, of everything that has a date. */
  at: number;
  /** Ms, of everything that lasts. */
  steady: number;
  /** How much of it has passed since the last decision, ms. */
  passedMs: number;
  /** False: nothing is started; what runs ends as it should. */
  mayStart: boolean;
  backSince: number | null;
};

/**
 * Time as it is decided by. The count goes on with the machine's own within one process, and by the clock over a restart,
 * never backwards. A clock set back starts nothing until it has passed the last decision again: what was done in that
 * hour would be done twice.
 */
export function readClock({ at, monotonicMs, bootId, isClockTrusted, memory }: ClockInput): Clock {
  const isSameBoot = memory.bootId === bootId;
  const passedMs = Math.max(0, isSameBoot ? monotonicMs - memory.monotonicMs : at - memory.at);
  const steady = memory.steadyMs + passedMs;
  const isBack = at < memory.at - (isSameBoot ? 0 : DRIFT_MS);
  const backSince = isBack ? (memory.backSince ?? steady) : null;
  const isOver = backSince !== null && steady - backSince >= BACK_FOR_MS;
  return {
    at,
    steady,
    passedMs,
    mayStart: isClockTrusted && (backSince === null || isOver),
    backSince: isOver ? null : backSince,
  };
}

type ClockInput = Pick<World, 'at' | 'monotonicMs' | 'bootId' | 'isClockTrusted'> & {
  memory: Pick<Memory, 'at' | 'monotonicMs' | 'bootId' | 'steadyMs' | 'backSince'>;
};

/** The clock's time that is remembered: the furthest it has been, until a clock set back has been believed. */
export function rememberedAt(clock: Clock, memory: Pick<Memory, 'at'>): number {
  return clock.backSince === null ? clock.at : Math.max(clock.at, memory.at);
}
