import type { Entry } from '#src/offline/outbox/entry.ts';
import type { OutboxStore } from '#src/offline/outbox/outbox-store.ts';
import type { writeServer } from '../../support/app/write-server.ts';

/** Result of a scenario; everything except `writes` must be 0. */
export type Findings = {
  writes: number;
  /** The user was told that it is stored, but neither the device nor the server has it. */
  lost: number;
  /** Executed more than once by the server, with the same key or two. */
  doubled: number;
  /** Executed by the server in another order than written, for the same thing, or before what it hangs on. */
  disordered: number;
  /** Executed in another user's name, or read by another user. */
  foreign: number;
  /**
   * Reported as sent, but not executed by the server; a thing with another final value than last written; another
   * device's change overwritten unseen; a body with the wrong payload version.
   */
  untrue: number;
  /** Still unsent without a reason, long after everything works again. */
  stuck: number;
};

/** What the user knows: writes they were told are stored, in order, and those they discarded. */
export type Memory = {
  kept: Entry[];
  givenUp: Set<string>;
  /**
   * The write that took the place of one that was edited, or tried again after a refusal, if the device could store it;
   * by the id of the first.
   */
  replaced: Map<string, string>;
  /** For an edit that was applied over somebody else's: the value that the user saw when choosing. */
  seen: Map<string, unknown>;
};

type End = {
  uid: string;
  server: ReturnType<typeof writeServer>;
  people: readonly (Memory & { store: OutboxStore })[];
};

/** Compares the records of server, devices and users. */
export async function judge({ uid, server, people }: End): Promise<Findings> {
  const done = new Map(server.done.map((one, at) => [one.key, { ...one, at }]));
  const each = await Promise.all(people.map((person) => judgeDevice(person, done, people.length === 1)));
  const sum = (name: keyof (typeof each)[number]) => each.reduce((total, one) => total + one[name], 0);
  return {
    writes: sum('writes'),
    lost: sum('lost'),
    doubled: server.done.length - done.size + repeated([...done.values()].map(({ body }) => body)),
    disordered: sum('disordered'),
    foreign: server.done.filter(({ user }) => user !== uid).length,
    untrue: sum('untrue') + overwritten(server.done, people) + server.done.filter(isMisread).length,
    stuck: sum('stuck'),
  };
}

type Done = ReadonlyMap<string, ReturnType<typeof writeServer>['done'][number] & { at: number }>;

async function judgeDevice({ store, kept, givenUp, replaced }: End['people'][number], done: Done, isAlone: boolean) {
  const waiting = await store.entries();
  const history = await store.history();
  const waits = new Set(waiting.map(({ id }) => id));
  // A merged edit replaces the entry with its id.
  const all = [...new Map(kept.map((entry) => [entry.id, entry])).values()];
  const lanes = [...new Set(all.map(({ lane }) => lane))].map((name) => all.filter(({ lane }) => lane === name));
  const isOver = (id: string) => givenUp.has(id) || waits.has(id);
  const sentAs = (id: string) => lastOf(id, replaced);
  return {
    writes: kept.length,
    lost: all.filter(({ id }) => ![id, sentAs(id)].some((one) => done.has(one) || isOver(one))).length,
    disordered:
      lanes.reduce((sum, entries) => sum + outOfOrder(entries, done, sentAs), 0) +
      all.filter(({ id, dependsOn }) => dependsOn.some((other) => isBefore(id, sentAs(other), done, givenUp))).length,
    untrue:
      history.filter(({ id, ending }) => ending === 'sent' && !done.has(id)).length +
      (isAlone ? lanes.filter((entries) => isOtherwise(entries, done, { isOver, sentAs })).length : 0),
    stuck: waiting.length,
  };
}

/** Every creation of a scenario is unique, so equal bodies are repeats. */
function repeated(bodies: readonly string[]): number {
  const creations = bodies.filter((body) => body.startsWith('{"created":'));
  return creations.length - new Set(creations).size;
}

type SentAs = (id: string) => string;

function outOfOrder(entries: readonly Entry[], done: Done, sentAs: SentAs): number {
  return [...new Set(entries.map(({ id }) => sentAs(id)))]
    .flatMap((id) => done.get(id)?.at ?? [])
    .filter((at, index, all) => index > 0 && at < (all[index - 1] ?? at)).length;
}

/** A write, and those that were to take its place one after the other: the device may have stored none of these. */
export function replacementsOf(id: string, replaced: Memory['replaced']): string[] {
  const next = replaced.get(id);
  return next === undefined ? [id] : [id, ...replacementsOf(next, replaced)];
}

/** The write that was sent in the place of an edited one. */
export const lastOf = (id: string, replaced: Memory['replaced']) => replacementsOf(id, replaced).at(-1) ?? id;

/** Whether a write was executed before the one that it hangs on, which the user did not give up. */
function isBefore(id: string, other: string, done: Done, givenUp: Memory['givenUp']): boolean {
  const at = done.get(id)?.at;
  return at !== undefined && !givenUp.has(other) && (done.get(other)?.at ?? Number.POSITIVE_INFINITY) > at;
}

/** Whether the last edit of a thing that was not discarded differs from the server's value. */
function isOtherwise(
  entries: readonly Entry[],
  done: Done,
  { isOver, sentAs }: { isOver: (id: string) => boolean; sentAs: SentAs },
): boolean {
  const edits = entries.filter(({ id, method }) => method === 'PUT' && !isOver(sentAs(id)));
  const ids = new Set(edits.map(({ id }) => sentAs(id)));
  const last = [...done.values()].filter(({ key }) => ids.has(key)).at(-1);
  return valueIn(last?.body) !== valueIn(edits.at(-1)?.body);
}

/** Edits that replaced another device's without the user having seen it. */
function overwritten(done: ReturnType<typeof writeServer>['done'], people: End['people']): number {
  if (people.length === 1) return 0;
  const makers = people.map(({ kept }) => new Set(kept.map(({ id }) => id)));
  const makerOf = (key: string) => makers.findIndex((ids) => ids.has(key));
  const last = new Map<string, (typeof done)[number]>();
  let count = 0;
  for (const one of done) {
    if (valueIn(one.body) === undefined) continue;
    const before = last.get(one.path);
    last.set(one.path, one);
    if (!before || makerOf(before.key) === makerOf(one.key)) continue;
    if (people[makerOf(one.key)]?.seen.get(one.key) !== valueIn(before.body)) count += 1;
  }
  return count;
}

/** The field that an edit sets; releases use different names. */
const fields = ['a', 'b'] as const;

function valueIn(body: string | null | undefined): unknown {
  if (!body) return undefined;
  try {
    const { a, b }: Partial<Record<(typeof fields)[number], unknown>> = JSON.parse(body);
    return b ?? a;
  } catch {
    return undefined; // Bytes.
  }
}

/** Whether a body has the field of another release than its payload version says. */
function isMisread({ body, payloadVersion }: { body: string; payloadVersion: number }): boolean {
  return fields.some((name, at) => payloadVersion !== at + 1 && body.includes(`"${name}":`));
}
