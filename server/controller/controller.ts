import { acceptCommand, ackOf } from '#contract/control/controller/accept-command.ts';
import { type Ack, beat, command, controlDocument, MAX_TERM_JUMP } from '#contract/control/controller/command.ts';
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
  /** Writes to disk; rejects when the disk is full. */
  save(state: SavedState): Promise<void>;
  log(what: object): void;
};

/**
 * The program around the core. A start is written to disk before an output moves, then executed by the driver, then
 * reported. Nothing waits for the server, and nothing that ends a run waits for the disk, be it full or slow.
 */
export type Controller = {
  deps: ControllerDeps;
  core: ControllerCore;
  observed: Observation;
  reporter: Reporter;
  saved: { fingerprint: string; at: number; isWell: boolean };
  /** Starts and writes, one after the other. */
  disk: { queue: Promise<void>; length: number };
  isOver: boolean;
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
    disk: { queue: Promise.resolve(), length: 0 },
    isOver: false,
  };
}

/** Puts all outputs to rest at the end of the program; nothing starts any more. */
export async function endController(self: Controller): Promise<void> {
  self.isOver = true;
  await resetOutputs(self);
}

/** Puts all outputs to rest. */
export async function resetOutputs(self: Controller): Promise<void> {
  const { codes, clock, driver } = self.deps;
  const before = self.core;
  self.core = restartedCore(before, codes, clock.monotonicMs());
  const levels = Object.fromEntries(Object.entries(self.core.outputs).map(([code, { levelPct }]) => [code, levelPct]));
  await driver.begin(levels, newTargets(null, self.core, self.observed.seen));
  self.observed = driver.observe(clock.monotonicMs());
  collectEndedCommands(self.reporter, before, self.core);
  reportChanges(self.reporter, self.core, self.observed);
  saveIfChanged(self);
}

/** Resolves when the present state has been written, or could not be. */
export function flushToDisk(self: Controller): Promise<void> {
  return onDisk(self, async () => {
    if (isChanged(self)) await write(self, self.core);
  });
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

/**
 * Handles a message on the `set` topic of a channel. An end is executed at once and overtakes starts that wait for the
 * disk; all else is handled in order. Resolves when the command has been answered.
 */
export async function handleCommand(
  self: Controller,
  code: string,
  payload: unknown,
  isRetained: boolean,
): Promise<void> {
  const message = { code, payload, isRetained };
  if (isEnd(payload)) execute(self, message, accept(self, message));
  else await onDisk(self, () => start(self, message));
}

type Message = { code: string; payload: unknown; isRetained: boolean };
type Accepted = ReturnType<typeof acceptCommand>;

/**
 * Executes a start once it is on disk. Otherwise it could be repeated after a restart, and its end would be unknown.
 * What happened while it was written may refuse it after all: it is accepted by the state that it changes.
 */
async function start(self: Controller, message: Message): Promise<void> {
  if (self.isOver) return;
  const wish = accept(self, message);
  const isSaved = !isStart(wish, message) || (await write(self, wish.core));
  if (self.isOver) return;
  const accepted = accept(self, message);
  const { id, at } = accepted.answer;
  if (isSaved || !isStart(accepted, message)) execute(self, message, accepted);
  else self.reporter.publisher.ack(message.code, ackOf(id, 'refused', at, 'FAULT'), () => {});
}

function accept(self: Controller, message: Message): Accepted {
  step(self);
  const { clock } = self.deps;
  return acceptCommand(self.core, { ...message, at: clock.at(), isClockTrusted: clock.trust() !== 'none' });
}

function execute(self: Controller, { code }: Message, { core, answer }: Accepted): void {
  self.reporter.publisher.ack(code, answer, () => {});
  const isEnded = isNew(answer) && core.outputs[code]?.id !== answer.id;
  if (isEnded) self.reporter.ending.push({ code, id: answer.id, litres: null });
  advanceTo(self, core);
}

function isStart({ core, answer }: Accepted, { code }: Message): boolean {
  return isNew(answer) && core.outputs[code]?.id === answer.id;
}

function isNew({ status, duplicate }: Ack): boolean {
  return status === 'accepted' && !duplicate;
}

function isEnd(payload: unknown): boolean {
  const { data } = command.safeParse(payload);
  return data?.do === 'off' || data?.do === 'stop';
}

/** Handles limits, guards and lock-outs: in force at once, and reported when they are on disk. */
export async function handleDocument(self: Controller, payload: unknown): Promise<void> {
  const parsed = controlDocument.safeParse(payload);
  if (!parsed.success || isLeap(self.core, parsed.data.term)) {
    self.deps.log({ problem: 'control not read' });
    return;
  }
  step(self);
  advanceTo(self, withDocument(self.core, parsed.data));
  await flushToDisk(self);
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

/** Moves to the next core: drives the outputs, reports, and saves. */
function advanceTo(self: Controller, next: ControllerCore): void {
  const { driver, clock } = self.deps;
  const before = self.core;
  self.core = next;
  const targets = newTargets(before, next, self.observed.seen);
  if (targets.length > 0) {
    driver.drive(targets);
    self.observed = driver.observe(clock.monotonicMs());
  }
  collectEndedCommands(self.reporter, before, next);
  reportChanges(self.reporter, next, self.observed);
  saveIfChanged(self);
}

/** Saves the core if it has changed; while the disk is busy, a later step does. */
function saveIfChanged(self: Controller): void {
  if (self.disk.length === 0 && isChanged(self)) void flushToDisk(self);
}

function isChanged({ core, reporter, saved, deps }: Controller): boolean {
  const isSame = fingerprintOf(core, reporter.undelivered) === saved.fingerprint;
  return !isSame || deps.clock.monotonicMs() - saved.at >= SAVE_AGAIN_MS;
}

/** Does something after what waits for the disk already. */
function onDisk({ disk }: Controller, work: () => Promise<void>): Promise<void> {
  disk.length += 1;
  disk.queue = disk.queue.then(work).finally(() => {
    disk.length -= 1;
  });
  return disk.queue;
}

/** Writes a state; false when the disk is full. */
async function write(self: Controller, core: ControllerCore): Promise<boolean> {
  const { clock, save, log } = self.deps;
  const { undelivered } = self.reporter;
  const fingerprint = fingerprintOf(core, undelivered);
  try {
    await save({ keeper: core, owed: undelivered });
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
  return known > 0 && term > known + MAX_TERM_JUMP;
}

/** Runs that were active when the program last ended. */
function brokenRuns(core: ControllerCore | undefined, at: number): Undelivered[] {
  return Object.entries(core?.outputs ?? {}).flatMap(([code, { id, levelPct, targetPct }]) => {
    const isUnderWay = core?.document?.channels[code]?.kind === 'position' ? levelPct !== targetPct : levelPct > 0;
    return id !== null && isUnderWay ? [{ code, ack: ackOf(id, 'failed', at, 'FAULT') }] : [];
  });
}
