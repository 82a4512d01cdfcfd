import type { Entry } from './entry.ts';

/** Whether the entry creates the thing of its lane: the path of any other write names that thing. */
export const isCreation = ({ method, lane, params }: Entry) => method === 'POST' && !lane.endsWith(`:${params.id}`);

/**
 * The queued writes about a thing that an entry would create, and about what these would create, in their order: the
 * server would refuse them without it. Empty for any other entry.
 */
export function followersOf(entry: Entry, entries: readonly Entry[]): Entry[] {
  const gone = new Set<string>();
  /** Where each thing that is not created has its creation. */
  const lanes = new Map<string, number>();
  const take = (one: Entry) => {
    gone.add(one.id);
    if (isCreation(one)) lanes.set(one.lane, one.seq);
  };
  const follows = ({ id, lane, seq, dependsOn }: Entry) =>
    !gone.has(id) && (seq > (lanes.get(lane) ?? seq) || dependsOn.some((other) => gone.has(other)));
  take(entry);
  // Again until nothing more follows: an edited creation may hang on one that was written after it.
  for (let next = entries.filter(follows); next.length > 0; next = entries.filter(follows)) next.forEach(take);
  return entries.filter(({ id }) => id !== entry.id && gone.has(id));
}
