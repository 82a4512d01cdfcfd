import { HOUR_MS, SECOND_MS } from '#contract/time/time.ts';
import { type Entry, isParked } from '#src/offline/outbox/entry.ts';
import { readEdit } from '#src/offline/outbox/merge-edits.ts';
import type { NewEntry, OutboxStore } from '#src/offline/outbox/outbox-store.ts';
import { random } from '../../bench/readings.ts';
import { manualTimers, settle } from '../../support/manual-timers.ts';
import { aWrite } from '../../support/outbox-harness.ts';
import { aPhone, type Death, type Process } from '../../support/simulated-phone.ts';
import { type Treatment, writeServer } from '../../support/write-server.ts';

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
  /** Everything dies as soon as the person was told that a write is kept. */
  diesWhenKept?: true;
  /** Pages and workers that send at the same time; 1 without. */
  processes?: number;
  /** Writes of a story; 2 to 4 a turn without. */
  writesATurn?: number;
};

export type Dice = { chance(probability: number): boolean; below(limit: number): number };

/** What a story came to; all but `writes` must be 0. */
export type Findings = {
  writes: number;
  /** The person was told that it is kept, and neither the device nor the server has it. */
  lost: number;
  /** Done more than once by the server. */
  doubled: number;
  /** Done by the server in another order than it was written, for one thing. */
  disordered: number;
  /** Done in another user's name. */
  foreign: number;
  /** Said to be sent, and the server has not done it; or a thing ends otherwise on the server than it was last written. */
  untrue: number;
  /** Still waiting for nothing, long after all is well. */
  stuck: number;
};

const TURNS = 5;
const LANES = 3;

/** Writes, faults and recovery of one seed, and what the server, the device and the person know at the end. */
export async function tell(fault: Fault, seed: number): Promise<Findings> {
  const next = random(seed * 1_009 + fault.row);
  const dice: Dice = { chance: (probability) => next() < probability, below: (limit) => Math.floor(next() * limit) };
  const uid = `u-${fault.row}-${seed}`;
  const timers = manualTimers();
  const server = writeServer(uid);
  let isWell = false;
  let clockOff = 0;
  server.treatsBy((write) => (isWell ? 'does' : (fault.treat?.(dice, write) ?? 'does')));
  const phone = aPhone(uid, timers, server, {
    deathNow: () => (isWell ? null : (fault.death?.(dice) ?? null)),
    clockOff: () => clockOff,
    random: next,
  });
  const processes = Array.from({ length: fault.processes ?? 1 }, () => phone.start());
  const kept: Entry[] = [];

  for (let turn = 0; turn < TURNS; turn += 1) {
    server.session.user = fault.session ? fault.session(dice, uid) : uid;
    clockOff = fault.clock?.(dice) ?? 0;
    for (let left = fault.writesATurn ?? 2 + dice.below(3); left > 0; left -= 1) {
      const writer = living(processes, phone.start, dice);
      kept.push(await writer.store.put(...aRandomWrite(dice, kept.length)));
      if (fault.diesWhenKept) for (const process of processes) process.die();
    }
    for (const _ of processes) void living(processes, phone.start, dice).drain(dice.chance(0.5));
    await timers.pass(dice.below(400) * SECOND_MS);
    await decide(living(processes, phone.start, dice).store, dice, kept);
  }

  isWell = true;
  clockOff = 0;
  server.session.user = uid;
  for (const process of processes) process.die();
  const { store, drain } = phone.start();
  for (let round = 0; round < 12; round += 1) {
    await settleParked(store, kept);
    void drain(true);
    await timers.pass(HOUR_MS / 2);
  }
  await settle();
  const findings = await judge({ store, server, uid, kept });
  store.close();
  return findings;
}

/** One of the processes that live; a dead one is started anew, as its user does. */
function living(processes: Process[], start: () => Process, dice: Dice): Process {
  const at = dice.below(processes.length);
  const found = processes[at];
  if (found && !found.isDead()) return found;
  const fresh = start();
  processes[at] = fresh;
  return fresh;
}

