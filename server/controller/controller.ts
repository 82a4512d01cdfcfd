import { acceptCommand, ackOf } from '#contract/control/controller/accept-command.ts';
import { beat, controlDocument, MAX_TERM_LEAP } from '#contract/control/controller/command.ts';
import { advanceKeeper, type Keeper, startedKeeper, withDocument } from '#contract/control/controller/keeper.ts';
import type { Clock } from './clock.ts';
import type { Driver, Look } from './driver.ts';
import { afterTime, newWishes, withSeen } from './sight.ts';
import { noteEnds, type Owed, silent, tellNews, tellOwed, tellState, type Voice } from './voice.ts';

/** The state that is kept over restarts: the keeper, and results that were not reported yet. */
export type Kept = { keeper: Keeper; owed: readonly Owed[] };

type ControllerDeps = {
  codes: readonly string[];
  kept: Kept | undefined;
  clock: Clock;
  driver: Driver;
  /** Writes to disk; throws when the disk is full. */
  save(kept: Kept): void;
  log(what: object): void;
};

/**
 * The program around the keeper. A decision is written to disk before an output moves, then executed by the driver,
 * then reported. Nothing waits for the server, and nothing that ends a run waits for the disk.
 */
export type Controller = {
  deps: ControllerDeps;
  keeper: Keeper;
  look: Look;
  voice: Voice;
  saved: { word: string; at: number; isWell: boolean };
};

/** Changes are saved at once; running times of the day only this often, ms. */
const SAVE_AGAIN_MS = 60_000;

/**
 * Creates a controller whose switches will go to rest. Runs that were active when the program ended are reported as
 * failed.
 */
export function createController(deps: ControllerDeps): Controller {
  const { codes, kept, clock, driver } = deps;
  return {
    deps,
    keeper: startedKeeper(kept?.keeper ?? null, codes, clock.count()),
    look: driver.look(clock.count()),
    voice: {
      codes,
      clock,
      mouth: silent,
      owed: [...(kept?.owed ?? []), ...brokenRuns(kept?.keeper, clock.at())],
      states: new Map(),
      phases: new Map(),
      ending: [],
    },
    saved: { word: '', at: 0, isWell: true },
  };
}

/** Puts all outputs to rest, at the start and at the end of the program. */
export async function putToRest(self: Controller): Promise<void> {
  const { codes, clock, driver } = self.deps;
  const before = self.keeper;
  self.keeper = startedKeeper(before, codes, clock.count());
  keep(self, self.keeper);
  const levels = Object.fromEntries(
    Object.entries(self.keeper.outputs).map(([code, { levelPct }]) => [code, levelPct]),
  );
  await driver.begin(levels, newWishes(null, self.keeper, self.look.seen));
  self.look = driver.look(clock.count());
  noteEnds(self.voice, before, self.keeper);
  tellNews(self.voice, self.keeper, self.look);
}

/**
 * Reports everything, after a connection or a request of the server: limits in force, and results before states, so
 * that a failed run is not taken for a completed one.
 */
export function tellAll({ voice, keeper, look }: Controller): void {
  for (const one of voice.owed) tellOwed(voice, one);
  if (keeper.document) voice.mouth.control(keeper.document.version, keeper.document.term);
  for (const code of voice.codes) tellState(voice, keeper, look, code, true);
}

/** Advances the time; called several times a second. */
export function goOn(self: Controller): void {
  const { clock, driver } = self.deps;
  const now = clock.count();
  self.look = driver.look(now);
  const { seen, sensed } = self.look;
  const known = withSeen(self.keeper, seen);
  become(self, afterTime(known, advanceKeeper(known, now, clock.at(), sensed), seen));
}

