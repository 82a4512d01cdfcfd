type Listener<T> = (found: T) => void;
type Shared<T> = { listeners: Set<Listener<T>>; last: { found: T } | null; end(): void };

/**
 * Lets all listeners that ask for the same `key` share one subscription: `begin` runs for the first of them, its
 * unsubscribe function after the last. Later listeners are told at once what was found last. The rows of a list would
 * otherwise read the storage each for itself.
 */
export function createSharedWatch<T>(): (
  key: string,
  listener: Listener<T>,
  begin: (listener: Listener<T>) => () => void,
) => () => void {
  const running = new Map<string, Shared<T>>();
  return (key, listener, begin) => {
    const found = running.get(key);
    const watch: Shared<T> = found ?? { listeners: new Set(), last: null, end() {} };
    // A function of its own, so that a listener given twice is told twice.
    const tell: Listener<T> = (value) => listener(value);
    watch.listeners.add(tell);
    if (watch.last) tell(watch.last.found);
    if (!found) {
      running.set(key, watch);
      watch.end = begin((value) => {
        watch.last = { found: value };
        for (const each of [...watch.listeners]) each(value);
      });
    }
    return () => {
      if (!watch.listeners.delete(tell) || watch.listeners.size > 0) return;
      running.delete(key);
      watch.end();
    };
  };
}