/** A creation, an edit of one of a few things, or bytes that wait for a creation. */
function aRandomWrite(dice: Dice, count: number): [NewEntry, Blob?] {
  const lane = `thing:${dice.below(LANES)}`;
  if (dice.chance(0.5)) {
    const body = JSON.stringify({ a: count + 1, base: { a: 0 } });
    return [aWrite({ method: 'PUT', endpoint: 'PUT /api/things/{id}', lane, path: `/api/${lane}`, body })];
  }
  if (dice.chance(0.3)) {
    const photo = { lane: `photo:${count}`, path: `/api/photos/${count}`, body: null, after: [lane] };
    return [aWrite(photo), new Blob([`bytes ${count}`], { type: 'image/webp' })];
  }
  return [aWrite({ lane, path: `/api/${lane}`, body: JSON.stringify({ created: count }) })];
}

/** What the person does about what waits for them: tries again, keeps theirs upon what is there, or gives it up. */
async function decide(store: OutboxStore, dice: Dice, kept: Entry[]): Promise<void> {
  for (const entry of (await store.entries()).filter(isParked)) {
    if (dice.chance(0.5)) await store.requeue(entry.id);
    else if (entry.state === 'conflict') await keepMine(store, entry, kept);
    else await store.discard(entry.id, 0);
  }
}

async function keepMine(store: OutboxStore, { id }: Entry, kept: Entry[]): Promise<void> {
  const left = await store.discard(id, 0, 'replaced');
  const edit = readEdit(left?.body ?? null);
  if (!left || !edit) return;
  const { details }: { details?: { current?: object } } = Object(left.lastError?.body);
  const body = JSON.stringify({ ...edit, base: { ...edit.base, ...details?.current } });
  kept.push(await store.put({ ...left, body, after: [] }));
}

/** In the end everything is tried again, and what still meets another's change is put upon it. */
async function settleParked(store: OutboxStore, kept: Entry[]): Promise<void> {
  for (const entry of (await store.entries()).filter(isParked)) {
    if (entry.state === 'conflict') await keepMine(store, entry, kept);
    else await store.requeue(entry.id);
  }
}

type End = { store: OutboxStore; server: ReturnType<typeof writeServer>; uid: string; kept: readonly Entry[] };

async function judge({ store, server, uid, kept }: End): Promise<Findings> {
  const waiting = await store.entries();
  const history = await store.history();
  const done = new Map(server.done.map((one, at) => [one.key, { ...one, at }]));
  const waits = new Set(waiting.map(({ id }) => id));
  const givenUp = new Set(history.filter(({ ending }) => ending !== 'sent').map(({ id }) => id));
  const written = new Map(kept.map((entry) => [entry.id, entry]));
  const all = [...written.values()];
  const lanes = [...new Set(all.map(({ lane }) => lane))].map((name) => all.filter(({ lane }) => lane === name));
  const order = (entries: readonly Entry[]) =>
    entries
      .toSorted((one, other) => one.seq - other.seq)
      .flatMap(({ id }) => done.get(id)?.at ?? [])
      .filter((at, index, all) => index > 0 && at < (all[index - 1] ?? at)).length;
  return {
    writes: kept.length,
    lost: [...written.keys()].filter((id) => !done.has(id) && !waits.has(id) && !givenUp.has(id)).length,
    doubled: server.done.length - done.size,
    disordered: lanes.map(order).reduce((sum, one) => sum + one, 0),
    foreign: server.done.filter(({ user }) => user !== uid).length,
    untrue:
      history.filter(({ id, ending }) => ending === 'sent' && !done.has(id)).length +
      lanes.filter((entries) => isOtherwise(entries, server.done, waits, givenUp)).length,
    stuck: waiting.length,
  };
}

/** Whether the last edit of a thing that nobody gave up says something else than the server has. */
function isOtherwise(
  entries: readonly Entry[],
  done: readonly { key: string; body: string }[],
  waits: ReadonlySet<string>,
  givenUp: ReadonlySet<string>,
): boolean {
  const edits = entries.filter(({ id, method }) => method === 'PUT' && !waits.has(id) && !givenUp.has(id));
  const ids = new Set(edits.map(({ id }) => id));
  const last = done.filter(({ key }) => ids.has(key)).at(-1);
  const wanted = edits.toSorted((one, other) => one.seq - other.seq).at(-1);
  return fieldOf(last?.body) !== fieldOf(wanted?.body ?? undefined);
}

function fieldOf(body: string | undefined): unknown {
  if (body === undefined) return undefined;
  const { a }: { a?: unknown } = JSON.parse(body);
  return a;
}
