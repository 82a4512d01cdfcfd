import { randomUUID } from 'node:crypto';
import { dropLease, holdLease } from '../../db/lease.ts';
import type { Store } from '../../db/open.ts';

/** Names under which something goes on; they are taken together or not at all. */
type TakeNames = (names: readonly string[]) => Promise<(() => Promise<void>) | undefined>;

/**
 * Lets one thing go on under a name at a time, over all processes. Resolves with how to end it, or with undefined while
 * another goes on. `mostMs`: how long it may take; among several processes the names are then free again.
 */
export function createOneAtATime(store: Store, now: () => number, mostMs: number): TakeNames {
  return store.peers ? takeLeases(store, now, mostMs) : takeInMemory();
}

function takeInMemory(): TakeNames {
  const taken = new Set<string>();
  return async (names) => {
    if (names.some((name) => taken.has(name))) return undefined;
    for (const name of names) taken.add(name);
    return async () => {
      for (const name of names) taken.delete(name);
    };
  };
}

function takeLeases(store: Store, now: () => number, mostMs: number): TakeNames {
  return async (names) => {
    const holder = randomUUID();
    const held: string[] = [];
    const end = async () => {
      for (const name of held) await dropLease(store, { name, holder });
    };
    for (const name of names) {
      const isHeld = await holdLease(store, { name, holder, now: now(), lastsMs: mostMs });
      if (isHeld) held.push(name);
      else {
        await end();
        return undefined;
      }
    }
    return end;
  };
}
