import { acceptCommand, ackOf } from '#contract/control/controller/accept-command.ts';
import { beat, controlDocument, MAX_TERM_LEAP } from '#contract/control/controller/command.ts';
import { advanceCore, type ControllerCore, restartedCore, withDocument } from '#contract/control/controller/core.ts';
import type { Clock } from './clock.ts';
import type { Driver, Observation } from './driver.ts';
import { afterStep, newTargets, withObserved } from './observed.ts';
import {
  collectEndedCommands,
  noPublisher,
  type Reporter,
  reportChanges,
  reportState,
  sendUndelivered,
  type Undelivered,
} from './reporter.ts';

/**
 * The state that survives a restart: the core, and results that were not delivered yet. The names are those of the file
 * of earlier releases.
 */
export type SavedState = { keeper: ControllerCore; owed: readonly Undelivered[] };

type ControllerDeps = {
  codes: readonly string[];
  savedState: SavedState | undefined;
  clock: Clock;
  driver: Driver;
  /** Writes to disk; throws when the disk is full. */
  save(state: SavedState): void;
  log(what: object): void;
};

/**
 * The program around the core. A decision is written to disk before an output moves, then executed by the driver,
 * then reported. Nothing waits for the server, and nothing that ends a run waits for the disk.
 */
export type Controller = {
  deps: ControllerDeps;
  core: ControllerCore;
  observed: Observation;
  reporter: Reporter;
  saved: { fingerprint: string; at: number; isWell: boolean };
};

/** Changes are saved at once; running times of the day only this often, ms. */
const SAVE_AGAIN_MS = 60_000;

/**
 * Creates a controller whose switches will go to rest. Runs that were active when the program ended are reported as
 * failed.
 */
export function createController(deps: ControllerDeps): Controller {
  const { codes, savedState, clock, driver } = deps;
  return {
    deps,
    core: restartedCore(savedState?.keeper ?? null, codes, clock.monotonicMs()),
    observed: driver.observe(clock.monotonicMs()),
    reporter: {
      codes,
      clock,
      publisher: noPublisher,
      undelivered: [...(savedState?.owed ?? []), ...brokenRuns(savedState?.keeper, clock.at())],
      states: new Map(),
      phases: new Map(),
      ending: [],
    },
    saved: { fingerprint: '', at: 0, isWell: true },
  };
}

/** Puts all outputs to rest, at the start and at the end of the program. */
export async function resetOutputs(self: Controller): Promise<void> {
  const { codes, clock, driver } = self.deps;
  const before = self.core;
  self.core = restartedCore(before, codes, clock.monotonicMs());
  saveIfChanged(self, self.core);
  const levels = Object.fromEntries(Object.entries(self.core.outputs).map(([code, { levelPct }]) => [code, levelPct]));
  await driver.begin(levels, newTargets(null, self.core, self.observed.seen));
  self.observed = driver.observe(clock.monotonicMs());
  collectEndedCommands(self.reporter, before, self.core);
  reportChanges(self.reporter, self.core, self.observed);
}

/**
 * Reports everything, after a connection or a request of the server: limits in force, and results before states, so
 * that a failed run is not taken for a completed one.
 */
export function reportAll({ reporter, core, observed }: Controller): void {
  for (const one of reporter.undelivered) sendUndelivered(reporter, one);
  if (core.document) reporter.publisher.control(core.document.version, core.document.term);
  for (const code of reporter.codes) reportState(reporter, core, observed, code, true);
}

/** Advances the time; called several times a second. */
export function step(self: Controller): void {
  const { clock, driver } = self.deps;
  const now = clock.monotonicMs();
  self.observed = driver.observe(now);
  const { seen, sensed } = self.observed;
  const known = withObserved(self.core, seen);
  advanceTo(self, afterStep(known, advanceCore(known, now, clock.at(), sensed), seen));
}

