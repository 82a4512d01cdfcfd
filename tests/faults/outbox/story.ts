import { IDBFactory } from 'fake-indexeddb';
import { HOUR_MS, SECOND_MS } from '#contract/time/time.ts';
import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { readEdit } from '#src/offline/outbox/merge-edits.ts';
import type { NewEntry, OutboxStore } from '#src/offline/outbox/outbox-store.ts';
import { random } from '../../bench/readings.ts';
import { failStorage, type StorageFault } from '../../support/failing-storage.ts';
import { type ManualTimers, manualTimers, settle } from '../../support/manual-timers.ts';
import { aWrite } from '../../support/outbox-harness.ts';
import { aPhone, type Death, type Process } from '../../support/simulated-phone.ts';
import { type Treatment, writeServer } from '../../support/write-server.ts';
import { type Findings, judge, type Memory } from './judge.ts';

/** One of the faults, as it acts upon a story. */
export type Fault = {
  /** Of the fault matrix (docs/outbox-faults.md). */
  row: number;
  title: string;
  /** How the server, or the network before it, treats a write. */
  treat?(dice: Dice, write: { path: string; key: string }): Treatment;
  /** Where the process that sends dies with this attempt. */
  death?(dice: Dice): Death | null;
  /** Whose session the server knows for the next while; null: nobody's. */
  session?(dice: Dice, uid: string): string | null;
  /** How far the device's clock is off for the next while, ms. */
  clock?(dice: Dice): number;
  /** How the device takes the next transaction that writes. */
  storage?(dice: Dice): StorageFault;
  /** Which release writes: the shape of its bodies. */
  payloadVersion?(dice: Dice, turn: number): 1 | 2;
  /** What else befalls the device while it is sending. */
  befalls?(scene: Scene): Promise<void>;
  /** Everything dies as soon as the person was told that a write is kept. */
  diesWhenKept?: true;
  /** Pages and workers that send at the same time; 1 without. */
  processes?: number;
  /** Phones of the same person; 1 without. */
  phones?: 2;
  /** Writes of a story; 2 to 4 a turn without. */
  writesATurn?: number;
};

export type Dice = { chance(probability: number): boolean; below(limit: number): number };

export type Scene = {
  dice: Dice;
  uid: string;
  timers: ManualTimers;
  server: Pick<ReturnType<typeof writeServer>, 'session' | 'done' | 'restore'>;
  /** Every page and the worker are gone. */
  killAll(): void;
  /** Notes what no account of the end would show. */
  blame(finding: keyof Findings): void;
};

/** A phone, what runs on it, and what its person knows. */
type Holder = Memory & { start: () => Process; processes: Process[] };

const TURNS = 5;
const LANES = 3;
const PRESSES = 3;

/** Writes, faults and recovery of one seed, and what the server, the device and the person know at the end. */
export async function tell(fault: Fault, seed: number): Promise<Findings> {
  const next = random(seed * 1_009 + fault.row);
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
    await fault.befalls?.(scene);
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
    // What was on its way has come within the first half hour.
    const counts = await Promise.all(people.map(({ store }) => store.count()));
    if (round > 0 && counts.every((count) => count === 0)) break;
  }
  await settle();
  mend();
  const findings = await judge({ people, server, uid });
  for (const { store } of people) store.close();
  // Hundreds of stories are told one after the other.
  indexedDB.deleteDatabase(`onsil-outbox-${uid}`);
  for (const name of blamed) findings[name] += 1;
  return findings;
}

function aHolder(start: () => Process, { processes = 1 }: Fault): Holder {
  const started = Array.from({ length: processes }, start);
  return { start, processes: started, kept: [], givenUp: new Set(), seen: new Map() };
}

function never(): never {
  throw new Error('a story has a phone');
}

/** Storage that hangs is tried again at the next good moment, as drain-loop.ts does. */
const tryDrain = (process: Process, isEager: boolean) => process.drain(isEager).catch(() => {});

/** Longer than storage that hangs is waited for, with its second try. */
const PATIENCE_S = 12;

/** What comes of an act as its person sees it; null when it failed, or whoever should do it has died. */
async function answered<T>(act: Promise<T>, timers: ManualTimers): Promise<T | null> {
  let isOver = false;
  let outcome: T | null = null;
  act.then(
    (value) => {
      isOver = true;
      outcome = value;
    },
    () => {
      isOver = true;
    },
  );
  await settle();
  for (let waited = 0; !isOver && waited < PATIENCE_S; waited += 1) await timers.pass(SECOND_MS);
  return outcome;
}

/** Somebody who is not told that it is kept presses again; it is the same act. */
async function press(store: () => OutboxStore, [wish, blob]: [NewEntry, Blob?], timers: ManualTimers) {
  const id = crypto.randomUUID();
  for (let left = PRESSES; left > 0; left -= 1) {
    const entry = await answered(store().put(wish, blob, id), timers);
    if (entry) return entry;
  }
  return null;
}

/** One of the processes that live; a dead one is started anew, as its user does. */
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
  return [aWrite({ lane, path: `/api/${lane}`, body: JSON.stringify({ created: count }) })];
}

/** What the person does about what waits for them: tries again, keeps theirs upon what is there, or gives it up. */
async function decide(store: OutboxStore, dice: Dice, memory: Memory): Promise<void> {
  for (const entry of (await store.entries()).filter(isParked)) {
    if (dice.chance(0.5)) await store.requeue(entry.id);
    else if (entry.state === 'conflict') await keepMine(store, entry, memory);
    else await giveUp(store, entry, memory, 'discarded');
  }
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

/** In the end everything is tried again, and what still meets another's change is put upon it. */
async function settleParked(store: OutboxStore, memory: Memory): Promise<void> {
  for (const entry of (await store.entries()).filter(isParked)) {
    if (entry.state === 'conflict') await keepMine(store, entry, memory);
    else await store.requeue(entry.id);
  }
}
