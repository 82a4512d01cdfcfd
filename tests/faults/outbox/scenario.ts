import { IDBFactory } from 'fake-indexeddb';
import { HOUR_MS, SECOND_MS } from '#contract/time/time.ts';
import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { readEdit } from '#src/offline/outbox/merge-edits.ts';
import type { NewEntry, OutboxStore } from '#src/offline/outbox/outbox-store.ts';
import { failStorage, type StorageFault } from '../../support/app/failing-storage.ts';
import { aWrite } from '../../support/app/outbox-harness.ts';
import { aPhone, type Death, type Process } from '../../support/app/simulated-phone.ts';
import { type Treatment, writeServer } from '../../support/app/write-server.ts';
import { type ManualTimers, manualTimers, settle } from '../../support/manual-timers.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type Findings, judge, lastOf, type Memory, replacementsOf } from './judge.ts';
import { withTimeout } from './with-timeout.ts';

/** A fault and how it affects a scenario. */
export type Fault = {
  /** Row in the fault matrix (docs/outbox-faults.md). */
  row: number;
  title: string;
  /** What the server, or a proxy before it, does with a write. */
  treat?(dice: Dice, write: { path: string; key: string }): Treatment;
  /** Where the sending process ends in this attempt. */
  death?(dice: Dice): Death | null;
  /** The user of the server's session for the next period; null without a session. */
  session?(dice: Dice, uid: string): string | null;
  /** Error of the device's clock for the next period, ms. */
  clock?(dice: Dice): number;
  /** What the storage does with the next writing transaction. */
  storage?(dice: Dice): StorageFault;
  /** Payload version of the bodies, given by the release that writes. */
  payloadVersion?(dice: Dice, turn: number): 1 | 2;
  /** Other events on the device while it is sending. */
  happens?(scene: Scene): Promise<void>;
  /** Every process ends as soon as the user was told that a write is stored. */
  diesWhenKept?: true;
  /** Pages and workers that send at the same time; 1 by default. */
  processes?: number;
  /** Phones of the same user; 1 by default. */
  phones?: 2;
  /** Writes in each turn; 2 to 4 by default. */
  writesATurn?: number;
};

export type Dice = { chance(probability: number): boolean; below(limit: number): number };

export type Scene = {
  dice: Dice;
  uid: string;
  timers: ManualTimers;
  server: Pick<ReturnType<typeof writeServer>, 'session' | 'done' | 'restore'>;
  /** Ends every page and the worker. */
  killAll(): void;
  /** Records a finding that the final state would not show. */
  blame(finding: keyof Findings): void;
};

/** A phone, its processes, and what its user knows. */
type Holder = Memory & { start: () => Process; processes: Process[] };

const TURNS = 5;
const LANES = 3;
const PRESSES = 3;

