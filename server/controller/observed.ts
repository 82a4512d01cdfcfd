import { type ControllerCore, type Output, switched } from '#contract/control/controller/core.ts';
import type { Observation, ObservedOutput, OutputTarget } from './driver.ts';

/** Time before a pump that ran dry may start again, ms: the well may have filled, or the server has tripped it. */
const DRY_REST_MS = 600_000;
const SECOND_MS = 1_000;

/**
 * Updates the core with the observed equipment: local control or a fault ends a run, and motors get their real
 * position.
 */
export function withObserved(core: ControllerCore, seen: Observation['seen']): ControllerCore {
  const outputs = Object.entries(core.outputs).map(([code, output]): [string, Output] => {
    const one = seen[code];
    return [code, one ? asObserved(core, code, output, one) : output];
  });
  return { ...core, outputs: Object.fromEntries(outputs) };
}

function asObserved(
  core: ControllerCore,
  code: string,
  output: Output,
  { levelPct, isLocal, fault }: ObservedOutput,
): Output {
  const { now } = core;
  const ended = { run: null, id: null, endsAt: null };
  if (isLocal) return { ...switched(output, levelPct, now), ...ended, isLocal, source: 'local', fault };
  const isDry = output.fault === 'DRY' && now - output.changedAt < DRY_REST_MS;
  const found = { isLocal, fault: fault ?? (isDry ? 'DRY' : null) };
  // An output rests after local control and after a fault; guards may start it again.
  if (output.isLocal || fault !== null) {
    const restPct = isMotor(core, code) ? levelPct : (core.document?.channels[code]?.restPct ?? 0);
    return { ...switched(output, restPct, now), ...ended, ...found, source: 'limit' };
  }
  return isMotor(core, code) ? { ...output, ...found, levelPct } : { ...output, ...found };
}

/**
 * After a step of time: outputs under local control keep their observed state, whatever the core would do, and motors
 * get their observed position instead of the calculated one.
 */
export function afterStep(before: ControllerCore, after: ControllerCore, seen: Observation['seen']): ControllerCore {
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
export function newTargets(
  before: ControllerCore | null,
  after: ControllerCore,
  seen: Observation['seen'],
): OutputTarget[] {
  const rank = ({ code, levelPct }: OutputTarget) => {
    if (levelPct !== null && levelPct > 0) return 2;
    return (after.document?.channels[code]?.requires.length ?? 0) > 0 ? 0 : 1;
  };
  return Object.entries(after.outputs)
    .filter(
      ([code, output]) => isNew(before?.outputs[code], output) || isOnUncommanded(after, code, output, seen[code]),
    )
    .map(([code, output]) => targetOf(after, code, output, before))
    .sort((one, other) => rank(one) - rank(other));
}

function isNew(before: Output | undefined, after: Output): boolean {
  if (!before) return true;
  const isProlonged = after.endsAt !== null && before.endsAt !== after.endsAt;
  return before.targetPct !== after.targetPct || before.id !== after.id || isProlonged;
}

function isOnUncommanded(
  core: ControllerCore,
  code: string,
  { levelPct }: Output,
  seen: ObservedOutput | undefined,
): boolean {
  if (!seen || isMotor(core, code)) return false;
  return seen.levelPct > 0 && levelPct === 0 && !seen.isMoving && !seen.isLocal;
}

function targetOf(
  { document, now }: ControllerCore,
  code: string,
  output: Output,
  before: ControllerCore | null,
): OutputTarget {
  // A motor that is not commanded any more is halted all the same.
  const limits = document?.channels[code] ?? before?.document?.channels[code];
  const was = before?.outputs[code];
  const { targetPct, levelPct, endsAt, id } = output;
  const isStill = targetPct === levelPct;
  const hasEnded = was !== undefined && (was.targetPct !== targetPct || (was.id !== null && id === null));
  const isHalted = limits?.kind === 'position' && isStill && hasEnded;
  return {
    code,
    levelPct: isHalted ? null : targetPct,
    forSec: endsAt === null ? null : Math.max(0, endsAt - now) / SECOND_MS,
    openSec: limits?.travelOpenSec ?? 1,
    closeSec: limits?.travelCloseSec ?? 1,
  };
}

export function isMotor({ document }: ControllerCore, code: string): boolean {
  return document?.channels[code]?.kind === 'position';
}