/** Handles a message on the `set` topic of a channel. */
export function takeCommand(self: Controller, code: string, payload: unknown, isRetained: boolean): void {
  goOn(self);
  const { clock } = self.deps;
  const received = { code, payload, isRetained, at: clock.at(), isClockTrusted: clock.trust() !== 'none' };
  const { keeper, answer } = acceptCommand(self.keeper, received);
  const isNew = answer.status === 'accepted' && !answer.duplicate;
  const starts = isNew && keeper.outputs[code]?.id === answer.id;
  const isKept = keep(self, keeper);
  // A start must be on disk. Otherwise it could be repeated after a restart, and its end would be unknown.
  const said = starts && !isKept ? ackOf(answer.id, 'refused', answer.at, 'FAULT') : answer;
  self.voice.mouth.ack(code, said, () => {});
  if (said !== answer) return;
  if (isNew && !starts) self.voice.ending.push({ code, id: answer.id, litres: null });
  become(self, keeper);
}

/** Handles limits, guards and lock-outs. */
export function takeDocument(self: Controller, payload: unknown): void {
  const parsed = controlDocument.safeParse(payload);
  if (!parsed.success || isLeap(self.keeper, parsed.data.term)) {
    self.deps.log({ problem: 'control not read' });
    return;
  }
  goOn(self);
  become(self, withDocument(self.keeper, parsed.data));
  const { document } = self.keeper;
  if (document) self.voice.mouth.control(document.version, document.term);
}

/** Handles a heartbeat, which also carries the time; one of an older term is ignored. */
export function takeBeat(self: Controller, payload: unknown): void {
  const parsed = beat.safeParse(payload);
  if (!parsed.success || parsed.data.term < self.keeper.term || isLeap(self.keeper, parsed.data.term)) return;
  self.deps.clock.heard(parsed.data.at);
  self.keeper = { ...self.keeper, heardAt: self.deps.clock.count(), term: parsed.data.term };
}

/** Moves to the next keeper: saves it, drives the outputs, reports. */
function become(self: Controller, next: Keeper): void {
  const { driver, clock } = self.deps;
  const before = self.keeper;
  keep(self, next);
  self.keeper = next;
  const wishes = newWishes(before, next, self.look.seen);
  if (wishes.length > 0) {
    driver.drive(wishes);
    self.look = driver.look(clock.count());
  }
  noteEnds(self.voice, before, next);
  tellNews(self.voice, next, self.look);
}

/** Saves the keeper if it has changed; false when the disk is full. */
function keep(self: Controller, keeper: Keeper): boolean {
  const { clock, save, log } = self.deps;
  const { owed } = self.voice;
  const word = wordOf(keeper, owed);
  if (word === self.saved.word && clock.count() - self.saved.at < SAVE_AGAIN_MS) return true;
  try {
    save({ keeper, owed });
    self.saved = { word, at: clock.count(), isWell: true };
  } catch (error) {
    if (self.saved.isWell) log({ problem: 'not kept', why: String(error) });
    self.saved.isWell = false;
  }
  return self.saved.isWell;
}

/** The part of the state that has to be saved at once when it changes. */
function wordOf({ outputs, term, document, answered }: Keeper, owed: readonly Owed[]): string {
  const each = Object.values(outputs).map(({ targetPct, run, id, endsAt, fault, lockedUntil, order }) =>
    [targetPct, run, id, endsAt, fault, lockedUntil, order.term, order.seq].join(),
  );
  return JSON.stringify([each, term, document?.version, document?.term, answered.at(-1)?.[0], owed.length]);
}

function isLeap({ term: known }: Keeper, term: number): boolean {
  return known > 0 && term > known + MAX_TERM_LEAP;
}

/** Runs that were active when the program last ended. */
function brokenRuns(keeper: Keeper | undefined, at: number): Owed[] {
  return Object.entries(keeper?.outputs ?? {}).flatMap(([code, { id, levelPct, targetPct }]) => {
    const isUnderWay = keeper?.document?.channels[code]?.kind === 'position' ? levelPct !== targetPct : levelPct > 0;
    return id !== null && isUnderWay ? [{ code, ack: ackOf(id, 'failed', at, 'FAULT') }] : [];
  });
}
