import { ackOf } from '#contract/control/controller/accept-command.ts';
import { type Ack, type ActuatorState, GUARD_OFF, PROTOCOL_VERSION } from '#contract/control/controller/command.ts';
import type { ControllerCore } from '#contract/control/controller/core.ts';
import type { Clock } from './clock.ts';
import type { Observation, ObservedOutput } from './driver.ts';
import { isMotor } from './observed.ts';

/** The connection to the server, while there is one. A result is sent on each connection until `done` is called. */
type Publisher = {
  ack(code: string, ack: Ack, done: () => void): void;
  state(code: string, state: ActuatorState): void;
  control(version: number, term: number): void;
};

/** A result that was not delivered yet. */
export type Undelivered = { code: string; ack: Ack };

type Phase = 'accepted' | 'running' | 'done';

/** What was reported, and what has to be reported when an output is at rest. */
export type Reporter = {
  codes: readonly string[];
  clock: Clock;
  publisher: Publisher;
  undelivered: readonly Undelivered[];
  states: Map<string, { fingerprint: string; at: number; levelPct: number }>;
  phases: Map<string, { id: string; phase: Phase }>;
  ending: { code: string; id: string; litres: number | null }[];
};

/** A state is repeated after this time without a change, ms, and sooner while litres are counted; a moving motor reports at steps of this many percent. */
const REPEAT_STATE_MS = 60_000;
const COUNTING_STATE_MS = 10_000;
const STEP_PCT = 5;
/** Results kept for each output while there is no connection. */
const MAX_UNDELIVERED = 4;

export const noPublisher: Publisher = { ack() {}, state() {}, control() {} };

/** Sends a result, and again on each new connection until the broker has it. */
function sendResult(reporter: Reporter, code: string, ack: Ack): void {
  const one = { code, ack };
  reporter.undelivered = [...reporter.undelivered, one].slice(-reporter.codes.length * MAX_UNDELIVERED);
  sendUndelivered(reporter, one);
}

export function sendUndelivered(reporter: Reporter, one: Undelivered): void {
  reporter.publisher.ack(one.code, one.ack, () => {
    reporter.undelivered = reporter.undelivered.filter((other) => other !== one);
  });
}

/** Collects commands that ended in this step: completed once their output is at rest, or failed with a reason. */
export function collectEndedCommands(reporter: Reporter, before: ControllerCore, after: ControllerCore): void {
  for (const code of reporter.codes) {
    const [was, is] = [before.outputs[code], after.outputs[code]];
    if (!was?.id || !is || was.id === is.id) continue;
    const known = reporter.phases.get(code);
    if (known?.id === was.id && known.phase === 'done') continue;
    const why = is.isLocal ? 'LOCAL' : is.fault !== null ? 'FAULT' : null;
    if (why !== null) sendResult(reporter, code, ackOf(was.id, 'failed', reporter.clock.at(), why));
    else if (is.id !== null) sendResult(reporter, code, ackOf(was.id, 'done', reporter.clock.at()));
    else reporter.ending.push({ code, id: was.id, litres: is.dose?.run === was.run ? tenths(is.dose.givenL) : null });
  }
}

/** Reports changes: runs that have started, results, new states. */
export function reportChanges(reporter: Reporter, core: ControllerCore, observed: Observation): void {
  for (const code of reporter.codes) {
    const output = core.outputs[code];
    const seen = observed.seen[code];
    if (!output || !seen) continue;
    if (!seen.isMoving) reportCompleted(reporter, code);
    if (output.id === null) reporter.phases.delete(code);
    else reportPhase(reporter, code, output.id, seen, isMotor(core, code));
    reportState(reporter, core, observed, code);
  }
}

function reportCompleted(reporter: Reporter, code: string): void {
  const over = reporter.ending.filter((one) => one.code === code);
  reporter.ending = reporter.ending.filter((one) => one.code !== code);
  for (const { id, litres } of over) sendResult(reporter, code, ackOf(id, 'done', reporter.clock.at(), null, litres));
}

function reportPhase(
  reporter: Reporter,
  code: string,
  id: string,
  { isMoving, levelPct }: ObservedOutput,
  isOfMotor: boolean,
): void {
  const known = reporter.phases.get(code);
  const phase = known?.id === id ? known.phase : 'accepted';
  const next = isOfMotor ? (isMoving ? 'running' : 'done') : levelPct > 0 && !isMoving ? 'running' : phase;
  if (phase === 'done' || next === phase) {
    reporter.phases.set(code, { id, phase });
    return;
  }
  reporter.phases.set(code, { id, phase: next });
  const ack = ackOf(id, next === 'done' ? 'done' : 'running', reporter.clock.at());
  if (next === 'done') sendResult(reporter, code, ack);
  else reporter.publisher.ack(code, ack, () => {});
}

/** Reports the state of an output when it is new or old enough; `isAnyway` reports it in any case. */
export function reportState(
  reporter: Reporter,
  core: ControllerCore,
  observed: Observation,
  code: string,
  isAnyway = false,
): void {
  const state = stateOf(core, observed, code, reporter.clock.at());
  if (!state) return;
  const { levelPct, targetPct, isMoving, isEstimated, run, id, source, fault, dosed } = state;
  const endsAt = String(core.outputs[code]?.endsAt);
  const fingerprint = JSON.stringify([levelPct > 0, targetPct, isMoving, isEstimated, run, id, endsAt, source, fault]);
  const last = reporter.states.get(code);
  const isSame = last?.fingerprint === fingerprint && Math.abs(levelPct - last.levelPct) < STEP_PCT;
  const repeatMs = levelPct > 0 && dosed?.run === run ? COUNTING_STATE_MS : REPEAT_STATE_MS;
  if (!isAnyway && isSame && reporter.clock.monotonicMs() - last.at < repeatMs) return;
  reporter.states.set(code, { fingerprint, at: reporter.clock.monotonicMs(), levelPct });
  reporter.publisher.state(code, state);
}

function stateOf(core: ControllerCore, observed: Observation, code: string, at: number): ActuatorState | undefined {
  const output = core.outputs[code];
  const seen = observed.seen[code];
  if (!output || !seen) return undefined;
  const { targetPct, run, id, endsAt, source, fault, dose } = output;
  const leftMs = seen.leftSec !== null ? seen.leftSec * 1_000 : endsAt !== null ? endsAt - core.now : null;
  const guards = core.document?.guards ?? [];
  const deaf = guards.find(({ actuator, sensor }) => actuator === code && (observed.sensed[sensor] ?? null) === null);
  return {
    v: PROTOCOL_VERSION,
    at,
    levelPct: tenths(seen.levelPct),
    targetPct: tenths(targetPct),
    isMoving: seen.isMoving,
    isEstimated: seen.isEstimated,
    run,
    id,
    endsAt: leftMs === null ? null : Math.round(at + leftMs),
    source,
    fault: fault ?? (deaf ? `${GUARD_OFF} ${deaf.sensor}` : null),
    dosed: dose && { run: dose.run, litres: tenths(dose.givenL) },
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
