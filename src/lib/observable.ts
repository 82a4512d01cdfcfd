/** A value with subscribers; the shape that `useSyncExternalStore` expects. */
export type Observable<T> = {
  get(): T;
  subscribe(listener: () => void): () => void;
};

export type Settable<T> = Observable<T> & { set(value: T): void };

/** Subscribers are called only when the value changes. */
export function observable<T>(initial: T): Settable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