/** Runs the writes, faults and recovery of one seed, and returns the findings. */
export async function runScenario(fault: Fault, seed: number): Promise<Findings> {
  const next = seededRandom(seed * 1_009 + fault.row);
  const dice: Dice = { chance: (probability) => next() < probability, below: (limit) => Math.floor(next() * limit) };
  const uid = `u-${fault.row}-${seed}`;
  const timers = manualTimers();
  const server = writeServer(uid, timers);
  let isWell = false;
  let clockOff = 0;
  const blamed: (keyof Findings)[] = [];
  server.treatsBy((write) => (isWell ? 'does' : (fault.treat?.(dice, write) ?? 'does')));
  const holders = Array.from({ length: fault.phones ?? 1 }, (_, at) => {
    const phone = aPhone(uid, timers, server, {
      deathNow: () => (isWell ? null : (fault.death?.(dice) ?? null)),
      clockOff: () => clockOff,
      random: next,
      ...(at > 0 && { storage: new IDBFactory() }),
    });
    return aHolder(phone.start, fault);
  });
  const one = () => holders[dice.below(holders.length)] ?? aHolder(() => never(), fault);
  const killAll = () => {
    for (const { processes } of holders) for (const process of processes) process.die();
  };
  const scene: Scene = { dice, uid, timers, server, killAll, blame: (name) => void blamed.push(name) };
  const mend = failStorage(`onsil-outbox-${uid}`, () => (isWell ? 'works' : (fault.storage?.(dice) ?? 'works')));

  let writes = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    server.session.user = fault.session ? fault.session(dice, uid) : uid;
    clockOff = fault.clock?.(dice) ?? 0;
    for (let left = fault.writesATurn ?? 2 + dice.below(3); left > 0; left -= 1) {
      const holder = one();
      const wish = aRandomWrite(dice, writes, fault.payloadVersion?.(dice, turn) ?? 1);
      writes += 1;
      const entry = await press(() => living(holder, dice).store, wish, timers);
      if (entry) holder.kept.push(entry);
      if (fault.diesWhenKept) killAll();
    }
    for (const holder of holders) {
      for (const _ of holder.processes) void tryDrain(living(holder, dice), dice.chance(0.5));
    }
    await fault.happens?.(scene);
    await timers.pass(dice.below(400) * SECOND_MS);
    for (const holder of holders) {
      await answered(decide(living(holder, dice).store, dice, holder), timers);
    }
  }

  isWell = true;
  clockOff = 0;
  server.session.user = uid;
  killAll();
  const people = holders.map((holder) => ({ ...holder, ...holder.start() }));
  for (let round = 0; round < 12; round += 1) {
    for (const person of people) {
      await settleParked(person.store, person);
      void person.drain(true);
    }
    await timers.pass(HOUR_MS / 2);
    // Everything in flight has arrived within the first half hour.
    const counts = await Promise.all(people.map(({ store }) => store.count()));
    if (round > 0 && counts.every((count) => count === 0)) break;
  }
  await settle();
  mend();
  const findings = await judge({ people, server, uid });
  for (const { store } of people) store.close();
  // Deleted, because hundreds of scenarios run one after another.
  indexedDB.deleteDatabase(`onsil-outbox-${uid}`);
  for (const name of blamed) findings[name] += 1;
  return findings;
}

function aHolder(start: () => Process, { processes = 1 }: Fault): Holder {
  const started = Array.from({ length: processes }, start);
  return { start, processes: started, kept: [], givenUp: new Set(), replaced: new Map(), seen: new Map() };
}

function never(): never {
  throw new Error('a scenario has a phone');
}

/** Storage that hangs is retried at the next opportunity, as in drain-loop.ts. */
const tryDrain = (process: Process, isEager: boolean) => process.drain(isEager).catch(() => {});

/** Result of an action as the user sees it; null when it failed, or its process ended. */
const answered = <T>(act: Promise<T>, timers: ManualTimers): Promise<T | null> =>
  withTimeout(act, timers).catch(() => null);

/** A user without a confirmation presses again; it is the same act. */
async function press(store: () => OutboxStore, [wish, blob]: [NewEntry, Blob?], timers: ManualTimers) {
  const id = crypto.randomUUID();
  for (let left = PRESSES; left > 0; left -= 1) {
    const entry = await answered(store().put(wish, blob, id), timers);
    if (entry) return entry;
  }
  return null;
}

/** A live process; a dead one is replaced, as a user opens a new page. */
function living({ processes, start }: Holder, dice: Dice): Process {
  const at = dice.below(processes.length);
  const found = processes[at];
  if (found && !found.isDead()) return found;
  const fresh = start();
  processes[at] = fresh;
  return fresh;
}

/** A creation, an edit of one of a few things, or bytes that wait for a creation. */
function aRandomWrite(dice: Dice, count: number, payloadVersion: 1 | 2): [NewEntry, Blob?] {
  const lane = `thing:${dice.below(LANES)}`;
  if (dice.chance(0.5)) {
    const field = payloadVersion === 1 ? 'a' : 'b';
    const body = JSON.stringify({ [field]: count + 1, base: { [field]: 0 } });
    const edit = { method: 'PUT', endpoint: 'PUT /api/things/{id}', path: `/api/${lane}` };
    return [aWrite({ ...edit, lane, body, payloadVersion })];
  }
  if (dice.chance(0.3)) {
    const photo = { lane: `photo:${count}`, path: `/api/photos/${count}`, body: null, after: [lane] };
    return [aWrite(photo), new Blob([`bytes ${count}`], { type: 'image/webp' })];
  }
  const origin = { form: `thing ${count}`, path: '/things', values: count, base: null };
  return [aWrite({ lane, path: `/api/${lane}`, origin, body: JSON.stringify({ created: count }) })];
}

