import type { Store } from './open.ts';

/** Far more than the farms that are looked at between two writes. */
const MAX_REMEMBERED = 1_000;

/**
 * Keeps what was read until anything at all is written to the database, so that the many screens that ask after
 * the same change cause one reading. What happens inside a transaction must not be read through it: a transaction
 * that is rolled back leaves no trace in the version.
 */
export function writeInvalidatedCache<Value>(
  store: Pick<Store, 'version'>,
): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  let knownAt = -1;
  return (key, read) => {
    const version = store.version();
    if (version !== knownAt || known.size >= MAX_REMEMBERED) known.clear();
    knownAt = version;
    const remembered = known.get(key);
    if (remembered) return remembered;
    const reading = read();
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  };
}