/** Handles a message on the `set` topic of a channel. */
export function handleCommand(self: Controller, code: string, payload: unknown, isRetained: boolean): void {
  step(self);
  const { clock } = self.deps;
  const received = { code, payload, isRetained, at: clock.at(), isClockTrusted: clock.trust() !== 'none' };
  const { core, answer } = acceptCommand(self.core, received);
  const isNew = answer.status === 'accepted' && !answer.duplicate;
  const starts = isNew && core.outputs[code]?.id === answer.id;
  const isKept = saveIfChanged(self, core);
  // A start must be on disk. Otherwise it could be repeated after a restart, and its end would be unknown.
  const said = starts && !isKept ? ackOf(answer.id, 'refused', answer.at, 'FAULT') : answer;
  self.reporter.publisher.ack(code, said, () => {});
  if (said !== answer) return;
  if (isNew && !starts) self.reporter.ending.push({ code, id: answer.id, litres: null });
  advanceTo(self, core);
}

/** Handles limits, guards and lock-outs. */
export function handleDocument(self: Controller, payload: unknown): void {
  const parsed = controlDocument.safeParse(payload);
  if (!parsed.success || isLeap(self.core, parsed.data.term)) {
    self.deps.log({ problem: 'control not read' });
    return;
  }
  step(self);
  advanceTo(self, withDocument(self.core, parsed.data));
  const { document } = self.core;
  if (document) self.reporter.publisher.control(document.version, document.term);
}

/** Handles a heartbeat, which also carries the time; one of an older term is ignored. */
export function handleBeat(self: Controller, payload: unknown): void {
  const parsed = beat.safeParse(payload);
  if (!parsed.success || parsed.data.term < self.core.term || isLeap(self.core, parsed.data.term)) return;
  self.deps.clock.syncTo(parsed.data.at);
  self.core = { ...self.core, heardAt: self.deps.clock.monotonicMs(), term: parsed.data.term };
}

/** Moves to the next core: saves it, drives the outputs, reports. */
function advanceTo(self: Controller, next: ControllerCore): void {
  const { driver, clock } = self.deps;
  const before = self.core;
  saveIfChanged(self, next);
  self.core = next;
  const targets = newTargets(before, next, self.observed.seen);
  if (targets.length > 0) {
    driver.drive(targets);
    self.observed = driver.observe(clock.monotonicMs());
  }
  collectEndedCommands(self.reporter, before, next);
  reportChanges(self.reporter, next, self.observed);
}

/** Saves the core if it has changed; false when the disk is full. */
function saveIfChanged(self: Controller, core: ControllerCore): boolean {
  const { clock, save, log } = self.deps;
  const { undelivered } = self.reporter;
  const fingerprint = fingerprintOf(core, undelivered);
  if (fingerprint === self.saved.fingerprint && clock.monotonicMs() - self.saved.at < SAVE_AGAIN_MS) return true;
  try {
    save({ keeper: core, owed: undelivered });
    self.saved = { fingerprint, at: clock.monotonicMs(), isWell: true };
  } catch (error) {
    if (self.saved.isWell) log({ problem: 'not kept', why: String(error) });
    self.saved.isWell = false;
  }
  return self.saved.isWell;
}

/** The part of the state that has to be saved at once when it changes. */
function fingerprintOf(
  { outputs, term, document, answered }: ControllerCore,
  undelivered: readonly Undelivered[],
): string {
  const each = Object.values(outputs).map(({ targetPct, run, id, endsAt, fault, lockedUntil, order }) =>
    [targetPct, run, id, endsAt, fault, lockedUntil, order.term, order.seq].join(),
  );
  return JSON.stringify([each, term, document?.version, document?.term, answered.at(-1)?.[0], undelivered.length]);
}

function isLeap({ term: known }: ControllerCore, term: number): boolean {
  return known > 0 && term > known + MAX_TERM_LEAP;
}

/** Runs that were active when the program last ended. */
function brokenRuns(core: ControllerCore | undefined, at: number): Undelivered[] {
  return Object.entries(core?.outputs ?? {}).flatMap(([code, { id, levelPct, targetPct }]) => {
    const isUnderWay = core?.document?.channels[code]?.kind === 'position' ? levelPct !== targetPct : levelPct > 0;
    return id !== null && isUnderWay ? [{ code, ack: ackOf(id, 'failed', at, 'FAULT') }] : [];
  });
}
