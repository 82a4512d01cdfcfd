import { type Keeper, type Output, switched } from '#contract/control/controller/keeper.ts';
import type { Look, Seen, Wish } from './driver.ts';

/** Time before a pump that ran dry may start again, ms: the well may have filled, or the server has tripped it. */
const DRY_REST_MS = 600_000;
const SECOND_MS = 1_000;

/**
 * Updates the keeper with the observed equipment: local control or a fault ends a run, and motors get their real
 * position.
 */
export function withSeen(keeper: Keeper, seen: Look['seen']): Keeper {
  const outputs = Object.entries(keeper.outputs).map(([code, output]): [string, Output] => {
    const one = seen[code];
    return [code, one ? asSeen(keeper, code, output, one) : output];
  });
  return { ...keeper, outputs: Object.fromEntries(outputs) };
}

function asSeen(keeper: Keeper, code: string, output: Output, { levelPct, isLocal, fault }: Seen): Output {
  const { now } = keeper;
  const ended = { run: null, id: null, endsAt: null };
  if (isLocal) return { ...switched(output, levelPct, now), ...ended, isLocal, source: 'local', fault };
  const isDry = output.fault === 'DRY' && now - output.changedAt < DRY_REST_MS;
  const found = { isLocal, fault: fault ?? (isDry ? 'DRY' : null) };
  // An output rests after local control and after a fault; guards may start it again.
  if (output.isLocal || fault !== null) {
    const restPct = isMotor(keeper, code) ? levelPct : (keeper.document?.channels[code]?.restPct ?? 0);
    return { ...switched(output, restPct, now), ...ended, ...found, source: 'limit' };
  }
  return isMotor(keeper, code) ? { ...output, ...found, levelPct } : { ...output, ...found };
}

/**
 * After a step of time: outputs under local control keep their observed state, whatever the keeper would do, and motors
 * get their observed position instead of the calculated one.
 */
export function afterTime(before: Keeper, after: Keeper, seen: Look['seen']): Keeper {
  const outputs = Object.entries(after.outputs).map(([code, output]): [string, Output] => {
    const one = seen[code];
    const was = before.outputs[code];
    if (was?.isLocal) return [code, { ...was, ranSec: output.ranSec, ranOn: output.ranOn }];
    if (!one || !isMotor(after, code)) return [code, output];
    const isHalted = output.targetPct === output.levelPct && output.targetPct !== was?.targetPct;
    return [code, { ...output, levelPct: one.levelPct, targetPct: isHalted ? one.levelPct : output.targetPct }];
  });
  return { ...after, outputs: Object.fromEntries(outputs) };
}

/**
 * Outputs whose target has changed, or that are on although they were ended. Ends come first, and dependent outputs
 * before the ones they require, so that a pump stops before its valve.
 */
export function newWishes(before: Keeper | null, after: Keeper, seen: Look['seen']): Wish[] {
  const rank = ({ code, levelPct }: Wish) => {
    if (levelPct !== null && levelPct > 0) return 2;
    return (after.document?.channels[code]?.requires.length ?? 0) > 0 ? 0 : 1;
  };
  return Object.entries(after.outputs)
    .filter(([code, output]) => isNew(before?.outputs[code], output) || isOnUnasked(after, code, output, seen[code]))
    .map(([code, output]) => wishOf(after, code, output, before?.outputs[code]))
    .sort((one, other) => rank(one) - rank(other));
}

function isNew(before: Output | undefined, after: Output): boolean {
  if (!before) return true;
  const isProlonged = after.endsAt !== null && before.endsAt !== after.endsAt;
  return before.targetPct !== after.targetPct || before.id !== after.id || isProlonged;
}

function isOnUnasked(keeper: Keeper, code: string, { levelPct }: Output, seen: Seen | undefined): boolean {
  if (!seen || isMotor(keeper, code)) return false;
  return seen.levelPct > 0 && levelPct === 0 && !seen.isMoving && !seen.isLocal;
}

function wishOf({ document, now }: Keeper, code: string, output: Output, before: Output | undefined): Wish {
  const limits = document?.channels[code];
  const { targetPct, levelPct, endsAt, id } = output;
  const isStill = targetPct === levelPct;
  const hasEnded = before !== undefined && (before.targetPct !== targetPct || (before.id !== null && id === null));
  const isHalted = limits?.kind === 'position' && isStill && hasEnded;
  return {
    code,
    levelPct: isHalted ? null : targetPct,
    forSec: endsAt === null ? null : Math.max(0, endsAt - now) / SECOND_MS,
    openSec: limits?.travelOpenSec ?? 1,
    closeSec: limits?.travelCloseSec ?? 1,
  };
}

export function isMotor({ document }: Keeper, code: string): boolean {
  return document?.channels[code]?.kind === 'position';
}
