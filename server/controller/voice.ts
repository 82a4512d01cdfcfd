import { ackOf } from '#contract/control/controller/accept-command.ts';
import { type Ack, type ActuatorState, PROTOCOL_VERSION } from '#contract/control/controller/command.ts';
import type { Keeper } from '#contract/control/controller/keeper.ts';
import type { Clock } from './clock.ts';
import type { Look, Seen } from './driver.ts';
import { isMotor } from './sight.ts';

/** The connection to the server, while there is one. A result is sent on each connection until `done` is called. */
type Mouth = {
  ack(code: string, ack: Ack, done: () => void): void;
  state(code: string, state: ActuatorState): void;
  control(version: number, term: number): void;
};

/** A result that was not delivered yet. */
export type Owed = { code: string; ack: Ack };

type Phase = 'accepted' | 'running' | 'done';

/** What was reported, and what has to be reported when an output is at rest. */
export type Voice = {
  codes: readonly string[];
  clock: Clock;
  mouth: Mouth;
  owed: readonly Owed[];
  states: Map<string, { word: string; at: number; levelPct: number }>;
  phases: Map<string, { id: string; phase: Phase }>;
  ending: { code: string; id: string; litres: number | null }[];
};

/** A state is repeated after this time without a change, ms; a moving motor reports at steps of this many percent. */
const SAY_AGAIN_MS = 60_000;
const STEP_PCT = 5;
/** Results kept for each output while there is no connection. */
const OWED_EACH = 4;

export const silent: Mouth = { ack() {}, state() {}, control() {} };

/** Sends a result, and again on each new connection until the broker has it. */
function owe(voice: Voice, code: string, ack: Ack): void {
  const one = { code, ack };
  voice.owed = [...voice.owed, one].slice(-voice.codes.length * OWED_EACH);
  tellOwed(voice, one);
}

export function tellOwed(voice: Voice, one: Owed): void {
  voice.mouth.ack(one.code, one.ack, () => {
    voice.owed = voice.owed.filter((other) => other !== one);
  });
}

/** Collects commands that ended in this step: completed once their output is at rest, or failed with a reason. */
export function noteEnds(voice: Voice, before: Keeper, after: Keeper): void {
  for (const code of voice.codes) {
    const [was, is] = [before.outputs[code], after.outputs[code]];
    if (!was?.id || !is || was.id === is.id) continue;
    const known = voice.phases.get(code);
    if (known?.id === was.id && known.phase === 'done') continue;
    const why = is.isLocal ? 'LOCAL' : is.fault !== null ? 'FAULT' : null;
    if (why !== null) owe(voice, code, ackOf(was.id, 'failed', voice.clock.at(), why));
    else if (is.id !== null) owe(voice, code, ackOf(was.id, 'done', voice.clock.at()));
    else voice.ending.push({ code, id: was.id, litres: is.dose?.run === was.run ? tenths(is.dose.givenL) : null });
  }
}

/** Reports changes: runs that have started, results, new states. */
export function tellNews(voice: Voice, keeper: Keeper, look: Look): void {
  for (const code of voice.codes) {
    const output = keeper.outputs[code];
    const seen = look.seen[code];
    if (!output || !seen) continue;
    if (!seen.isMoving) tellRest(voice, code);
    if (output.id === null) voice.phases.delete(code);
    else tellPhase(voice, code, output.id, seen, isMotor(keeper, code));
    tellState(voice, keeper, look, code);
  }
}

function tellRest(voice: Voice, code: string): void {
  const over = voice.ending.filter((one) => one.code === code);
  voice.ending = voice.ending.filter((one) => one.code !== code);
  for (const { id, litres } of over) owe(voice, code, ackOf(id, 'done', voice.clock.at(), null, litres));
}

function tellPhase(voice: Voice, code: string, id: string, { isMoving, levelPct }: Seen, isOfMotor: boolean): void {
  const known = voice.phases.get(code);
  const phase = known?.id === id ? known.phase : 'accepted';
  const next = isOfMotor ? (isMoving ? 'running' : 'done') : levelPct > 0 && !isMoving ? 'running' : phase;
  if (phase === 'done' || next === phase) {
    voice.phases.set(code, { id, phase });
    return;
  }
  voice.phases.set(code, { id, phase: next });
  const ack = ackOf(id, next === 'done' ? 'done' : 'running', voice.clock.at());
  if (next === 'done') owe(voice, code, ack);
  else voice.mouth.ack(code, ack, () => {});
}

/** Reports the state of an output when it is new or old enough; `isAnyway` reports it in any case. */
export function tellState(voice: Voice, keeper: Keeper, look: Look, code: string, isAnyway = false): void {
  const state = stateOf(keeper, look, code, voice.clock.at());
  if (!state) return;
  const { levelPct, targetPct, isMoving, isEstimated, run, id, source, fault } = state;
  const endsAt = String(keeper.outputs[code]?.endsAt);
  const word = JSON.stringify([levelPct > 0, targetPct, isMoving, isEstimated, run, id, endsAt, source, fault]);
  const last = voice.states.get(code);
  const isSame = last?.word === word && Math.abs(levelPct - last.levelPct) < STEP_PCT;
  if (!isAnyway && isSame && voice.clock.count() - last.at < SAY_AGAIN_MS) return;
  voice.states.set(code, { word, at: voice.clock.count(), levelPct });
  voice.mouth.state(code, state);
}

function stateOf(keeper: Keeper, look: Look, code: string, at: number): ActuatorState | undefined {
  const output = keeper.outputs[code];
  const seen = look.seen[code];
  if (!output || !seen) return undefined;
  const { targetPct, run, id, endsAt, source, fault, dose } = output;
  const leftMs = seen.leftSec !== null ? seen.leftSec * 1_000 : endsAt !== null ? endsAt - keeper.now : null;
  const guards = keeper.document?.guards ?? [];
  const deaf = guards.find(({ actuator, sensor }) => actuator === code && (look.sensed[sensor] ?? null) === null);
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
    fault: fault ?? (deaf ? `GUARD_OFF ${deaf.sensor}` : null),
    dosed: dose && { run: dose.run, litres: tenths(dose.givenL) },
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
