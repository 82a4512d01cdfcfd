import type { Store } from './open.ts';
import type { TableGroup } from './table.ts';

/** Far more than the farms that are read between two writes. */
const MAX_REMEMBERED = 1_000;

/**
 * Caches values until a table of their groups is written. Concurrent callers share one read, and no code has to
 * invalidate the cache. An undefined value is not cached, so that guessed keys cannot push out those of others.
 */
export function writeInvalidatedCache<Value>(
  store: Pick<Store, 'version'>,
  groups: readonly TableGroup[],
  maxRemembered: number = MAX_REMEMBERED,
): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  let knownAt = -1;
  return (key, read) => {
    const version = store.version(groups);
    if (version !== knownAt || known.size >= maxRemembered) known.clear();
    knownAt = version;
    const remembered = known.get(key);
    if (remembered) return remembered;
    const reading = read();
    known.set(key, reading);
    const forget = () => {
      if (known.get(key) === reading) known.delete(key);
    };
    reading.then((value) => value === undefined && forget(), forget);
    return reading;
  };
}
