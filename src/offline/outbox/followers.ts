import type { Entry } from './entry.ts';

/** Whether the entry creates the thing of its lane: the path of any other write names that thing. */
export const isCreation = ({ method, lane, params }: Entry) => method === 'POST' && !lane.endsWith(`:${params.id}`);

/**
 * The queued writes about a thing that an entry would create, and about what these would create, in their order: the
 * server would refuse them without it. Empty for any other entry.
 */
export function followersOf(entry: Entry, entries: readonly Entry[]): Entry[] {
  const [gone, lanes] = [new Set<string>(), new Set<string>()];
  const take = (one: Entry) => {
    gone.add(one.id);
    if (isCreation(one)) lanes.add(one.lane);
  };
  take(entry);
  return entries.filter((one) => {
    const follows = one.seq > entry.seq && (lanes.has(one.lane) || one.dependsOn.some((id) => gone.has(id)));
    if (follows) take(one);
    return follows;
  });
}