/**
 * The user's decision about blocked writes: try again, keep mine over the present value, or discard. Some creations are
 * edited, whether they are blocked or only wait.
 */
async function decide(store: OutboxStore, dice: Dice, memory: Memory): Promise<void> {
  for (const entry of await store.entries()) {
    if (entry.origin && (entry.state === 'editing' || dice.chance(0.3))) {
      await editInForm(store, entry, dice, memory);
      continue;
    }
    if (!isParked(entry)) continue;
    if (dice.chance(0.5)) await tryAgain(store, entry, memory);
    else if (entry.state === 'conflict') await keepMine(store, entry, memory);
    else await giveUp(store, entry, memory, 'discarded');
  }
}

async function tryAgain(store: OutboxStore, { id }: Entry, { replaced }: Memory): Promise<void> {
  const next = await store.requeue(id, 0);
  if (next !== id) replaced.set(id, next);
}

/** Opens a creation in its form; some forms are sent at once, the others when the user looks again. */
async function editInForm(store: OutboxStore, entry: Entry, dice: Dice, memory: Memory): Promise<void> {
  if (entry.state !== 'editing' && !(await store.toDraft(entry.id, 0))) return;
  if (dice.chance(0.5)) await sendForm(store, entry, memory);
}

/** Sends a form again, and with it the photos that went to its draft. */
async function sendForm(store: OutboxStore, entry: Entry, memory: Memory): Promise<void> {
  const { created }: { created?: unknown } = JSON.parse(entry.body ?? '{}');
  const body = JSON.stringify({ created, edited: crypto.randomUUID() });
  const again = (id: string) => {
    const next = crypto.randomUUID();
    memory.replaced.set(id, next);
    return next;
  };
  const photos = [];
  for (const photo of memory.kept) {
    const last = lastOf(photo.id, memory.replaced);
    const isOfForm =
      photo.body === null && photo.dependsOn.some((id) => replacementsOf(id, memory.replaced).includes(entry.id));
    if (!isOfForm || memory.givenUp.has(last) || (await store.find(last)) || (await store.findDone(last))) continue;
    const wish = { ...photo, after: [entry.lane] };
    photos.push({ id: again(last), wish, blob: new Blob([photo.path], { type: 'image/webp' }) });
  }
  const edited = await store.put({ ...entry, body, after: [] }, undefined, again(entry.id), photos);
  memory.kept = memory.kept.map((one) => (one.id === entry.id ? edited : one));
}

async function giveUp(store: OutboxStore, { id }: Entry, { givenUp }: Memory, ending: 'discarded' | 'replaced') {
  givenUp.add(id);
  const left = await store.discard(id, 0, ending);
  if (!left) givenUp.delete(id);
  return left;
}

async function keepMine(store: OutboxStore, entry: Entry, memory: Memory): Promise<void> {
  const left = await giveUp(store, entry, memory, 'replaced');
  const edit = readEdit(left?.body ?? null);
  if (!left || !edit) return;
  const { details }: { details?: { current?: Record<string, unknown> } } = Object(left.lastError?.body);
  const { current = {} } = details ?? {};
  const base = Object.fromEntries(Object.entries(edit.base).map(([name, was]) => [name, current[name] ?? was]));
  const mine = await store.put({ ...left, body: JSON.stringify({ ...edit, base }), after: [] });
  memory.seen.set(mine.id, current.a);
  memory.kept.push(mine);
}

/** At the end everything is tried again, and remaining conflicts are resolved with mine. */
async function settleParked(store: OutboxStore, memory: Memory): Promise<void> {
  for (const entry of (await store.entries()).filter(isParked)) {
    if (entry.state === 'conflict') await keepMine(store, entry, memory);
    else if (entry.state === 'editing') await sendForm(store, entry, memory);
    else await tryAgain(store, entry, memory);
  }
}
